import { jsonOf } from "../../../base/json/plain.ts";
import type { LocalRoute } from "../local-vendor.ts";
import type { FaultKnobs } from "./fault-knobs.ts";

const template = "_local/faults";

/** `/_local/faults`: add rules (all or none), see them with their counts, remove them all. */
export function faultRoutes(knobs: FaultKnobs): readonly LocalRoute[] {
  return [
    {
      method: "POST",
      template,
      handle: ({ body }) => {
        const added = knobs.add(body);
        if (added.ok) return { status: 200, body: { added: added.value } };
        return { status: 400, body: { message: added.error.join("; "), complaints: added.error } };
      },
    },
    {
      method: "GET",
      template,
      handle: () => ({
        status: 200,
        body: jsonOf({ rules: knobs.list(), operations: knobs.markedOperations() }),
      }),
    },
    { method: "DELETE", template, handle: () => ({ status: 200, body: { removed: knobs.clear() } }) },
  ];
}
