import { connect, type Socket } from "node:net";

/** What came back on a connection until it was closed, or until the first answer was whole. */
export interface RawAnswer {
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  readonly text: string;
}

/** Sends bytes as they are and reads what comes back: what no client library would send. */
export function rawRequest(
  url: string,
  bytes: string | Uint8Array,
  then: (socket: Socket) => void = () => {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    const end = () => {
      const [, status = "0"] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
      resolve({ status: Number(status), text });
      socket.destroy();
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (isWhole(text)) end();
    });
    socket.on("close", end);
    // A server that has heard enough may close while we still write.
    socket.on("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code === "EPIPE" || cause.code === "ECONNRESET") end();
      else reject(cause);
    });
    socket.on("connect", () => {
      socket.write(bytes);
      then(socket);
    });
  });
}

function isWhole(text: string): boolean {
  const split = text.indexOf("\r\n\r\n");
  if (split < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, split)) ?? [];
  if (length !== undefined) return text.length >= split + 4 + Number(length);
  return text.endsWith("0\r\n\r\n") || /\r\nconnection: close/i.test(text.slice(0, split)) === false;
}
