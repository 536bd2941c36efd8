import { project, type StateRows } from "../../../src/engine/state/stack-state.ts";
import { roleOf, wholeIdOf } from "../declared/names.ts";
import { type Slot, slotsOf } from "../declared/slots.ts";
import type { Violation } from "../judges/journal-judge.ts";
import { objectOf } from "../judges/runs/run-history.ts";
import type { Ending } from "../perform.ts";
import type { Request, Scenario, Want } from "../scenario.ts";
import type { World } from "../world/world.ts";

const assignments = "providers/Microsoft.Authorization/roleManagementPolicyAssignments";

/** An object that a stack has: it is recorded, or a run has begun to change it and nothing tells how that ended. */
interface Holding {
  readonly stack: string;
  readonly object: string;
  readonly fromMs: number;
  untilMs: number;
}

/** What a request of one stack came to. */
export interface StackDeed {
  readonly stack: string;
  readonly pid: number;
  readonly request: Request;
  readonly begunMs: number;
  readonly endMs: number;
  readonly writesBefore: number;
  readonly writesAfter: number;
  readonly ending: Ending;
  /** Nothing was open of its stack when it began. */
  readonly isSettled: boolean;
}

/** The objects in a stack's journal so far, by the keys of its records and intents. */
interface Journal {
  readonly objects: Map<string, string>;
  serial: number;
}

/**
 * Holds the journals of several stacks over one store against each other and against the platforms' own log: an object
 * is never two stacks'. It goes by the objects' ids, and by no claim that the engine makes of them.
 */
export class ClaimsJudge {
  readonly #world: World;
  readonly #journals = new Map<string, Journal>();
  readonly #holdings: Holding[] = [];
  #seenEvents = 0;
  #seenWrites = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** The objects that other stacks have now. */
  othersThan(stack: string): ReadonlySet<string> {
    return new Set(
      this.#holdings.flatMap((each) => (each.stack !== stack && each.untilMs === Infinity ? [each.object] : [])),
    );
  }

