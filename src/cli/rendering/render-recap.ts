import type { Problem } from "../../../packages/base/problems/problem.ts";
import { type Screen, withCommands } from "../terminal.ts";
import { clean, inARow, wrap } from "./text.ts";

/** How many are named, on a terminal that cuts, of those that failed alike, and of those that were not begun. */
const shownAlike = 8;

/** What a person does next, by the code of what happened; of another code `plumb explain` tells more. */
const nextSteps: Readonly<Record<string, string>> = {
  denied: "give the credentials the right that the reason names, and run again",
  "refused-by-platform": "change in the declaration what the platform refuses, and run again",
  "platform-unavailable": "run again later",
  "outcome-unknown": "run again: the plan reads what exists, and goes on from there",
  "timed-out": "run again: the plan reads what exists, and goes on from there",
  "operation-unasked": "run again: the plan reads what exists, and goes on from there",
  "operation-failed": "mend what the platform names, and run again: a half-made object is replaced",
  "already-exists": "take the object over with `plumb import`, or choose another identifier",
  "stale-plan": "run again: the new plan shows what has changed",
};

/**
 * What failed in a run, once for each resource and in the order in which it failed: where it is declared, what happened
 * and what to do; then what was not begun because of that. Nothing where no step failed.
 */
export function renderRecap(
  problems: readonly Problem[],
  placeOf: (address: string) => string | undefined,
  screen: Screen,
): readonly string[] {
  const about = problems.filter(({ severity, address }) => severity === "error" && address !== undefined);
  const failed = new Map<string, Problem>();
  for (const each of about)
    if (each.code !== "not-reached") failed.set(each.address ?? "", failed.get(each.address ?? "") ?? each);
  if (failed.size === 0) return [];
  const alike = Map.groupBy(failed.values(), ({ code, detail, hint }) => JSON.stringify([code, detail, hint]));
  const unbegun = new Set(about.flatMap(({ code, address = "" }) => (code === "not-reached" ? [address] : [])));
  const named = (addresses: readonly string[]) => inARow(addresses.map(clean), screen.whole ? undefined : shownAlike);
  const withPlace = ({ address = "" }: Problem) => {
    const place = placeOf(address);
    return place === undefined ? address : `${address} (${place})`;
  };
  const blocks = [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      `  ${screen.paint("red", "!")} ${screen.paint("bold", named(group.map(withPlace)))}`,
      ...told("what happened:", first.detail === "" ? first.summary : `${first.summary}: ${first.detail}`, screen),
      ...told("what to do:", nextStep(first), screen),
    ];
  });
  const waiting = unbegun.size === 0 ? [] : [`  . not begun because of that: ${named([...unbegun])}`];
  return ["", screen.paint("bold", "What failed:"), ...blocks, ...waiting];
}

function nextStep({ code, hint, pointer }: Problem): string {
  const known = Object.hasOwn(nextSteps, code) ? nextSteps[code] : undefined;
  const mend = pointer === undefined ? "" : "mend the declaration and run again; ";
  return hint ?? known ?? `${mend}\`plumb explain ${code}\` tells more`;
}

function told(what: string, text: string, screen: Screen): readonly string[] {
  const [first = "", ...rest] = wrap(`${what} ${withCommands(screen, text)}`, screen.width - 4);
  return [`    ${screen.paint("dim", what)}${first.slice(what.length)}`, ...rest.map((line) => `    ${line}`)];
}
