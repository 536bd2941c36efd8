import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { failed, passed, type VendorDoctor } from "../../../../src/engine/ports/vendor-doctor.ts";
import { keyPaths } from "../wire/key-wire.ts";
import { baseOf, wireCall } from "./wire-call.ts";

/** Looks whether the service answers its caller. */
export function northwindDoctor(exchange: Exchange): VendorDoctor {
  return {
    kind: "northwind",
    examine: async ({ provider }) => {
      const answer = await wireCall(exchange, provider, { method: "GET", path: keyPaths.collection });
      if (answer.kind === "answer") return [passed("service", `${baseOf(provider)} lists its keys`)];
      return [failed("service", answer.detail, "look at the address, and at the token's rights")];
    },
  };
}