  /** Judges what was written to the store and to the platforms since the last look. `stackOf`: by pid. */
  read(stackOf: ReadonlyMap<number, string>): readonly Violation[] {
    const { kept, store, storage } = this.#world;
    const atMs = new Map(
      store.deeds.flatMap((deed) => (deed.kind === "wrote" ? [[`${deed.stack} ${deed.serial}`, deed.atMs]] : [])),
    );
    const violations: Violation[] = [];
    for (const event of kept.events.slice(this.#seenEvents)) {
      if (event.kind !== "appended") continue;
      const { stack } = event;
      const journal = this.#journals.get(stack) ?? { objects: new Map(), serial: 0 };
      this.#journals.set(stack, journal);
      journal.serial += 1;
      for (const entry of event.entries) project(entry, rowsOf(journal));
      violations.push(
        ...this.#hold(stack, new Set(journal.objects.values()), atMs.get(`${stack} ${journal.serial}`) ?? 0),
      );
    }
    this.#seenEvents = kept.events.length;
    for (const { object, action, sender, atMs: at } of storage.writes.slice(this.#seenWrites)) {
      const stack = stackOf.get(sender.pid ?? 0);
      const holder = this.#holdings.find(
        (each) => each.stack !== stack && each.object === loggedObject(object) && each.fromMs < at && at < each.untilMs,
      );
      if (stack !== undefined && holder !== undefined)
        violations.push({ rule: "another's", detail: `${stack} has written ${action} ${object} of ${holder.stack}` });
    }
    this.#seenWrites = storage.writes.length;
    return violations;
  }

  /** Whether a stack was refused what another one had all the while, before it wrote, and was refused nothing else. */
  judgeDeed({ request, ending, ...deed }: StackDeed, scenario: Scenario): readonly Violation[] {
    const overlapping = this.#holdings.filter(
      ({ stack, fromMs, untilMs }) => stack !== deed.stack && fromMs <= deed.endMs && untilMs >= deed.begunMs,
    );
    const of = `${request.kind} of ${deed.stack}`;
    // What a run of the same stack has begun to make is no other's.
    const isTold = ending.problems.some(
      ({ code, detail }) => code === "claimed-twice" && !detail.includes("has begun to make"),
    );
    if (isTold && overlapping.length === 0)
      return [{ rule: "refused for nothing", detail: `${of} meets no object of another stack` }];
    if (request.kind !== "up" && request.kind !== "plan") return [];
    const wanted = objectsOf(scenario, request.want);
    const taken = overlapping.find(
      ({ object, fromMs, untilMs }) => wanted.has(object) && fromMs < deed.begunMs && untilMs > deed.endMs,
    );
    if (taken === undefined) return [];
    const what = `${of} declares ${taken.object} of ${taken.stack}`;
    if (ending.status === "done" || ending.status === "failed")
      return [{ rule: "not refused", detail: `${what} and ends ${ending.status}` }];
    const writes = this.#world.storage.writes.slice(deed.writesBefore, deed.writesAfter);
    const own = deed.isSettled ? writes.find(({ sender }) => sender.pid === deed.pid) : undefined;
    if (own !== undefined)
      return [{ rule: "refused late", detail: `${what} and writes ${own.object} before it is refused` }];
    if (ending.status !== "refused" || isTold || this.#world.network.struck > 0) return [];
    return [{ rule: "refused otherwise", detail: `${what} and is told ${ending.problems.map(({ code }) => code)}` }];
  }

  /** A stack has these objects, and no others, from a moment on. */
  #hold(stack: string, objects: ReadonlySet<string>, atMs: number): readonly Violation[] {
    const now = this.#holdings.filter(({ untilMs }) => untilMs === Infinity);
    const own = now.filter((each) => each.stack === stack);
    for (const each of own) if (!objects.has(each.object)) each.untilMs = atMs;
    const had = new Set(own.map(({ object }) => object));
    return [...objects].flatMap((object): readonly Violation[] => {
      if (had.has(object)) return [];
      this.#holdings.push({ stack, object, fromMs: atMs, untilMs: Infinity });
      const other = now.find((each) => each.stack !== stack && each.object === object);
      return other === undefined ? [] : [{ rule: "two stacks", detail: `${stack} has ${object} of ${other.stack}` }];
    });
  }
}

/** The objects that a declaration names by itself. */
export function objectsOf({ blueprints }: Scenario, want: Want): ReadonlySet<string> {
  return new Set(slotsOf(blueprints, want).flatMap((each) => (each === null ? [] : (declaredObject(each) ?? []))));
}

/** Null where the engine chooses the name. */
function declaredObject(slot: Slot): string | null {
  if (slot.blueprint.kind === "assignment") {
    const { scope, roleDefinitionId } = roleOf(slot.slot, slot.form.moved);
    return `${scope}/${assignments}/${roleDefinitionId.split("/").at(-1)}`.toLowerCase();
  }
  const id = wholeIdOf(slot);
  return id === null ? null : physicalObject(id);
}

/** Names the one thing that an id stands for as the platforms' log does: a share by the policy that it is in. */
function physicalObject(id: string): string {
  return loggedObject(objectOf(id));
}

/** An assignment is that of its scope and role, whatever policy it binds. */
function loggedObject(object: string): string {
  return object.toLowerCase().replace(new RegExp(`(?<=${assignments.toLowerCase()}/)[^/_]+_`), "");
}

function rowsOf({ objects }: Journal): StateRows {
  const nothing = () => {};
  return {
    putRecord: (key, { identity }) => objects.set(`record ${key}`, physicalObject(identity.id)),
    removeRecord: (key) => objects.delete(`record ${key}`),
    putIntent: (key, { identity }) => objects.set(`intent ${key}`, physicalObject(identity.id)),
    removeIntent: (key) => objects.delete(`intent ${key}`),
    setHandle: nothing,
    putClaim: nothing,
    removeClaim: nothing,
    setOutputs: nothing,
    setContext: nothing,
  };
}
