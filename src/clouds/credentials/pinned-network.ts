import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Fetch } from "../../base/fetch.ts";
import { nodeNetwork } from "./node-network.ts";

/** Kept apart from all others: who takes a connection from here knows that its address was checked. */
const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

/** A network that connects to these addresses only, whatever the name in a request's URL has come to mean, and by no proxy. */
export function pinnedTo(addresses: readonly string[]): Fetch {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_, { all }, callback) => {
    const [first] = known;
    if (all === true || first === undefined) callback(null, known);
    else callback(null, first.address, first.family);
  };
  return nodeNetwork({ ...agents, lookup });
}
