import type { Json } from "../../../../packages/base/json/json.ts";
import type { FieldView } from "../../../contract/documents/plans/steps.ts";

interface Changed {
  readonly path: string;
  readonly old?: Json | undefined;
  readonly new?: Json | undefined;
  readonly difference?: FieldView["difference"];
}

/** What moved, such as a row of drift, as a field of a plan, which is printed in the same way. */
export function driftField({ path, old, new: now, difference }: Changed): FieldView {
  return {
    path,
    ...(difference === undefined ? {} : { difference }),
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
    reason: "declared",
    replace: false,
  };
}
