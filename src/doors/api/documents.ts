/** Shapes of the documents that cross the HTTP API: what every door shows and every client reads. Types only. */
import type { Json, JsonObject } from "../../base/json.ts";
import type { Problem, Span } from "../../base/problem.ts";

/** A declaration as the user wrote it, with the configuration values given beside it. */
export interface DeclarationText {
  /** Name for spans, as the user typed it. */
  readonly file: string;
  readonly text: string;
  /** Values for `config`, from the command line (`k=v`, always text) or a program. */
  readonly config: JsonObject;
  /** Where values of `config` come from; those of a program's own are not missed when they are gone. */
  readonly configFrom?: { readonly [key: string]: ConfigFrom };
  /** Where values of `config` stand in a file of their own: problems with them are told there. */
  readonly configAt?: { readonly [key: string]: ConfigPlace };
}

/** Where a config value stands; `isPlain`: in the clear, not sealed. */
export interface ConfigPlace {
  readonly key: Span;
  readonly value: Span;
  readonly isPlain: boolean;
}

export type ConfigFrom = "option" | "environment" | "file" | "program";

export type Action =
  | "same"
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "read"
  | "import"
  | "adopt"
  | "undelete"
  | "retain"
  | "move";

/** Why a field differs. */
export type FieldReason = "declared" | "drifted" | "identity" | "platform default" | "known after apply";

export interface FieldView {
  /** JSON pointer below the resource's properties, e.g. `/condition/title`; `/id` where the reason is the identity. */
  readonly path: string;
  /** Absent when there was none. */
  readonly old?: Json;
  /** Absent when it goes away; `{$unknown: why}` when only the apply can tell; `{$secret: ...}` when sealed. */
  readonly new?: Json;
  readonly reason: FieldReason;
  /** Changing it forces replacement. */
  readonly replace: boolean;
}

export interface StepView {
  /** Logical name. */
  readonly name: string;
  readonly type: string;
  readonly action: Action;
  /** Physical id, when known. */
  readonly id?: string;
  readonly fields: readonly FieldView[];
  /** Sentences a careful colleague would say about this step. */
  readonly warnings: readonly string[];
  /** A replaced or moved object's old self, which goes apart from what is made in its place, or (`goneWith`) with it. */
  readonly superseded?: boolean;
  /** Of a replace: which comes first. */
  readonly order?: "create-before-delete" | "delete-before-create";
  /** Of a read: it was done while planning, and the run only passes its result on. */
  readonly done?: true;
  /** The logical name that the resource had so far. */
  readonly movedFrom?: string;
  /** Of a replace: the soft-deleted object under the new identifier is undeleted and updated instead of creating one. */
  readonly undeletes?: true;
  /** Of a delete: no call is made, since what is done to the resource named takes this one along. */
  readonly goneWith?: string;
  /** Of a delete or retain: the object stays, and is put back as it was before us (or before the undone run). */
  readonly putBack?: true;
  /** A run refuses it without a call, and with it what needs it; the step's warnings say why. */
  readonly blocked?: true;
}

/** An option that is declared otherwise than it is recorded. */
export interface OptionChangeView {
  /** Logical name of the resource. */
  readonly name: string;
  /** As declarations name it; `version` is the interface version, `provider.KEY` a value of its provider's configuration. */
  readonly option: string;
  /** Absent when there was none. */
  readonly old?: Json;
  /** Absent when there is none any more. */
  readonly new?: Json;
}

export interface Summary {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly same: number;
  readonly read: number;
  readonly import: number;
  readonly adopt: number;
  readonly undelete: number;
  readonly retain: number;
  readonly move: number;
}

/** A plan as a list has it. */
export interface PlanListRow {
  readonly digest: string;
  readonly kind: string;
  readonly createdAt: string;
  readonly summary: Summary;
}

export interface PlanView {
  readonly digest: string;
  readonly stack: string;
  readonly kind: "apply" | "destroy" | "undo" | "refresh" | "import";
  readonly summary: Summary;
  readonly steps: readonly StepView[];
  /** Outputs whose values differ from the last run's; `{$unknown}` when known after apply. */
  readonly outputs: readonly { readonly name: string; readonly old?: Json; readonly new?: Json }[];
  /** What can be planned only after other steps, and why. */
  readonly deferred: readonly { readonly name: string; readonly why: string }[];
  /** What moved on the platform since it was recorded and no step puts back: a run takes the new values into the records. */
  readonly drift?: readonly DriftRow[];
  /** Options of managed resources that are declared otherwise than they are recorded: the run notes them, without a call. */
  readonly options?: readonly OptionChangeView[];
  /** Unchanged resources whose record alone a run brings up to date (options, dependencies, drift), without any call. */
  readonly records?: readonly string[];
  /** Of an import, when it is planned: each object with the declaration that plans empty for it. */
  readonly imports?: readonly ImportView[];
  /** Calls that were in flight when it was made; only in the answer that makes it. */
  readonly inFlight?: readonly SettledCall[];
  /** There is no such stack yet: the run makes it. */
  readonly makesStack?: boolean;
  /** Nothing of what the stack manages stays: a run is refused unless it is told that this is meant. */
  readonly removesAll?: boolean;
  /** The run notes another project or other sources of config than before, if nothing else. */
  readonly notesContext?: boolean;
  /** Made in the read-only mode (`PLUMB_READ_ONLY`): whoever made it starts no run. Only in the answer that makes it. */
  readonly readOnly?: boolean;
  /** Errors block the plan from being carried out; warnings do not. */
  readonly problems: readonly Problem[];
}

