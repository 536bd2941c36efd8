import fc from "fast-check";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { client, declared } from "../../src/service/use-cases/deployment.fixture.ts";

// What people do to a stack between two runs, as plain data that fast-check can make smaller.

const arm = "/subscriptions/s-1";
const contributor = "b24988ac-6180-42a0-ab88-20f7382dd24c";
const roles = ["8e3af657-a8ff-443c-a75c-2fe8c4bcb635", "acdd72a7-3385-48ef-bd42-f606fba81ae7"];
const policies = ["aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee", "bbbbbbbb-bbbb-4ccc-8ddd-eeeeeeeeeeee"];
/**
 * Others than those: the platform has a policy serve one role only, and no declaration says who is to have it first.
 */
const turningPolicies = ["cccccccc-bbbb-4ccc-8ddd-eeeeeeeeeeee", "dddddddd-bbbb-4ccc-8ddd-eeeeeeeeeeee"];

/**
 * Each resource that a history may declare, and the values that its fields go through; the first is where it begins.
 */
const slots = {
  portal: {
    on: [false, true],
    text: [null, "one", "two"],
    more: [null, "P", "Q"],
    keep: [false, true],
    ref: [null, "gateway"],
  },
  gateway: {
    on: [false, true],
    text: [null, "one", "two"],
    more: [null, "x", "y"],
    place: ["here", "there"],
    ref: [null, "other", "portal"],
    protect: [false, true],
    renamed: [false, true],
  },
  other: {
    on: [false, true],
    text: [null, "one", "two"],
    ref: [null, "gateway"],
    keep: [false, true],
    retain: [false, true],
  },
  found: { on: [false, true], text: [null, "one"] },
  collector: { on: [false, true], text: ["one", "two"], renamed: [false, true] },
  guardrail: { on: [false, true], text: ["RESTRICT_TOKENS_AND_JOB_RUN_AS", "ALLOW_ALL"], retain: [false, true] },
  viewers: { on: [false, true], text: ["roles/compute.viewer", "roles/compute.admin"], more: [null, "later"] },
  assignment: { on: [false, true], place: policies },
  // One name that goes from type to type, from place to place, and is made anew under its own id.
  turning: {
    on: [false, true],
    kind: ["gateway", "member", "collector", "assignment"],
    place: ["a", "b"],
    text: ["one", "two"],
    anew: [false, true],
  },
} as const;

type Slot = keyof typeof slots;
export type Choice = Readonly<Record<string, string | boolean | null>>;
/** What is declared, by slot. */
export type Wish = Readonly<Record<string, Choice>>;

export const nothingWished: Wish = Object.fromEntries(
  Object.entries(slots).map(([slot, fields]) => [
    slot,
    Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values[0] ?? null])),
  ]),
);

export interface Edit {
  readonly slot: string;
  readonly field: string;
  readonly value: string | boolean | null;
}

/** Something that another hand does on the platform. */
export const hands = [
  ...["describe gateway", "label gateway", "delete gateway", "describe portal", "rename portal", "collect", "widen"],
  ...["grant", "grant more", "make found"],
  ...["grant a", "grant b", "bind a", "bind b"],
] as const;
export type Hand = (typeof hands)[number];

/** Those among them that change what they find. */
const drifts = hands.filter((hand) => hand !== "delete gateway" && hand !== "make found");

/** What others change between a run and its undo. */
const handsSince: fc.Arbitrary<readonly Hand[]> = fc.shuffledSubarray(drifts, { minLength: 1 });

/** A field that a run changes, and a hand that changes another one of the same object after it. */
interface OneObject {
  readonly slot: Slot;
  readonly field: string;
  readonly values: readonly [string, string];
  readonly hand: Hand;
}

const oneObject: fc.Arbitrary<OneObject> = fc.constantFrom(
  { slot: "gateway", field: "text", values: ["one", "two"], hand: "label gateway" },
  { slot: "gateway", field: "more", values: ["x", "y"], hand: "describe gateway" },
  { slot: "portal", field: "text", values: ["one", "two"], hand: "rename portal" },
  { slot: "portal", field: "more", values: ["P", "Q"], hand: "describe portal" },
);

/** How a run breaks off at one of its writes, and what is done about it then. */
export interface Break {
  /** So many writes are made before. */
  readonly after: number;
  /**
   * `stopped`: Ctrl-C during the write. Otherwise the process dies, before the write is sent or once it took effect.
   */
  readonly how: "stopped" | "dies before" | "dies after";
  /** What is done about a run whose process died: it is resumed, or cancelled. */
  readonly afterwards: "resumed" | "cancelled";
}

/**
 * One run: what is edited before it, what others did before that, whether deletions fail in it, and how it breaks off.
 */
export interface Deed {
  readonly hand: Hand | null;
  readonly edits: readonly Edit[];
  readonly keepsAll: boolean;
  /** The first creation of an attachment ends with an error, and leaves the object half made or not at all. */
  readonly fails: "half made" | "not made" | null;
  readonly breaks: Break | null;
}

/** What is changed more often than the others, having more to change. */
const often: readonly Slot[] = ["turning", "turning", "turning"];

