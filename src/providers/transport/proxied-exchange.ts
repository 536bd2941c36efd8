import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { Duplex } from "node:stream";
import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { keptConnections } from "./kept-connections.ts";
import { nodeExchange } from "./node-exchange.ts";

/** How long a connection may take to stand. */
const usualConnectMs = 10_000;

/** One way a proxy, which keeps its tunnels; a process knows few of them. */
const ways = new Map<string, Exchange>();

/**
 * A way out that sends everything by this proxy. To an https address it is asked for a tunnel (`CONNECT`), and reads
 * nothing of what goes through. A user name and a password in `proxy` go to the proxy alone.
 */
export function byProxy(proxy: string): Exchange {
  const known = ways.get(proxy) ?? proxiedExchange(proxy);
  ways.set(proxy, known);
  return known;
}

/**
 * The same, with connections of its own. A connection that does not stand after `connectMs` is given up, and nothing
 * was sent.
 */
export function proxiedExchange(proxy: string, connectMs = usualConnectMs): Exchange {
  const options = { ...keptConnections, proxyEnv: { http_proxy: proxy, https_proxy: proxy } };
  return nodeExchange({ plain: new Agent(options), secure: new TunnelAgent(options, connectMs) });
}

type ConnectOptions = Parameters<SecureAgent["createConnection"]>[0];
type Connected = NonNullable<Parameters<SecureAgent["createConnection"]>[1]>;

/**
 * An agent that gives a tunnel up which does not stand in time: the proxy, or what is behind it, says nothing. A
 * request has no socket until then, so it can neither time out nor be broken off by itself.
 */
class TunnelAgent extends SecureAgent {
  readonly #connectMs: number;

  constructor(options: ConstructorParameters<typeof SecureAgent>[0], connectMs: number) {
    super(options);
    this.#connectMs = connectMs;
  }

  override createConnection(options: ConnectOptions, connected?: Connected): Duplex | null | undefined {
    let isOver = false;
    const once: Connected = (error, stream) => {
      clearTimeout(waiting);
      if (!isOver) connected?.(error, stream);
      isOver = true;
    };
    const toProxy = super.createConnection(options, once);
    const waiting = setTimeout(() => {
      const late = Object.assign(new Error("no tunnel in time"), { code: "ETIMEDOUT" });
      if (toProxy !== null && toProxy !== undefined) once(late, toProxy);
      toProxy?.destroy();
    }, this.#connectMs);
    return toProxy;
  }
}
