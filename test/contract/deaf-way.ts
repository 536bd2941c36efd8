import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * Of a message of the server: a letter, and how long the rest is with these four bytes (PostgreSQL, frontend/backend
 * protocol).
 */
const headBytes = 5;
const notification = "A".charCodeAt(0);

/**
 * A way to PostgreSQL over which everything comes but notifications, as over a pooler that lends sessions by
 * transaction.
 */
export interface DeafWay {
  readonly port: number;
  close(): void;
}

/** Opens a way to the socket at `path`. Without TLS: the messages are read. */
export async function deafWay(path: string): Promise<DeafWay> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(path);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => {});
    }
    near.pipe(far);
    let unread = Buffer.alloc(0);
    far.on("data", (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      for (;;) {
        const length = unread.length < headBytes ? headBytes : 1 + unread.readInt32BE(1);
        if (unread.length < length) return;
        if (unread[0] !== notification) near.write(unread.subarray(0, length));
        unread = unread.subarray(length);
      }
    });
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
