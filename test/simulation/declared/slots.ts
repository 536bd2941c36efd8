import { memoized } from "../../../packages/base/memoized.ts";
import type { Blueprint, Form, Kind, Scenario, Want } from "../scenario.ts";
import { hostOf, nameOf } from "./names.ts";

/** Names the resource of a slot by its form. */
export function formName(slot: number, { name, renamed }: Form): string {
  return name ?? nameOf(slot, renamed);
}

/** A kind that is declared with properties. */
export type ResourceKind = Exclude<Kind, "get" | "lookup">;

/** A slot as it is declared this time. */
export interface Slot {
  readonly slot: number;
  readonly name: string;
  readonly form: Form;
  /** With what the form makes of it. */
  readonly blueprint: Blueprint;
  /** Of a credential: the client that it lies in, by its name on the platform. */
  readonly host: string | null;
}

/** By slot; null where it is not declared. */
export type Slots = readonly (Slot | null)[];

const slotsOfWant = memoized((_: Scenario["blueprints"]) => new WeakMap<Want, Slots>());

/**
 * What a declaration holds. The earlier slot keeps a name that two would have, or the one setting there is; a `get`
 * goes with the slot that it reads, and a credential with the client that it lies in.
 */
export function slotsOf(blueprints: Scenario["blueprints"], want: Want): Slots {
  const known = slotsOfWant(blueprints).get(want);
  if (known !== undefined) return known;
  const made: (Slot | null)[] = [];
  for (const [slot, plain] of blueprints.entries()) {
    const form = want[slot] ?? null;
    const blueprint = form === null ? plain : formed(plain, form);
    const name = form === null ? "" : formName(slot, form);
    const isDouble = made.some(
      (each) => each !== null && (each.name === name || (isSetting(each.blueprint) && isSetting(blueprint))),
    );
    const reads = blueprint.kind === "get" && blueprint.leansOn !== null ? made[blueprint.leansOn] : undefined;
    const isBlind = reads === null || reads?.blueprint.kind === "get" || reads?.blueprint.kind === "lookup";
    const host = hostIn(made, slot, blueprint);
    const isHomeless = blueprint.kind === "credential" && host === null;
    made.push(form === null || isDouble || isBlind || isHomeless ? null : { slot, name, form, blueprint, host });
  }
  slotsOfWant(blueprints).set(want, made);
  return made;
}

/** The client that a credential lies in, where that is declared, or was there before us; null for other kinds. */
function hostIn(made: Slots, slot: number, blueprint: Blueprint): string | null {
  const { kind, leansOn } = blueprint;
  if (kind !== "credential") return null;
  if (leansOn === null) return hostOf(blueprint, slot, false);
  const on = made[leansOn] ?? null;
  return on?.blueprint.kind === "client" ? hostOf(blueprint, slot, on.form.moved) : null;
}

/** All declarations of a scenario that are brought up, the oldest first. */
export function wantsIn({ operations }: Pick<Scenario, "operations">): readonly Want[] {
  return operations.flatMap(({ act }) => (act.kind === "up" || act.kind === "propose" ? [act.want] : []));
}

/** Names under which some declaration of a scenario keeps what it lets go of. */
export function retainedNames(scenario: Scenario): ReadonlySet<string> {
  const { blueprints } = scenario;
  const slots = wantsIn(scenario).flatMap((want) => slotsOf(blueprints, want));
  const isKept = ({ blueprint }: Slot) => blueprint.retain || blueprint.onDestroy === "retain";
  return new Set([
    ...blueprints.flatMap(({ retain }, slot) => (retain ? [nameOf(slot, false), nameOf(slot, true)] : [])),
    // Also of what is recorded under the other name.
    ...slots.flatMap((each) =>
      each !== null && isKept(each) ? [each.name, nameOf(each.slot, false), nameOf(each.slot, true)] : [],
    ),
  ]);
}

/** Names under which some declaration of a scenario leaves a text to others. */
export function ignoringNames(scenario: Scenario): ReadonlySet<string> {
  const slots = wantsIn(scenario).flatMap((want) => slotsOf(scenario.blueprints, want));
  return new Set(slots.flatMap((each) => (each?.blueprint.ignoresText === true ? [each.name] : [])));
}

function isSetting({ kind }: Blueprint): boolean {
  return kind === "setting";
}

function formed(plain: Blueprint, { kind, protect, retain, deletesFirst, onDestroy }: Form): Blueprint {
  if ([kind, protect, retain, deletesFirst, onDestroy].every((each) => each === undefined)) return plain;
  return {
    ...plain,
    ...(kind === undefined || isRead(plain.kind) ? {} : { kind }),
    ...(protect === undefined ? {} : { protect }),
    ...(retain === undefined ? {} : { retain }),
    ...(deletesFirst === undefined ? {} : { deletesFirst }),
    ...(onDestroy === undefined ? {} : { onDestroy }),
  };
}

export function isRead(kind: Kind): boolean {
  return kind === "get" || kind === "lookup";
}

/** What a reference reads of the other node: something that only the platform knows, or that a run may change. */
export function referredOutput({ blueprint }: Slot, slots: Slots): string {
  if (blueprint.kind === "lookup") return "properties.privateLinkServiceConnectionState.status";
  if (blueprint.kind !== "get") return ownOutput(blueprint.kind);
  const read = blueprint.leansOn === null ? null : (slots[blueprint.leansOn] ?? null);
  return readOutput(read);
}

function ownOutput(kind: Kind): string {
  if (kind === "client") return "clientId";
  return kind === "attachment" ? "endpointIp" : "id";
}

/** What is referred to of an object that is read: its text, where that is no secret. */
export function readOutput(read: Slot | null): string {
  if (read === null) return "description";
  const { kind, isSecret } = read.blueprint;
  return (kind === "client" || kind === "attachment") && !isSecret ? "description" : ownOutput(kind);
}
