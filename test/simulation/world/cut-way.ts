import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A way to PostgreSQL on which connections are cut at chosen statements. It reads what our side sends, so that it takes
 * no TLS (PostgreSQL, frontend/backend protocol).
 */
export interface CutWay {
  readonly port: number;
  close(): void;
}

/**
 * Of one connection. Told each statement right before it is sent: its text, or "" for one that was prepared. `fails`:
 * the connection is cut before it. `unheard`: once the server has carried it out, before our side hears of that.
 */
export type Cut = (statement: string) => "fails" | "unheard" | undefined;

/** A message begins with a letter, but for the first one, and with its length. */
const lengthBytes = 4;
const [simpleQuery, sync, ready] = ["Q", "S", "Z"].map((letter) => letter.charCodeAt(0));
/** The last message of the server's answer to a statement: its letter, its length, and the state of the transaction. */
const readyBytes = 6;

/** Opens a way to the socket at `path`. */
export async function cutWay(path: string, connected: () => Cut): Promise<CutWay> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(path);
    const cut = connected();
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    let unread = Buffer.alloc(0);
    let isGreeted = false;
    near.on("data", (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      for (;;) {
        const head = isGreeted ? 1 : 0;
        if (unread.length < head + lengthBytes) return;
        const length = head + unread.readInt32BE(head);
        if (unread.length < length) return;
        const message = unread.subarray(0, length);
        unread = unread.subarray(length);
        const kind = isGreeted ? message[0] : undefined;
        isGreeted = true;
        const isStatement = kind === simpleQuery || kind === sync;
        const text = kind === simpleQuery ? message.toString("utf8", head + lengthBytes, length - 1) : "";
        const befalls = isStatement ? cut(text) : undefined;
        if (befalls === "fails") return void near.destroy();
        if (befalls === "unheard") cutWhenReady(near, far);
        far.write(message);
      }
    });
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

/** Passes nothing of the server's on from now on, and cuts the way when it is ready for the next statement. */
function cutWhenReady(near: Socket, far: Socket): void {
  far.unpipe(near);
  let end = Buffer.alloc(0);
  far.on("data", (bytes: Buffer) => {
    end = Buffer.concat([end, bytes]).subarray(-readyBytes);
    if (end.length === readyBytes && end[0] === ready && end.readInt32BE(1) === readyBytes - 1) near.destroy();
  });
  far.resume();
}
