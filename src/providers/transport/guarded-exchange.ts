import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { isIP, isIPv6, type LookupFunction, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { keptConnections } from "./kept-connections.ts";
import { nodeExchange } from "./node-exchange.ts";

/**
 * Gives the addresses to connect to for an origin; null where that is whatever its host says. Throws what the exchange
 * is to throw where nothing is to be connected to.
 */
export type Judge = (origin: URL) => Promise<readonly string[] | null>;

type ConnectOptions = Parameters<SecureAgent["createConnection"]>[0];
type Connected = NonNullable<Parameters<SecureAgent["createConnection"]>[1]>;

/**
 * A way out whose every connection is judged when it is made, and leads to the addresses that were judged: what a name
 * has come to mean since says nothing. Its connections are kept apart from all others, so a kept one was judged too.
 */
export function guardedExchange(judge: Judge): Exchange {
  return nodeExchange({ plain: new GuardedAgent(judge), secure: new GuardedSecureAgent(judge) });
}

class GuardedAgent extends Agent {
  readonly #judge: Judge;

  constructor(judge: Judge) {
    super(keptConnections);
    this.#judge = judge;
  }

  override createConnection(options: ConnectOptions, connected?: Connected): undefined {
    const connect = (judged: ConnectOptions) => super.createConnection(judged);
    void connectJudged("http:", options, this.#judge, connect, connected);
  }
}

class GuardedSecureAgent extends SecureAgent {
  readonly #judge: Judge;

  constructor(judge: Judge) {
    super(keptConnections);
    this.#judge = judge;
  }

  override createConnection(options: ConnectOptions, connected?: Connected): undefined {
    const connect = (judged: ConnectOptions) => super.createConnection(judged);
    void connectJudged("https:", options, this.#judge, connect, connected);
  }
}

async function connectJudged(
  protocol: "http:" | "https:",
  options: ConnectOptions,
  judge: Judge,
  connect: (options: ConnectOptions) => Duplex | null | undefined,
  connected: Connected = () => {},
): Promise<void> {
  const { host, port } = options;
  const name = host ?? "";
  try {
    const addresses = await judge(new URL(`${protocol}//${isIPv6(name) ? `[${name}]` : name}:${port}`));
    const socket = connect(addresses === null ? options : { ...options, lookup: lookupOf(addresses) });
    connected(null, socket ?? new Socket());
  } catch (cause) {
    connected(cause instanceof Error ? cause : new Error(String(cause)), new Socket());
  }
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, callback) => {
    const [first] = known;
    if (all === true || first === undefined) callback(null, known);
    else callback(null, first.address, first.family);
  };
}
