import type { Random } from "../random.ts";
import type { Form, Kind, Operation, Scenario, Want } from "../scenario.ts";
import { quiet } from "./people.ts";

const kinds: readonly Kind[] = ["setting", "setting", "member", "member", "attachment", "client", "collector"];

/**
 * The first write of a setting, of a share, or of an object is not answered, and no read shows it for a while: right
 * after it, it leaves the declaration, or everything is destroyed. Some are protected or to be kept, and beside some
 * shares others have theirs.
 */
export function withUnseenWrites(scenario: Scenario, random: Random): Scenario {
  const { blueprints, operations } = scenario;
  const kind = random.pick(kinds as readonly [Kind, ...Kind[]]);
  const slots = blueprints.flatMap((each, slot) => (each.kind === kind ? [slot] : []));
  const slot = slots[random.below(slots.length)];
  if (slot === undefined) return scenario;
  const wants = operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const none: Want = blueprints.map(() => null);
  const isAlone = random.chance(0.6);
  const others: Want = (isAlone ? none : (wants.at(-1) ?? none)).with(slot, null);
  // Another hand has restricted a setting before us, or has its grants where a share is to stand.
  const kindBefore = kind === "setting" ? "edited" : kind === "member" ? "granted" : null;
  const isChangedBefore = kindBefore !== null && random.chance(0.6);
  const form = { ...formOf(random), ...(isChangedBefore && kind === "setting" ? { text: 1 } : {}) };
  const of = (act: Operation["act"]): Operation => ({ ...quiet, actor: 0, act });
  const up = of({ kind: "up", want: others.with(slot, form) });
  const without = of({ kind: "up", want: others });
  const destroy = of({ kind: "destroy" });
  const number = isAlone ? 1 : random.between(1, 4);
  const hiddenMs = random.pick([500, 5_000, 25_000, 29_000]);
  const lost: Operation = { ...up, breaksAt: { at: "write", number, how: "unanswered", hiddenMs } };
  const which = random.below(9);
  const before = isChangedBefore ? [of({ kind: kindBefore, slot, moved: false, which })] : [];
  const after = random.pick([
    [without],
    [without, destroy],
    [destroy],
    [destroy],
    [of({ kind: "plan", want: others }), without],
    [of({ kind: "refresh" }), random.pick([without, destroy])],
    [up, random.pick([without, destroy])],
    [up],
  ]);
  const isCalm = random.chance(0.7);
  return {
    ...scenario,
    operations: [...before, lost, ...after],
    ...(isCalm ? { networkFaults: [], storeFaults: [], strangersAt: [], operationFaults: [], questionFaults: [] } : {}),
  };
}

function formOf(random: Random): Form {
  const plain = { text: random.pick([0, 2]), moved: false, renamed: false };
  const drawn = random.next();
  if (drawn < 0.25) return { ...plain, protect: true };
  if (drawn < 0.4) return { ...plain, retain: true };
  return drawn < 0.8 ? { ...plain, protect: false, retain: false, onDestroy: "restore" } : plain;
}
