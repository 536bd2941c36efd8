import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Move } from "./moves.ts";
import type { Indeterminate, StackState } from "./stack-state.ts";

/** What is known of one physical object now. */
export type Observed =
  | {
      readonly kind: "present";
      readonly outputs: JsonObject;
      /** The platform's tag, or a digest of the outputs where it has none. */
      readonly version: string;
      readonly deleted: boolean;
      readonly displaces: readonly string[];
      /** The same one by one, as its driver can put them back. */
      readonly beside?: readonly Json[];
      /** As the record has it: no read was made, and what else the physical object holds is not known. */
      readonly isBelieved?: true;
    }
  | {
      readonly kind: "absent";
      readonly version: string | null;
      readonly displaces: readonly string[];
      readonly beside?: readonly Json[];
      /** What it lies in is not there either: the platform's words for it. */
      readonly lacksParent?: string;
      /** Why the platform would not make it. */
      readonly refused?: string;
    }
  | { readonly kind: "unreadable"; readonly reason: UnreadableReason; readonly detail: string };

type UnreadableReason = "denied" | "no-credential" | "unavailable" | "invalid";

/** What a problem of an object is called that can't be read. */
export function unreadableCode(reason: UnreadableReason): "denied" | "no-credential" | "unreadable" {
  return reason === "denied" || reason === "no-credential" ? reason : "unreadable";
}

/** A claim on a physical object, in any stack of the store. */
export interface Claim {
  readonly claimKey: string;
  readonly stack: string;
  readonly uid: string;
  readonly address: string;
}

/** What a `get` or a look-up gave. */
export type ReadResult =
  /** `asked`: the id or arguments it was read with. */
  | {
      readonly kind: "done";
      readonly asked: Json;
      readonly outputs: JsonObject;
      readonly id: string | null;
      readonly version: string | null;
      /** What the physical object holds besides, in words; left out where it holds nothing else. */
      readonly displaces?: readonly string[];
    }
  /** Its arguments depend on something not yet built. */
  | { readonly kind: "waiting"; readonly why: string }
  /** It failed; the problems are among those of the look. `asked`: as above, where it was asked at all. */
  | { readonly kind: "failed"; readonly problems: readonly Problem[]; readonly asked?: Json };

/** Values for left-out inputs, and the inputs by which the platform was asked for them. */
export interface Found {
  readonly values: { readonly [field: string]: Json };
  readonly by: JsonObject;
}

/** All that a plan may know of the platforms: taken once, plain data, so that planning is pure. */
export interface Snapshot {
  readonly format: 1;
  readonly stack: string;
  /** After the moves. */
  readonly state: StackState;
  /** Records that go by another name than the store still has. */
  readonly moves: readonly Move[];
  /** Claims on objects that this declaration or state names: those of the own records, and whose the others are. */
  readonly claims: readonly Claim[];
  /** By object key (`objectKey`). */
  readonly observations: ReadonlyMap<string, Observed>;
  /** What new objects lie in, as it was seen, by address of the one that is to be made there. */
  readonly parents: ReadonlyMap<string, Observed>;
  /** Ids of soft-deleted objects of others that managed ones lie in, by the keys of these; absent where none is. */
  readonly holdersDeleted?: ReadonlyMap<string, string>;
  /** By address of the `get` or look-up. */
  readonly reads: ReadonlyMap<string, ReadResult>;
  /** Values chosen or found for inputs that were left out: auto-names and platform look-ups, by address. */
  readonly found: ReadonlyMap<string, Found>;
  /** Each provider in use whose configuration was known, as it was then, and the cloud behind it. */
  readonly providers: ReadonlyMap<string, { readonly config: JsonObject; readonly cloudId: string }>;
  /** uids for addresses that have none yet. */
  readonly freshUids: ReadonlyMap<string, string>;
  /** What broken-off runs began, and whose result is not known. */
  readonly indeterminate: readonly Indeterminate[];
  readonly at: string;
}

/** Key of an observation. */
export function objectKey(cloudId: string, idKey: string): string {
  return `${cloudId} ${idKey}`;
}

/** In the place of the name of a stack that is not to be told. No stack can be called so. */
const hiddenName = "~~";

/** The same claim, for those who may not know whose it is. */
export function withoutName(claim: Claim): Claim {
  return { ...claim, stack: hiddenName, address: "" };
}

/**
 * Who has a claim, for people. Stacks whose names begin with `~` hold one object each that is managed by itself; people
 * don't know them by name.
 */
export function claimantOf({ address, stack }: Pick<Claim, "address" | "stack">): string {
  if (stack === hiddenName) return "another stack of this store";
  return stack.startsWith("~") ? "an object that is managed by itself" : `\`${address}\` of stack \`${stack}\``;
}
