import type { Random } from "../random.ts";
import type { Blueprint, Breaking, Form, Operation, Request, Scenario, StrangerAt, Want } from "../scenario.ts";
import { mostOperations, quiet, troubleOf } from "./people.ts";

/** The slots that are added, and what was declared beside them. */
interface Grown {
  readonly client: number;
  readonly credential: number;
  /** With a plain form of each added slot. */
  readonly base: Want;
}

const plainForm: Form = { text: 0, moved: false, renamed: false };

/**
 * A client and its credentials, which take two calls to be deleted: they are edited, switched off, moved, and follow
 * their client, or they go with it, in runs that die between the two calls, may not make the second one, or meet others
 * who switch them on and off or delete them meanwhile.
 */
export function withCredentials(scenario: Scenario, random: Random): Scenario {
  const client = scenario.blueprints.length;
  const blueprints = [...scenario.blueprints, ...addedTo(client, random)];
  const wants = scenario.operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const former = random.chance(0.6) ? undefined : wants.at(-1);
  const base = blueprints.map((_, slot) => (slot < client ? (former?.[slot] ?? null) : plainForm));
  const grown: Grown = { client, credential: client + 1, base };
  const series = beliedLast(seriesOf(grown, random));
  const before = scenario.operations.slice(0, random.pick([0, 0, 0, 1, 2]));
  const isCalm = random.chance(0.6);
  return {
    ...scenario,
    // Who is on the same machine sees at once that a process is dead, and takes up what it has left.
    actors: scenario.actors.map(({ isNeighbour }) => ({ isNeighbour: isNeighbour || random.chance(0.8) })),
    blueprints,
    operations: [...before, ...series].slice(0, mostOperations),
    ...(isCalm ? { networkFaults: [], storeFaults: [], operationFaults: [], questionFaults: [] } : {}),
    strangersAt: random.chance(0.35) ? strangersAtOf(grown, random) : [],
  };
}

const plain = {
  by: "dependsOn",
  protect: false,
  retain: false,
  ignoresText: false,
  deletesFirst: false,
  isSecret: false,
} as const;

/** A client, its credential, and at times another one of it or what refers to it. */
function addedTo(client: number, random: Random): readonly Blueprint[] {
  const own = (): Blueprint => ({
    ...plain,
    kind: "credential",
    leansOn: random.chance(0.88) ? client : null,
    by: random.chance(0.6) ? "reference" : "dependsOn",
    protect: random.chance(0.06),
    retain: random.chance(0.08),
    ignoresText: random.chance(0.12),
    deletesFirst: random.chance(0.2),
    isSecret: random.chance(0.08),
  });
  const holder: Blueprint = {
    ...plain,
    kind: "client",
    leansOn: null,
    protect: random.chance(0.04),
    retain: random.chance(0.05),
    deletesFirst: random.chance(0.15),
  };
  const leaner: Blueprint = { ...plain, kind: random.pick(["attachment", "collector", "get"]), leansOn: client + 1 };
  const more: readonly Blueprint[] = random.pick([
    [],
    [],
    [own()],
    [{ ...leaner, by: random.pick(["reference", "dependsOn"]) }],
  ]);
  return [holder, own(), ...more];
}

function seriesOf(grown: Grown, random: Random): readonly Operation[] {
  const of = (act: Operation["act"]): Operation => ({ ...quiet, actor: 0, act });
  const series: Operation[] = [of({ kind: "up", want: grown.base })];
  let want = grown.base;
  for (let left = random.pick([1, 2, 2, 3, 4]); left > 0; left -= 1) {
    const act = actOf(grown, random);
    if (act.kind === "up") want = act.want;
    const operation = of(act);
    const isRun = act.kind === "up" || act.kind === "destroy" || act.kind === "undo";
    if (!isRun || random.chance(0.45)) {
      series.push(operation);
      continue;
    }
    series.push({ ...operation, ...brokenOf(random) });
    const again = random.pick<Request | null>([act, act, { kind: "up", want }, { kind: "undo" }, null]);
    if (again !== null) series.push({ ...of(again), ...(random.chance(0.3) ? brokenOf(random) : {}) });
  }
  return series;
}

