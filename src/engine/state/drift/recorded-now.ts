import { jsonEqual } from "../../../../packages/base/json/json.ts";
import type { Intent } from "../journal.ts";
import type { ResourceRecord } from "../records/record.ts";

type Recorded = Pick<ResourceRecord, "inputs">;

/** Whether a record has a field as a call has asked for it. */
export function isAsAsked({ inputs }: Recorded, name: string, { request }: Pick<Intent, "request">): boolean {
  return jsonEqual(inputs[name] ?? null, request.inputs[name] ?? null);
}

/** Whether a record is the first to tell of all that a change has asked for. */
export function isRecordedNow(change: Pick<Intent, "request">, was: Recorded | null, is: Recorded | null): boolean {
  const tells = (record: Recorded) => change.request.fields.every((name) => isAsAsked(record, name, change));
  return was !== null && is !== null && tells(is) && !tells(was);
}
