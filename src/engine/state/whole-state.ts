import type { Catalog } from "../../definitions/schema/definition.ts";
import { wholeOutputs } from "../../definitions/schema/whole-value.ts";
import type { ResourceRecord } from "./records/record.ts";
import type { StackState } from "./stack-state.ts";

/**
 * The state with every output of the definitions in its records, null where there is none: older versions left those
 * out.
 */
export function wholeState(state: StackState, { resources }: Catalog): StackState {
  const whole = (record: ResourceRecord): ResourceRecord => {
    const definition = resources[record.type];
    if (definition === undefined) return record;
    const outputs = wholeOutputs(definition, record.outputs);
    return outputs === record.outputs ? record : { ...record, outputs };
  };
  let records: Map<string, ResourceRecord> | undefined;
  for (const [address, record] of state.records) {
    const filled = whole(record);
    if (filled === record) continue;
    records ??= new Map(state.records);
    records.set(address, filled);
  }
  const superseded = state.superseded.map(whole);
  const isSame = records === undefined && superseded.every((record, index) => record === state.superseded[index]);
  return isSame ? state : { ...state, records: records ?? state.records, superseded };
}