/** A call that was sent, or was about to be, and whose end is not noted: its object may exist, or be changed, or be gone. */
export interface InFlightCall {
  readonly run: string;
  /** Logical name. */
  readonly name: string;
  readonly type: string;
  readonly operation: "create" | "update" | "delete" | "undelete";
  /** Id on the platform. */
  readonly id: string;
  /** Top-level inputs that it writes. */
  readonly fields: readonly string[];
  /** When it was noted, just before it was sent. */
  readonly at: string;
  /** The platform has answered that it is at work on it. */
  readonly isConfirmed: boolean;
}

/** A call that was in flight when a plan was made, and what a look at its object has told. */
export interface SettledCall extends InFlightCall {
  readonly became:
    | "took-effect"
    | "came-to-nothing"
    /** Its object is not shown any more, which a read that lags behind may do too; the next plan decides anew. */
    | "not-shown"
    /** Nothing is there; a read that lags behind may show it yet. */
    | "not-seen"
    /** Its operation goes on, or its run does. */
    | "pending"
    | "unreadable"
    /** Something is there, otherwise than it was to be made. */
    | "not-provably-ours";
  readonly detail: string;
}

export interface CheckView {
  readonly problems: readonly Problem[];
}

/** One line of a run's event stream (NDJSON). */
export type RunEvent =
  | {
      readonly event: "started";
      readonly run: string;
      readonly stack: string;
      readonly plan: string;
      readonly steps: number;
    }
  | {
      readonly event: "step";
      readonly phase: "started";
      readonly name: string;
      readonly type: string;
      readonly action: Action;
      /** Of a delete or retain: the object stays, and is put back as it was before. */
      readonly putBack?: true;
    }
  | {
      readonly event: "step";
      readonly phase: "waiting";
      readonly name: string;
      readonly type: string;
      readonly action: Action;
      readonly putBack?: true;
      readonly detail: string;
    }
  | {
      readonly event: "step";
      readonly phase: "done";
      readonly name: string;
      readonly type: string;
      readonly action: Action;
      readonly putBack?: true;
      readonly id?: string;
      readonly durationMs: number;
      /** What was to be deleted was gone before; it is in no count of what was deleted. */
      readonly wasAbsent?: true;
      /** What is to be told of it although it is done. */
      readonly warning?: Problem;
    }
  | {
      readonly event: "step";
      /** `in-flight`: its call was sent, and the run does not wait for what became of it. */
      readonly phase: "failed" | "skipped" | "in-flight";
      readonly name: string;
      readonly type: string;
      readonly action: Action;
      readonly putBack?: true;
      readonly problem: Problem;
    }
  | RunSummary;

export interface RunSummary extends Summary {
  readonly event: "summary";
  readonly run: string;
  /**
   * `refused`: nothing was called, see `problems`. `stopped`: all that was approved is done, and what it had to defer
   * turned out to need more than was allowed.
   */
  readonly status: "done" | "failed" | "refused" | "stopped" | "cancelled";
  readonly failed: number;
  readonly skipped: number;
  /** Calls that were sent and not answered: these objects may exist. Left out by a service that is older. */
  readonly inFlight?: readonly InFlightCall[];
  readonly durationMs: number;
  readonly outputs: JsonObject;
  readonly problems: readonly Problem[];
}

/** A row of `state list`. */
export interface ResourceRow {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly provider: string;
  readonly status: string;
  /** It was imported and no run has seen it declared yet: no plan ends it. Left out where it is not so. */
  readonly awaitsDeclaration?: true;
}

/** What `state show` shows. */
export interface ResourceView extends ResourceRow {
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  readonly dependsOn: readonly string[];
  readonly generation: number;
  readonly observedAt: string;
}

/** Answer of a direct read (`get`). */
export interface ReadView {
  readonly type: string;
  readonly id: string;
  readonly outputs: JsonObject;
}

export interface LookupView {
  readonly function: string;
  readonly result: JsonObject;
}