const edit: fc.Arbitrary<Edit> = fc.constantFrom<Slot[]>(...(Object.keys(slots) as Slot[]), ...often).chain((slot) => {
  const fields = Object.entries(slots[slot]) as unknown as readonly [string, readonly Edit["value"][]][];
  // What is not there has no fields to change.
  return fc
    .oneof(
      { weight: slot === "turning" ? 0 : 1, arbitrary: fc.constant(fields[0] ?? ["on", [true]]) },
      { weight: 1, arbitrary: fc.constantFrom(...fields) },
    )
    .chain(([field, values]) => fc.constantFrom(...values).map((value) => ({ slot, field, value })));
});

const breaks: fc.Arbitrary<Break> = fc.record({
  after: fc.nat(5),
  how: fc.constantFrom("stopped", "dies before", "dies after"),
  afterwards: fc.constantFrom("resumed", "cancelled"),
});

const dying: fc.Arbitrary<Break> = fc.record({
  after: fc.nat(3),
  how: fc.constantFrom("dies before", "dies after"),
  afterwards: fc.constant("resumed"),
});

const deed: fc.Arbitrary<Deed> = fc.record({
  hand: fc.option(fc.constantFrom(...hands), { freq: 2 }),
  edits: fc.array(edit, { minLength: 1, maxLength: 6 }),
  keepsAll: fc.boolean(),
  fails: fc.option(fc.constantFrom("half made" as const, "not made" as const), { freq: 2 }),
  breaks: fc.option(breaks, { freq: 2 }),
});

/** Most things are there from the start. */
const firstDeed: fc.Arbitrary<Deed> = fc
  .tuple(fc.subarray(Object.keys(slots)), fc.array(edit, { maxLength: 6 }))
  .map(([names, edits]) => ({
    hand: null,
    edits: [...names.map((slot) => ({ slot, field: "on", value: true })), ...edits],
    keepsAll: false,
    fails: null,
    breaks: null,
  }));

export interface History {
  /** The last of them is the run before the one that is undone. */
  readonly before: readonly Deed[];
  readonly undone: Deed;
  readonly later: readonly Deed[];
  /** What others do just before the undo. */
  readonly hand: Hand | null;
  /** How the process of the undo dies. */
  readonly undoBreaks: Break | null;
  /** The state of before the run is imported just before the undo. */
  readonly isImported: boolean;
}

export function histories(later: { readonly minLength: number; readonly maxLength: number }): fc.Arbitrary<History> {
  return fc.record({
    // What a broken run has left is finished by the next one, and does not come back with it.
    before: fc
      .tuple(firstDeed, fc.array(deed, { maxLength: 1 }))
      .map(([first, more]) => [
        first,
        ...more.map((each) => ({ ...each, keepsAll: false, fails: null, breaks: null })),
      ]),
    undone: deed,
    later: fc.array(deed, later),
    undoBreaks: fc.option(dying, { freq: 2 }),
    isImported: later.maxLength === 0 ? fc.constant(false) : fc.boolean(),
    hand: later.maxLength === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...hands), { freq: 2 }),
  });
}

/**
 * Histories of a last run, and what others change since: mostly another field of an object that the run has changed,
 * too.
 */
export const historiesAndSince: fc.Arbitrary<readonly [History, readonly Hand[]]> = fc
  .tuple(histories({ minLength: 0, maxLength: 0 }), handsSince, fc.option(oneObject, { freq: 3 }))
  .map(([history, since, one]) =>
    one === null ? [history, since] : [changing(one, history), [...new Set([...since, one.hand])]],
  );

/** The same history, whose run changes the field, and whatever else it does. */
function changing({ slot, field, values: [former, latter] }: OneObject, history: History): History {
  const to = (value: string) => [
    { slot, field: "on", value: true },
    { slot, field, value },
  ];
  const { before, undone } = history;
  const standing = before.map((each) => ({ ...each, edits: [...each.edits, ...to(former)] }));
  return { ...history, before: standing, undone: { ...undone, edits: [...undone.edits, ...to(latter)] } };
}

export function edited(wish: Wish, edits: readonly Edit[]): Wish {
  const next = new Map(Object.entries(wish));
  for (const { slot, field, value } of edits) next.set(slot, { ...next.get(slot), [field]: value });
  return Object.fromEntries(next);
}

const nameOf = (wish: Wish, slot: string) => (wish[slot]?.["renamed"] === true ? `${slot}_renamed` : slot);

