import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server that can be cut without either side being told, as a cable or a firewall does. */
export interface SilentWay {
  readonly port: number;
  /** From now on nothing gets through, and whoever connects is taken in and left waiting. */
  cut(): void;
  /** What connects from now on gets through again; what was open stays silent. */
  mend(): void;
  close(): void;
}

/** Opens a way to the socket at `path`. */
export async function silentWay(path: string): Promise<SilentWay> {
  const open = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    open.add(near);
    near.on("error", () => {});
    if (isCut) return;
    const far = connect(path);
    open.add(far);
    far.on("error", () => {});
    near.pipe(far);
    far.pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.unpipe().pause();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