/** An import that was recorded, and the declaration that plans empty for it. */
export interface ImportView extends ReadView {
  readonly name: string;
  /** The resource's entry under `resources:`. */
  readonly declaration: JsonObject;
  /** Warnings: what a run does to others although the declaration plans no change. */
  readonly problems: readonly Problem[];
}

/** An object that no stack of the store manages. */
export interface UnmanagedRow extends ReadView {
  /** A logical name that it could be imported under; its name in the declaration where it is declared. */
  readonly suggestedName: string;
  /** The resource of the given declaration that has this identity. */
  readonly declaredAs?: string;
}

export interface StackRow {
  readonly name: string;
  /** How many objects it manages. */
  readonly resources: number;
  readonly serial: number;
  /** Whose declarations it takes; null until one is applied. */
  readonly project: string | null;
  /** Why nothing more is known of it: what is recorded of it is damaged. Its numbers are 0 then. */
  readonly problems: readonly Problem[];
}

/** One difference between a record and the world. */
export interface DriftRow {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  /** All are drift but `equivalent form`. `out-of-band`: an input moved. `output`: a value that only the platform gives moved. */
  readonly class: "out-of-band" | "output" | "equivalent form" | "gone" | "lagging read" | "unreadable";
  /** JSON pointer below the outputs; empty where the whole object is meant. Items of unordered lists are named by their key. */
  readonly path: string;
  readonly old?: Json;
  readonly new?: Json;
  readonly detail?: string;
  /** The declaration leaves the field alone (`ignoreChanges`): no plan puts it back. */
  readonly ignored?: true;
  /** Its record stays for now: a read so soon after our last write may lag behind. */
  readonly kept?: true;
  /** Who changed it last and when, where the platform tells. */
  readonly by?: string;
  readonly at?: string;
}

export interface DriftView {
  readonly stack: string;
  /** How many managed objects were looked at. */
  readonly objects: number;
  readonly drift: readonly DriftRow[];
  /** Calls of runs whose end is not known: what they did is not counted as drift. Absent when there are none. */
  readonly inFlight?: readonly InFlightCall[];
}

/** A row of `runs list`. */
export interface RunRow {
  readonly run: string;
  /** Digest of the plan it carried out. */
  readonly plan: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly status: "running" | "done" | "failed" | "cancelled" | "broken off";
  /** Steps that changed something. */
  readonly changes: number;
}

/** An edit of a stack's state: it has changed records without carrying out a plan, and can be undone by its id like a run. */
export interface StateEditRow {
  readonly edit: string;
  /** What was done, in words. */
  readonly detail: string;
  /** When it was made; null for one that does not tell: older versions, and a repair by `plumb doctor`. */
  readonly at: string | null;
  /** Resources whose records it changed. */
  readonly changes: number;
  /** The last run that had begun before it; null where none had. */
  readonly afterRun: string | null;
}

/** One call of a run; or a step that ended without any, which has no call to tell of. */
export interface RunStepRow {
  readonly name: string;
  readonly type: string | null;
  readonly operation: "create" | "update" | "delete" | "undelete" | null;
  readonly id: string | null;
  readonly at: string | null;
  /** `open`: no result is recorded; the next plan finds out. */
  readonly outcome: "done" | "failed" | "open";
  readonly detail: string;
}

export interface RunView extends RunRow {
  readonly steps: readonly RunStepRow[];
  /** Calls whose end nobody noted: these objects may exist. */
  readonly inFlight: readonly InFlightCall[];
}

/** A run that is over, and how it ended. */
export interface CancelView {
  readonly run: string;
  readonly status: string;
  /** Calls whose end nobody has noted. */
  readonly inFlight: readonly InFlightCall[];
}

/** A stack's state as `state export` writes it. `digest` is over everything else. */
export interface StateDocument {
  readonly format: number;
  readonly stack: string;
  readonly lineage: string;
  readonly serial: number;
  readonly records: readonly JsonObject[];
  readonly outputs: JsonObject;
  /** Keys of the records that each output was made from; absent in documents of older versions. */
  readonly outputSources?: JsonObject;
  /** Whose declarations the stack takes, and which config its last run had; absent in documents of older versions. */
  readonly context?: JsonObject;
  /** Calls whose end was not known; their objects may be there and are in none of the records. No import takes them. */
  readonly inFlight: readonly InFlightCall[];
  readonly digest: string;
}

/** What an import of a state came to. */
export interface StateImported {
  /** Objects that stood in the former records and are in none of the document: they stay on their platforms as they are. */
  readonly forgotten: readonly { readonly name: string; readonly type: string; readonly id: string }[];
}

