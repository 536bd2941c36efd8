import type { Problem, Span } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationSummary, DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Seal } from "../../../definitions/schema/secret-values.ts";
import type { StacksRead } from "../../../engine/check/check-config.ts";
import type { ProviderSurroundings } from "../../../engine/check/check-providers.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import type { KeptOptions } from "../../../engine/check/kept-options.ts";
import type { Declaration, ResourceDeclaration } from "../../../engine/declare/declaration.ts";

/** What of a declaration stands in the place of its own resources, look-ups and outputs. */
export type Instead = Pick<Declaration, "resources" | "lookups" | "outputs">;

/** A place in a text, as a problem names it. */
export interface TextPlace {
  readonly pointer: string;
  readonly at: "key" | "value";
}

/**
 * What is asked about a text. All of it is plain data, and so is what comes of it: both may cross into another thread.
 * What comes of a job is small beside its text, but for a declaration that was accepted.
 */
export interface CheckJobs {
  /** All that is right or wrong with it. */
  readonly check: {
    readonly asked: {
      readonly text: DeclarationText;
      readonly instead: Instead | null;
      readonly surroundings: ProviderSurroundings;
      /** False where nothing of it is kept: its secrets need no sealing then. */
      readonly isForPlan: boolean;
      /** Outputs of other stacks. Left out, a declaration that reads some is not checked: the findings say which. */
      readonly stacks?: StacksRead;
    };
    readonly found: CheckFindings;
  };
  /** What it says of itself, whatever is wrong with the rest. */
  readonly describe: {
    readonly asked: { readonly text: string; readonly file: string };
    readonly found: DeclarationSummary & { readonly kept: ReadonlyMap<string, KeptOptions> };
  };
  /** How one of its resources is declared; null where it is not. */
  readonly resource: {
    readonly asked: { readonly text: string; readonly file: string; readonly name: string };
    readonly found: ResourceDeclaration | null;
  };
  /** Problems with what looks like a sealed value in it, whatever else is wrong. */
  readonly sealed: {
    readonly asked: { readonly text: string; readonly file: string };
    readonly found: readonly Problem[];
  };
  /** Where parts of it stand; null where nothing can be shown. */
  readonly locate: {
    readonly asked: { readonly text: string; readonly file: string; readonly places: readonly TextPlace[] };
    readonly found: readonly (Span | null)[];
  };
}

export type CheckJobKind = keyof CheckJobs;

export interface CheckFindings {
  /** Null when a problem is an error. */
  readonly checked: CheckedDeclaration | null;
  /** In text order, no more than are told. */
  readonly problems: readonly Problem[];
  /** The same, and what vendors are known to refuse of the values: a check tells it, and a plan of what it writes. */
  readonly advised: readonly Problem[];
  /** Whether an expression computes. */
  readonly needsCel: boolean;
  /** The environment variables that the check asked for. */
  readonly lookedAt: ReadonlySet<string>;
  /** Whole names of the stacks whose outputs it must be given first, by config key. Absent: it needs none. */
  readonly wanted?: Readonly<Record<string, string>>;
}

/** For whom a text is looked at. */
export interface CheckFor {
  /** The principal that pays for it: callers have equal shares of what checks. */
  readonly caller: string;
  /** Seals one value of a secret config key. */
  readonly seal: Seal;
  /** Aborts when it is not waited for any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads and checks texts of callers, which may take long however short they are. Throws a Rejection for a text that
 * takes more than a check may ("unprocessable"), and for a caller who has too many waiting ("too many"; decision 0096).
 */
export interface Checker {
  do<Kind extends CheckJobKind>(
    kind: Kind,
    asked: CheckJobs[Kind]["asked"],
    who: CheckFor,
  ): Promise<CheckJobs[Kind]["found"]>;
}
