import { createServer, type IncomingMessage } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { selfSignedCertificate } from "../../../test/contract/self-signed-certificate.ts";
import { trustCertificate } from "../../../test/contract/trusted-certificate.ts";

/** One request that a vendor got, within the tunnel. */
export interface VendorRequest {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface VendorAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** In so many pieces the body is sent; one unless it is said. */
  readonly pieces?: number;
}

/**
 * Vendors that are reached by a proxy alone: none of their names leads anywhere, and all tunnels end at one server on
 * this machine, whose certificate has those names and is trusted until `close`.
 */
export async function vendorsBehindProxy(
  names: readonly string[],
  answer: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>,
  { refusal }: { readonly refusal?: string } = {},
) {
  const { key, certificate } = selfSignedCertificate(...names);
  const takeBack = trustCertificate(certificate);
  const requests: VendorRequest[] = [];
  const tunnels: { readonly to: string; readonly authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const vendor = createSecureServer({ key, cert: certificate }, async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
    const { method = "", url: path = "", headers } = incoming;
    const request = { host: headers.host ?? "", method, path, headers, body };
    requests.push(request);
    const { status = 200, headers: more = {}, body: said, pieces = 1 } = await answer(request);
    outgoing.writeHead(status, { "content-type": "application/json", ...more });
    const bytes = Buffer.from(said);
    const size = Math.ceil(bytes.length / pieces);
    for (let at = 0; pieces > 1 && at < bytes.length; at += size) {
      outgoing.write(bytes.subarray(at, at + size));
      await nextTurn();
    }
    outgoing.end(pieces > 1 ? undefined : said);
  });
  const vendorPort = await listening(vendor);
  const proxy = createServer((_, outgoing) => outgoing.writeHead(400).end());
  proxy.on("connect", (request: IncomingMessage, socket: Socket) => {
    tunnels.push({ to: request.url ?? "", authorization: request.headers["proxy-authorization"] });
    sockets.add(socket);
    socket.on("error", () => {});
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(vendorPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on("error", () => socket.destroy());
  });
  const proxyPort = await listening(proxy);
  return {
    certificate,
    requests,
    tunnels,
    proxyPort,
    proxy: `http://127.0.0.1:${proxyPort}`,
    close: async () => {
      takeBack();
      for (const socket of sockets) socket.destroy();
      vendor.closeAllConnections();
      await Promise.all([vendor, proxy].map((each) => new Promise((resolve) => each.close(resolve))));
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
