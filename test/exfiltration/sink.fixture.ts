import { createServer, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { selfSignedCertificate } from "../contract/self-signed-certificate.ts";

/** What a sink answers to a request of this path; the whole answer as it goes over the wire. */
export type SinkAnswer = (head: string) => string;

/** A listener on this machine that keeps every byte it is sent; of a secure connection those within it. */
export interface Sink {
  readonly port: number;
  /** Connections, those that sent nothing included. */
  readonly connections: number;
  /** Everything so far, in the order it came. */
  readonly received: string;
  forget(): void;
  close(): Promise<void>;
}

/** An answer of HTTP/1.1 after which the connection is closed. */
export function answer(status: string, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
  const text = JSON.stringify(body);
  const fields = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${text}`;
}

export async function openSink(
  respond: SinkAnswer = () => answer("200 OK", {}),
  { isSecure = false }: { readonly isSecure?: boolean } = {},
): Promise<Sink> {
  const chunks: Buffer[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const take = (socket: Socket) => {
    connections += 1;
    open.add(socket);
    let head = "";
    let isAnswered = false;
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      head += chunk.toString("latin1");
      if (isAnswered || !head.includes("\r\n\r\n")) return;
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (head.length < head.indexOf("\r\n\r\n") + 4 + length) return;
      isAnswered = true;
      socket.end(respond(head));
    });
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  };
  const { key, certificate } = selfSignedCertificate();
  const server = isSecure ? createSecureServer({ key, cert: certificate }, take) : createServer(take);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    get connections() {
      return connections;
    },
    get received() {
      return Buffer.concat(chunks).toString("latin1");
    },
    forget: () => {
      chunks.length = 0;
      connections = 0;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
