import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server that can be cut without either side being told, as a cable or a firewall does. */
export interface SilentWay {
  readonly port: number;
  /** From now on nothing gets through, and whoever connects is taken in and left waiting. */
  cut(): void;
  /** From now on both sides are told that their connections are closed, and whoever connects is turned away. */
  refuse(): void;
  /** What connects from now on gets through again; what was open stays silent. */
  mend(): void;
  /** As `mend`, and what was sent meanwhile arrives, late. */
  thaw(): void;
  close(): void;
}

/** Opens a way to a server on a socket, or on a port of this machine. */
export async function silentWay(target: string | number): Promise<SilentWay> {
  const open = new Set<readonly [Socket, Socket]>();
  let state: "open" | "silent" | "refused" = "open";
  const join = ([near, far]: readonly [Socket, Socket]) => {
    near.pipe(far);
    far.pipe(near);
  };
  const closeAll = () => {
    for (const ends of open) for (const end of ends) end.destroy();
  };
  const server: Server = createServer((near) => {
    if (state === "refused") return near.destroy();
    const far = typeof target === "string" ? connect(target) : connect(target, "127.0.0.1");
    const ends = [near, far] as const;
    open.add(ends);
    for (const end of ends) {
      end.on("error", () => {});
      end.on("close", () => {
        open.delete(ends);
        for (const each of ends) each.destroy();
      });
    }
    if (state === "open") join(ends);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = "silent";
      for (const ends of open) for (const end of ends) end.unpipe().pause();
    },
    refuse: () => {
      state = "refused";
      closeAll();
    },
    mend: () => {
      state = "open";
    },
    thaw: () => {
      state = "open";
      for (const ends of open) join(ends);
    },
    close: () => {
      server.close();
      closeAll();
    },
  };
}
