import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { keptConnections } from "./kept-connections.ts";
import { nodeExchange } from "./node-exchange.ts";

/** The way out to names that are believed by their certificates. It connects to whatever a name means. */
export const straightExchange = nodeExchange({
  plain: new Agent(keptConnections),
  secure: new SecureAgent(keptConnections),
});