export interface GraphView {
  readonly nodes: readonly {
    readonly name: string;
    readonly kind: "resource" | "get" | "lookup";
    readonly type: string;
    /** The resource that it is grouped under. */
    readonly parent?: string;
  }[];
  /** `from` needs `to`. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** A type that can be declared, or a function that can be called. */
export interface TypeRow {
  /** Token, `namespace:Name`. */
  readonly type: string;
  readonly kind: "resource" | "function";
  readonly title: string;
  /** Kind of the provider that it needs. */
  readonly provider: string;
}

/** A field of a type, for people and editors. */
export interface TypeFieldView {
  readonly name: string;
  /** In words: `text`, `boolean`, `integer`, `object`, `list of text`, `map of text`, `date-time`, `cel`. */
  readonly type: string;
  readonly required: boolean;
  /** Changing it forces replacement. */
  readonly replace: boolean;
  readonly immutable?: true;
  /** Sealed at rest, masked everywhere. */
  readonly secret?: true;
  readonly description: string;
  /** Every rule on the value as a sentence part; vendors' own tighter limits last. */
  readonly limits: readonly string[];
  /** Where the value comes from when it is left out. */
  readonly default?: string;
  /** The value that the platform means when the field is absent. */
  readonly absentMeans?: Json;
  /** The fields inside it, or inside its items. */
  readonly fields: readonly TypeFieldView[];
}

/** Everything one can know of a type before writing it down. */
export interface TypeView extends TypeRow {
  readonly aliases: readonly string[];
  readonly description: string;
  /** Section of the specification. */
  readonly section: string;
  /** Interface versions; `others` are asked for as `type@version`. */
  readonly versions: { readonly default: string; readonly others: readonly string[] };
  /** Inputs of a resource, arguments of a function; required ones first. */
  readonly fields: readonly TypeFieldView[];
  /** What references may read besides the inputs; the result of a function. */
  readonly outputs: readonly TypeFieldView[];
  /** Forms of an id that `import` and `get` take, with `<variables>`. */
  readonly importForms: readonly string[];
  /** What destroy does to an object unless the declaration says otherwise; absent for functions. */
  readonly onDestroy?: "delete" | "restore" | "retain";
}

export interface VersionView {
  readonly version: string;
  /** Nothing but reads leaves for the vendors (`PLUMB_READ_ONLY`). */
  readonly readOnly: boolean;
}

/** One thing that was looked at before anything is changed. */
export interface FindingView {
  /** One constant word, or the type and id of an object. */
  readonly check: string;
  /** `unknown`: it can't be told from there, which is no failure. */
  readonly status: "pass" | "fail" | "unknown";
  readonly detail: string;
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null;
  /** The right that is missing, by the vendor's name; null where none is, or the answer does not name it. */
  readonly permission: string | null;
  /** The platform's name of what has to be registered, or switched on, before; null where nothing has. */
  readonly registers: string | null;
}

/** Something that a vendor is to register, or was asked to. */
export interface RegistrationView {
  /** As the declaration calls it. */
  readonly provider: string;
  /** As the platform calls it, and a finding says. */
  readonly registers: string;
}

/** What became of registrations that were wanted. */
export interface RegistrationsView {
  /** The vendors were asked; it goes on in the background. */
  readonly registrations: readonly RegistrationView[];
  /** What a vendor refused, or nobody was asked for, and why. */
  readonly refused: readonly (RegistrationView & { readonly finding: FindingView })[];
}

/** How the vendors that a declaration leads to look from here. */
export interface VendorsView {
  /** The worst of all findings. */
  readonly status: FindingView["status"];
  /** What belongs to no provider. */
  readonly findings: readonly FindingView[];
  readonly providers: readonly {
    /** As the declaration calls it. */
    readonly name: string;
    readonly kind: string;
    readonly findings: readonly FindingView[];
  }[];
}

/** How the store is, and what can be or was recovered of it. */
export interface DoctorView {
  /** Where it is; null for a store that is kept nowhere. */
  readonly file: string | null;
  /** `nothing`: nothing was ever stored. */
  readonly status: "nothing" | "whole" | "damaged" | "repaired";
  /** What there is, or what a repair keeps or kept. */
  readonly counts: {
    readonly stacks: number;
    readonly records: number;
    readonly openIntents: number;
    readonly claims: number;
    readonly journalEntries: number;
    readonly plans: number;
    readonly sealedValues: number;
  };
  /** What is not as it was written, one sentence part each. */
  readonly damage: readonly string[];
  /** What can't be recovered or is unsure, one sentence each. */
  readonly lost: readonly string[];
  /** What breaks a rule of today though it is as it was written; a repair mends it, or has, without any loss. */
  readonly mended: readonly Problem[];
  /** Where the damaged file is after a repair. */
  readonly keptAs: string | null;
}

/** RFC 9457 problem document; `problems` holds every violation. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Stable code: a problem code or a fault code. */
  readonly code: string;
  readonly problems: readonly Problem[];
}
