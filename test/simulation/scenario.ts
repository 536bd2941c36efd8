/** What a slot may be: a resource, or a node that only reads. */
export type Kind =
  | "client"
  | "credential"
  | "attachment"
  | "collector"
  | "member"
  | "assignment"
  | "setting"
  | "get"
  | "lookup";

/** What a resource of a generated stack is, whatever form it is declared in. */
export interface Blueprint {
  readonly kind: Kind;
  /**
   * A slot before its own that it leans on; of a `get`, the slot whose object it reads, and of a credential, that of
   * the client it lies in (null: one that was there before us).
   */
  readonly leansOn: number | null;
  /** By an expression in its properties, or by `dependsOn` only; a credential then names its client by text alone. */
  readonly by: "reference" | "dependsOn";
  readonly protect: boolean;
  readonly retain: boolean;
  /** Leaves its text to others once it is made. */
  readonly ignoresText: boolean;
  readonly deletesFirst: boolean;
  /** Its text is a secret value of the configuration. */
  readonly isSecret: boolean;
  /** Gives an operation of the platform up after three seconds. */
  readonly hurries?: boolean;
  /** What becomes of a setting or an assignment when it is destroyed; absent: as usual. */
  readonly onDestroy?: "restore" | "retain";
}

/** How a slot is declared this time. */
export interface Form {
  readonly text: number;
  /** Under another physical identity. */
  readonly moved: boolean;
  /** Under another logical name. */
  readonly renamed: boolean;
  /** Under this logical name, whatever the slot's own are. */
  readonly name?: string;
  /** Former logical names that it tells; absent: the other one of its slot's own two. */
  readonly aliases?: readonly string[];
  /** As another type. */
  readonly kind?: Kind;
  /** Options that are other ones than the slot's this time. */
  readonly protect?: boolean;
  readonly retain?: boolean;
  readonly deletesFirst?: boolean;
  readonly onDestroy?: "restore" | "retain";
}

/** A declaration: the form of each slot, null where it is left out. */
export type Want = readonly (Form | null)[];

/** What one of our processes is asked to do. */
export type Request =
  | { readonly kind: "up" | "plan"; readonly want: Want }
  | { readonly kind: "destroy" | "refresh" | "drift" | "export" | "import-state" }
  /** Of the last run: it is called off, or taken up again where it broke off. */
  | { readonly kind: "cancel-run" | "resume" }
  /** A plan is kept for somebody else to approve. */
  | { readonly kind: "propose"; readonly want: Want }
  /** The plan that was proposed last is carried out, whatever has happened since. */
  | { readonly kind: "approve" }
  /**
   * A worker is told to take the run of the n-th plan that was proposed, from 0 on, as far as it goes. It may be told
   * so late, again, and while others are. `patienceMs`: it gives the stack back rather than wait for longer.
   */
  | { readonly kind: "advance"; readonly proposal: number; readonly patienceMs: number }
  /** All objects of these slots at once, under the slots' own names. */
  | { readonly kind: "import-all"; readonly slots: readonly number[] }
  /** So many runs are to stay. */
  | { readonly kind: "prune"; readonly keep: number }
  /** Of the last run, or of one so many runs before it. */
  | { readonly kind: "undo"; readonly back?: number }
  /** `name`: not under the slot's own name. */
  | { readonly kind: "import"; readonly slot: number; readonly name?: string; readonly moved?: boolean }
  | { readonly kind: "forget"; readonly slot: number; readonly name?: string }
  | { readonly kind: "rename"; readonly slot: number; readonly from?: string; readonly to?: string };

/**
 * What somebody else does on a platform. `which` tells several such people apart. `denied`: our right is gone for the
 * call that it comes before.
 */
export interface StrangersAct {
  readonly kind: "edited" | "deleted" | "created" | "granted" | "denied";
  readonly slot: number;
  readonly moved: boolean;
  readonly which?: number;
}

/**
 * What somebody else does right before a call of ours arrives: the n-th of all, the n-th that writes, or the n-th that
 * deletes.
 */
export interface StrangerAt {
  readonly at: "call" | "write" | "delete";
  readonly number: number;
  readonly act: StrangersAct;
  /** To the very object that the call is about, where that is a slot's. */
  readonly toIts?: boolean;
  /** Where the call makes an attachment: they make the very same one, by the same call. */
  readonly copies?: boolean;
}

/** What befalls the world from elsewhere. */
export type Happening =
  | StrangersAct
  /** The machine's clock is set: forward, or back. */
  | { readonly kind: "clock-set"; readonly byMs: number };

export function isHappening(act: Request | Happening): act is Happening {
  return ["edited", "deleted", "created", "granted", "denied", "clock-set"].includes(act.kind);
}

