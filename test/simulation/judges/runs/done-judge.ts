import type { Deed } from "../../run-scenario.ts";
import type { Scenario } from "../../scenario.ts";
import { judgeDeclared } from "../content-judge.ts";
import type { Violation } from "../journal-judge.ts";
import { isBeyondUs, type Standing } from "../recorded-judge.ts";
import { hasDone } from "./run-judge.ts";

/**
 * A run that tells that it is done has done it, whatever disturbed it: what its declaration wants stands as declared.
 * To be asked of the only deed since all was quiet. Nothing is asked of objects that are beyond us.
 */
export function judgeDoneRun(deed: Deed, scenario: Scenario, standing: Standing): readonly Violation[] {
  const { act } = deed.operation;
  if (act.kind !== "up" || !hasDone(deed)) return [];
  const { journal, world } = standing;
  const isExcused = (record: Parameters<typeof isBeyondUs>[0]) => isBeyondUs(record, deed, standing);
  return judgeDeclared(scenario, act.want, journal, world.storage, isExcused).map(({ detail }) => ({
    rule: "told as done",
    detail,
  }));
}
