"""The connection to a game server. Both games use it; there is nothing to change here."""

import argparse
import socket
import sys
import time


class Connection:
    def __init__(self, usual_port):
        """Reads the options -i server-ip and -p server-port; tries once a second until the server is there."""
        options = argparse.ArgumentParser()
        options.add_argument("-i", metavar="server-ip", dest="ip", default="127.0.0.1")
        options.add_argument("-p", metavar="server-port", dest="port", type=int, default=usual_port)
        where = options.parse_args()
        self.socket = None
        while self.socket is None:
            try:
                self.socket = socket.create_connection((where.ip, where.port))
            except ConnectionError:
                time.sleep(1)
        # An answer leaves at once, not when more has gathered.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def receive(self, count):
        """Reads exactly so many bytes, in however many pieces they come. When the server is gone the program ends."""
        data = b""
        while len(data) < count:
            try:
                more = self.socket.recv(count - len(data))
            except ConnectionError:
                more = b""
            if not more:
                self.server_is_gone()
            data += more
        return data

    def send(self, data):
        """Sends all the bytes, numbers from -128 to 255. When the server is gone the program ends."""
        try:
            self.socket.sendall(bytes(number & 255 for number in data))
        except ConnectionError:
            self.server_is_gone()

    def send_name(self, name):
        """Answers the request for a name: one byte with the length, then the name without a zero at its end."""
        encoded = name.encode()
        self.send(bytes([len(encoded)]) + encoded)

    def server_is_gone(self):
        print("the server has closed the connection", file=sys.stderr)
        sys.exit(0)

    def close(self):
        self.socket.close()
