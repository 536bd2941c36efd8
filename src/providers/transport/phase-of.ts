import type { ClientRequest } from "node:http";
import { isIP, type Socket } from "node:net";
import type { ExchangePhase } from "../../../packages/base/exchange/exchange-failed.ts";

/** How long a connection may take to stand. */
const connectMs = 10_000;

/**
 * Watches the connection of a request, and tells how far it has come. A connection that does not stand in time is given
 * up, and nothing was sent. One that was kept from an earlier request counts as sent on once a byte was written to it.
 */
export function phaseOf(sent: ClientRequest, url: URL): () => ExchangePhase {
  const isSecure = url.protocol === "https:";
  let phase = (): ExchangePhase => "connect";
  sent.once("socket", (socket) => {
    if (!isOnItsWay(socket)) {
      const before = socket.bytesWritten;
      phase = () => (socket.bytesWritten > before ? "sent" : "connect");
      return;
    }
    phase = () => (isIP(url.hostname.replace(/^\[(.*)\]$/, "$1")) === 0 ? "resolve" : "connect");
    socket.once("lookup", (failure) => {
      if (failure === null) phase = () => "connect";
    });
    socket.once("connect", () => {
      phase = () => (isSecure ? "tls" : "sent");
    });
    socket.once("secureConnect", () => {
      phase = () => "sent";
    });
    giveUpConnecting(sent, socket, isSecure ? "secureConnect" : "connect");
  });
  return () => phase();
}

/** Whether a connection does not stand yet. One to a proxy stands once its tunnel does. */
function isOnItsWay(socket: Socket): boolean {
  return socket.connecting || ("secureConnecting" in socket && socket.secureConnecting === true);
}

function giveUpConnecting(sent: ClientRequest, socket: Socket, stands: "connect" | "secureConnect"): void {
  const waiting = setTimeout(() => {
    sent.destroy(Object.assign(new Error("no connection in time"), { code: "ETIMEDOUT" }));
  }, connectMs);
  for (const end of [stands, "close"]) socket.once(end, () => clearTimeout(waiting));
}