/** The declaration of a wish; of two that would lean on one another only the first does. */
export function declarationOf(wish: Wish, foundStands: boolean) {
  const isOn = (slot: string) => wish[slot]?.["on"] === true && (slot !== "found" || foundStands);
  const leans = (slot: string): string | null => {
    const on = wish[slot]?.["ref"];
    return typeof on === "string" && isOn(on) && isOn(slot) ? on : null;
  };
  const order = ["other", "gateway", "portal"];
  const taken = new Map<string, string>();
  const reaches = (from: string, to: string): boolean => {
    const next = taken.get(from);
    return next !== undefined && (next === to || reaches(next, to));
  };
  for (const slot of order) {
    const on = leans(slot);
    if (on !== null && !reaches(on, slot)) taken.set(slot, on);
  }
  const entries = Object.keys(slots).flatMap((slot): [string, JsonObject][] => {
    if (!isOn(slot)) return [];
    const on = taken.get(slot);
    const lean = on === undefined ? "" : ` for \${${nameOf(wish, on)}.id}`;
    return [[nameOf(wish, slot), resourceOf(slot, wish[slot] ?? {}, lean)]];
  });
  const ids = entries.map(([name]): [string, string] => [`id_of_${name}`, `\${resources["${name}"].id}`]);
  const text = isOn("portal") ? { text: wish["portal"]?.["text"] ?? "" } : {};
  const outputs = { ...text, ...Object.fromEntries(ids), fixed: "always" };
  return declared(Object.fromEntries(entries), { outputs });
}

function resourceOf(slot: string, choice: Choice, lean: string): JsonObject {
  const { text = null, more = null, place = null } = choice;
  const options = {
    ...(choice["protect"] === true ? { protect: true } : {}),
    ...(choice["retain"] === true ? { retainOnDelete: true } : {}),
    ...(choice["keep"] === true ? { ignoreChanges: ["description"] } : {}),
    ...("renamed" in choice ? { aliases: [choice["renamed"] === true ? slot : `${slot}_renamed`] } : {}),
  };
  const description = text === null && lean === "" ? {} : { description: `${text ?? ""}${lean}` };
  switch (slot) {
    case "portal":
      return { ...client({ ...description, ...(more === null ? {} : { displayName: more }) }), options };
    case "gateway":
      return attachment("gateway", { ...description, location: place, ...labelsOf(more) }, options);
    case "other":
      return attachment("other", description, options);
    case "found":
      return attachment("found", description, { import: "projects/acme/locations/here/endpointAttachments/found" });
    case "collector":
      return { type: "migrate:ServerCollector", properties: collectorOf(text), options };
    case "guardrail":
      return {
        type: "settings:RestrictWorkspaceAdmins",
        properties: { restrictWorkspaceAdmins: { status: text } },
        options: choice["retain"] === true ? { onDestroy: "retain" } : {},
      };
    case "turning":
      return turningOf(choice);
    case "viewers": {
      const condition = { title: String(more), expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };
      const properties = { name: "wave-1", role: text, member: "group:ops@acme.example" };
      return {
        type: "compute:ReservationIamMember",
        properties: { ...properties, ...(more === null ? {} : { condition }) },
      };
    }
    default:
      return {
        type: "authorization:RoleManagementPolicyAssignment",
        properties: {
          scope: arm,
          roleDefinitionId: `${arm}/providers/Microsoft.Authorization/roleDefinitions/${contributor}`,
          policyId: `${arm}/providers/Microsoft.Authorization/roleManagementPolicies/${place}`,
        },
        options: { onDestroy: "delete" },
      };
  }
}

/** Of the two gateways the first one is kept when it is deleted. */
function turningOf({ kind = null, place = null, text = null, anew = null }: Choice): JsonObject {
  const replacing = (field: string) => (anew === true ? { replaceOnChanges: [field] } : {});
  const isKept = place === "a";
  switch (kind) {
    case "gateway":
      return attachment(
        `turning-${place}`,
        { description: text },
        { ...replacing("description"), ...(isKept ? { retainOnDelete: true } : {}) },
      );
    case "member": {
      const role = text === "one" ? "roles/compute.viewer" : "roles/compute.networkViewer";
      const properties = { name: `turning-${place}`, role, member: "group:ops@acme.example" };
      return { type: "compute:ReservationIamMember", properties, options: replacing("role") };
    }
    case "collector": {
      const properties = { ...collectorOf(text), serverCollectorName: `turning-${place}` };
      return { type: "migrate:ServerCollector", properties, options: replacing("properties") };
    }
    default: {
      const role = `${arm}/providers/Microsoft.Authorization/roleDefinitions/${roles[isKept ? 0 : 1]}`;
      const policyId =
        `${arm}/providers/Microsoft.Authorization/roleManagementPolicies` +
        `/${turningPolicies[text === "one" ? 0 : 1]}`;
      return {
        type: "authorization:RoleManagementPolicyAssignment",
        properties: { scope: arm, roleDefinitionId: role, policyId },
        options: { onDestroy: "delete" },
      };
    }
  }
}

function attachment(id: string, properties: JsonObject, options: JsonObject): JsonObject {
  const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
  return {
    type: "connectors:EndpointAttachment",
    properties: { endpointAttachmentId: id, serviceAttachment, ...properties },
    options,
  };
}

const labelsOf = (more: string | boolean | null) => (more === null ? {} : { labels: { team: more, fixed: "f" } });

function collectorOf(audience: string | boolean | null): JsonObject {
  return {
    resourceGroupName: "rg",
    projectName: "assess",
    serverCollectorName: "c",
    properties: { agentProperties: { spnDetails: { audience } } },
  };
}
