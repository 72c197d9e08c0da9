import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;

/** The connection to a game server. Both games use it; there is nothing to change here. */
final class Connection implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream input;

    /** Reads the options -i server-ip and -p server-port; tries once a second until the server is there. */
    Connection(String[] args, int usualPort) throws IOException, InterruptedException {
        String ip = "127.0.0.1";
        int port = usualPort;
        for (int i = 0; i < args.length; i += 2) {
            if (args[i].equals("-i") && i + 1 < args.length)
                ip = args[i + 1];
            else if (args[i].equals("-p") && i + 1 < args.length)
                port = Integer.parseInt(args[i + 1]);
            else
                throw new IllegalArgumentException("usage: [-i server-ip] [-p server-port]");
        }
        socket = connect(ip, port);
        socket.setTcpNoDelay(true); // an answer leaves at once, not when more has gathered
        input = new DataInputStream(socket.getInputStream());
    }

    private static Socket connect(String ip, int port) throws IOException, InterruptedException {
        while (true) {
            try {
                return new Socket(ip, port);
            } catch (ConnectException nobodyThere) {
                Thread.sleep(1000);
            }
        }
    }

    /** Reads exactly so many bytes, in however many pieces they come; an IOException says that the server is gone. */
    byte[] receive(int count) throws IOException {
        byte[] bytes = new byte[count];
        input.readFully(bytes);
        return bytes;
    }

    /** Sends all the bytes; an IOException says that the server is gone. */
    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Answers the request for a name: one byte with the length, then the name without a zero at its end. */
    void sendName(String name) throws IOException {
        byte[] answer = (" " + name).getBytes("US-ASCII");
        answer[0] = (byte) name.length();
        send(answer);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