/**
 * `dies`: the process, before the call is sent. `stopped`: the signal to stop comes while the call is under way.
 * `refused`: the platform refuses the call. `denied`, `conflicts`: it answers 403 or 409, and carries the call out all
 * the same. `fails`: the operation that the call begins ends with an error, and what it was to do is done.
 * `unanswered`: the connection breaks once it is carried out. `outlived`: the process dies once the call is sent, which
 * arrives much later.
 */
export interface Breaking {
  readonly at: "write" | "delete";
  readonly number: number;
  readonly how: "dies" | "stopped" | "refused" | "denied" | "conflicts" | "fails" | "unanswered" | "outlived";
  /** Of an outlived call: how long it is under way. */
  readonly underWayMs?: number;
  /** Of a call that is not answered: for so long reads show what stood there before it. */
  readonly hiddenMs?: number;
}

export interface Operation {
  readonly actor: number;
  /** Begins so long after the one before began; null: when all is quiet. */
  readonly overlapMs: number | null;
  readonly act: Request | Happening;
  /** The signal to stop comes so long after the beginning. */
  readonly cancelMs: number | null;
  /** The process dies at its n-th step over a port. */
  readonly crashAt: number | null;
  /** The process stands still from its n-th step over a port on, for so long. */
  readonly pause: { readonly at: number; readonly ms: number } | null;
  /** It breaks off at the n-th of its calls that write or delete. */
  readonly breaksAt?: Breaking;
}

export type NetworkFault = {
  /** Number of the call, counted over the whole run. */
  readonly call: number;
} & (
  | { readonly kind: "slow"; readonly ms: number }
  /** The connection breaks before the request arrives, after it was carried out, or the answer never comes. */
  | { readonly kind: "refused" | "reset-before" | "reset-after" | "lost" }
  /** The request arrives a second time; the answer is that of the first or of the second delivery. */
  | { readonly kind: "twice"; readonly answer: "first" | "second" }
  | { readonly kind: "pushed-back"; readonly status: 429 | 503; readonly after: "none" | "seconds" | "date" }
  /** A gateway's error, before or after the request was carried out. */
  | { readonly kind: "gateway"; readonly carriedOut: boolean }
  | { readonly kind: "truncated" }
  /** A read shows the world as it was. */
  | { readonly kind: "lags"; readonly ms: number }
);

export interface StoreFault {
  /** Number of the append, or of the commit over all connections to a database, counted over the whole run. */
  readonly append: number;
  /**
   * `fails`: nothing is written. `unheard`: it is durable, and the caller is told that it failed. The connections to
   * PostgreSQL are cut: before the commit is sent, or after it and before its answer.
   */
  readonly kind: "fails" | "unheard";
  /** Over PostgreSQL: of whichever statement, of whichever kind, `append` is the number. */
  readonly at?: "statement";
}

/** How the n-th operation that a call of ours begins ends: with an error. */
export interface OperationFault {
  readonly operation: number;
  /** Of `google.rpc.Code`. */
  readonly code: number;
  /** `holds`: what it was to do is done, of a creation by half. `lost`: nothing is. */
  readonly effect: "holds" | "lost";
}

/**
 * What so many questions of ours after an operation are answered, from the n-th on, whatever becomes of the operation.
 */
export interface QuestionFault {
  readonly question: number;
  readonly times: number;
  readonly status: 400 | 401 | 403 | 404 | 503;
}

/** Everything that a run depends on; nothing else does. */
export interface Scenario {
  readonly seed: number;
  /** One for each actor: on the machine of the others, where a dead process is told at once. */
  readonly actors: readonly { readonly isNeighbour: boolean }[];
  /** How long the platform's long-running operations take. */
  readonly operationMs: number;
  readonly blueprints: readonly Blueprint[];
  readonly operations: readonly Operation[];
  readonly networkFaults: readonly NetworkFault[];
  readonly storeFaults: readonly StoreFault[];
  readonly strangersAt?: readonly StrangerAt[];
  readonly operationFaults?: readonly OperationFault[];
  readonly questionFaults?: readonly QuestionFault[];
  /** The same of the lists of operations, which are counted by themselves. */
  readonly listFaults?: readonly QuestionFault[];
  /** The platform renames a role's policy, and its assignment, with each edit. */
  readonly renamesPolicies?: boolean;
  /** The product's store in a file or in PostgreSQL, whose connections fail, instead of one in the memory. */
  readonly store?: "sqlite" | "postgres";
  /** The stack tells each slot's id and text as its outputs. */
  readonly hasOutputs?: boolean;
  /** Several stacks over the same platforms, by their whole names: each has the actor of its place in the list. */
  readonly stacks?: readonly string[];
}
