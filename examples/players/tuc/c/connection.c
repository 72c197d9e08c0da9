#define _POSIX_C_SOURCE 200809L
#include "connection.h"
#include <err.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int connectToServer(int argc, char *argv[], const char *usualPort) {
    const char *ip = "127.0.0.1", *port = usualPort;
    for (int option; (option = getopt(argc, argv, "i:p:")) != -1;) {
        if (option == '?')
            errx(2, "usage: %s [-i server-ip] [-p server-port]", argv[0]);
        *(option == 'i' ? &ip : &port) = optarg;
    }
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *server;
    int error = getaddrinfo(ip, port, &wanted, &server);
    if (error != 0)
        errx(2, "%s, port %s: %s", ip, port, gai_strerror(error));
    int mySocket; /* every attempt has a new one */
    while (mySocket = socket(server->ai_family, SOCK_STREAM, 0),
           connect(mySocket, server->ai_addr, server->ai_addrlen) != 0) {
        close(mySocket);
        sleep(1);
    }
    freeaddrinfo(server);
    int yes = 1; /* an answer leaves at once, not when more has gathered */
    setsockopt(mySocket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return mySocket;
}

void receiveBytes(void *bytes, size_t count, int mySocket) {
    for (size_t have = 0; have < count;) { /* one recv may bring less than was asked for */
        ssize_t more = recv(mySocket, (char *)bytes + have, count - have, 0);
        if (more <= 0)
            errx(0, "the server has closed the connection");
        have += (size_t)more;
    }
}

void sendBytes(const void *bytes, size_t count, int mySocket) {
    if (send(mySocket, bytes, count, MSG_NOSIGNAL) != (ssize_t)count)
        errx(0, "the server has closed the connection");
}

void sendName(const char *name, int mySocket) {
    char answer[256];
    int length = snprintf(answer + 1, sizeof answer - 1, "%.100s", name);
    answer[0] = (char)length;
    sendBytes(answer, 1 + (size_t)length, mySocket);
}
