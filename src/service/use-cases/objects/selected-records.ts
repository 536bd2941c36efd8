import { problem } from "../../../../packages/base/problems/problem.ts";
import { nameables, namedBy, type Selection } from "../../../engine/plan/selection/selection.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";

/** The records that are targets, or all, without those that are excluded. A pattern that names nothing is refused. */
export function selectedRecords({ target = [], exclude = [] }: Selection, state: StackState): StackState {
  if (target.length + exclude.length === 0) return state;
  const all = nameables(null, state);
  const [targets, excluded] = [namedBy(target, all), namedBy(exclude, all)];
  const unknown = [...targets.unknown, ...excluded.unknown];
  if (unknown.length > 0)
    throw new Rejection(
      "unprocessable",
      unknown.map((pattern) => problem("nothing-selected", `\`${pattern}\` names nothing that the stack manages`)),
    );
  const isSelected = ({ address }: { readonly address: string }) =>
    (target.length === 0 || targets.addresses.has(address)) && !excluded.addresses.has(address);
  return {
    ...state,
    records: new Map([...state.records].filter(([, record]) => isSelected(record))),
    superseded: state.superseded.filter(isSelected),
  };
}
