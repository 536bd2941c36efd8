import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { Fetch } from "../../base/fetch.ts";
import { nodeNetwork } from "./node-network.ts";

/** As long as the platform's own fetch waits for a connection. */
const usualConnectMs = 10_000;

/** One network a proxy, which keeps its tunnels; a process knows few of them. */
const networks = new Map<string, Fetch>();

/**
 * A network that sends everything by this proxy. To an https address it is asked for a tunnel (`CONNECT`), and reads nothing of what goes
 * through. A user name and a password in `proxy` go to the proxy alone.
 */
export function byProxy(proxy: string): Fetch {
  const known = networks.get(proxy) ?? proxiedNetwork(proxy);
  networks.set(proxy, known);
  return known;
}

/** The same, with connections of its own. A connection that does not stand after `connectMs` is given up, and nothing was sent. */
export function proxiedNetwork(proxy: string, _connectMs = usualConnectMs): Fetch {
  const options = { keepAlive: true, proxyEnv: { http_proxy: proxy, https_proxy: proxy } };
  return nodeNetwork({ plain: new Agent(options), secure: new SecureAgent(options) });
}
