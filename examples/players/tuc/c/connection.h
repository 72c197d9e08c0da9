/* The connection to a game server. Both games use it; there is nothing to change here. */
#include <stddef.h>

/* Reads the options -i server-ip and -p server-port and connects, trying once a second until the server is there. */
int connectToServer(int argc, char *argv[], const char *usualPort);

/* Read and send exactly so many bytes, in however many pieces they come. When the server is gone the program ends. */
void receiveBytes(void *bytes, size_t count, int mySocket);
void sendBytes(const void *bytes, size_t count, int mySocket);

/* Answers the request for a name: one byte with the length, then the name without a zero at its end. */
void sendName(const char *name, int mySocket);
