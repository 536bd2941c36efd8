import { jsonEqual } from "../../../../packages/base/json/json.ts";
import { jsonOf } from "../../../../packages/base/json/plain.ts";
import type { RecordedOptions } from "./record.ts";

export function sameOptions(one: RecordedOptions, other: RecordedOptions): boolean {
  return jsonEqual(jsonOf(one), jsonOf(other));
}