/**
 * What is deleted though the answer refuses that ends a series but for one more act. Of later deletions that are
 * refused as well nothing tells which one has taken the object away, and so none tells what the undo of a later run is
 * to bring back.
 */
function beliedLast(series: readonly Operation[]): readonly Operation[] {
  const first = series.findIndex(({ breaksAt }) => breaksAt?.how === "denied" || breaksAt?.how === "conflicts");
  return first === -1 ? series : series.slice(0, first + 2);
}

function actOf(grown: Grown, random: Random): Operation["act"] {
  const { client, credential, base } = grown;
  const drawn = random.next();
  if (drawn < 0.6) return { kind: "up", want: wantOf(grown, random) };
  if (drawn < 0.7) return { kind: "destroy" };
  if (drawn < 0.78) return { kind: "undo", back: random.pick([0, 0, 0, 1]) };
  if (drawn < 0.94) {
    const kind = random.pick(["edited", "edited", "granted", "deleted", "deleted", "created"]);
    const slot = random.chance(0.75) ? credential : client;
    return { kind, slot, moved: random.chance(0.15), which: random.below(9) };
  }
  return random.pick<Request>([
    { kind: "plan", want: base },
    { kind: "refresh" },
    { kind: "drift" },
    { kind: "cancel-run" },
    { kind: "rename", slot: credential },
    { kind: "forget", slot: credential },
    { kind: "import", slot: credential },
  ]);
}

/** The base with the client, the credential or both in another form, or gone. */
function wantOf({ client, credential, base }: Grown, random: Random): Want {
  const moved: Form = { ...plainForm, moved: true };
  return random.pick([
    base,
    base.with(credential, { ...plainForm, text: random.pick([1, 2]) }),
    base.with(credential, { ...moved, text: random.pick([0, 1, 2]) }),
    base.with(credential, moved),
    base.with(client, moved),
    base.with(client, moved).with(credential, moved),
    base.with(credential, null),
    base.with(client, null).with(credential, null),
    base.with(client, null),
    base.with(credential, { ...plainForm, renamed: true }),
  ]);
}

/** How a run breaks off: mostly at one of the two calls of a deletion. */
function brokenOf(random: Random): Partial<Operation> {
  const number = random.pick([1, 1, 2]);
  const hiddenMs = random.pick([500, 5_000, 25_000]);
  const drawn = random.next();
  if (drawn < 0.3) return { breaksAt: { at: "delete", number, how: "dies" } };
  if (drawn < 0.65) {
    const how = random.pick(["refused", "denied", "conflicts", "stopped", "unanswered"]);
    return { breaksAt: { at: "delete", number, how, ...(how === "unanswered" ? { hiddenMs } : {}) } };
  }
  if (drawn < 0.85) {
    const how = random.pick<Breaking["how"]>(["dies", "refused", "stopped", "unanswered"]);
    const at = { at: "write", number: random.between(1, 4) } as const;
    return { breaksAt: { ...at, how, ...(how === "unanswered" ? { hiddenMs } : {}) } };
  }
  return troubleOf(random);
}

/** Others right before calls of ours, mostly at the very credential that is about to be deleted. */
function strangersAtOf({ client, credential }: Grown, random: Random): readonly StrangerAt[] {
  return Array.from({ length: random.pick([1, 1, 2]) }, (): StrangerAt => {
    const at = random.pick(["delete", "write", "write", "call"]);
    const most = { delete: 4, write: 8, call: 40 }[at];
    const kind = random.pick(["edited", "edited", "granted", "deleted", "denied"]);
    const slot = random.chance(0.8) ? credential : client;
    const act = { kind, slot, moved: random.chance(0.2), which: random.below(9) };
    return { at, number: random.between(1, most), act, ...(random.chance(0.4) ? { toIts: true } : {}) };
  });
}
