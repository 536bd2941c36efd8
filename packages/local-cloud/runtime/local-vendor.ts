import type { Fields } from "../../base/exchange/exchange.ts";
import type { Json, JsonObject } from "../../base/json/json.ts";

/** Who calls: taken from the bearer token (`local:<name>` names a principal; any other token is the default caller). */
export interface Principal {
  readonly name: string;
  /** Administrator of the account (settings plane). */
  readonly accountAdmin: boolean;
  /** Member of the workspace (settings plane). */
  readonly workspaceMember: boolean;
  /** May call the management planes at all; `false` is answered with the vendor's permission error. */
  readonly permitted: boolean;
}

/** `documented`: as the vendor's documents and the specification say. `faithful`: as the service really answers. */
export type LocalMode = "documented" | "faithful";

/** A request as a vendor's handler sees it. */
export interface LocalRequest {
  readonly method: string;
  /** Path as sent (still percent-encoded), without query and leading slashes. Route params arrive decoded. */
  readonly path: string;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly headers: Fields;
  /** Parsed body; undefined when there is none. */
  readonly body: Json | undefined;
  /**
   * The fields of a form (`application/x-www-form-urlencoded`), which token endpoints take; empty for any other body.
   */
  readonly form: URLSearchParams;
  /** Null when no credentials were sent. */
  readonly caller: Principal | null;
}

export interface LocalReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: no body. A string is sent as it is when the headers name its `content-type`, as JSON otherwise. */
  readonly body?: Json;
  /** What was written stays although the answer is an error. */
  readonly keepsWrites?: boolean;
  /**
   * Gives the answer to send instead, once all is durable: for what takes a promise, signing say. It touches no
   * documents.
   */
  readonly complete?: () => Promise<LocalReply>;
}

/** Documents of one vendor: what the platform would keep. Keys are unique per collection. */
export interface Documents {
  get(collection: string, key: string): JsonObject | undefined;
  put(collection: string, key: string, document: JsonObject): void;
  delete(collection: string, key: string): void;
  /**
   * In key order, from the first key after `after`. Read in portions as it is iterated: it may be left in the middle,
   * and what is written meanwhile may or may not be in it.
   */
  scan(
    collection: string,
    prefix: string,
    after: string,
  ): Iterable<{ readonly key: string; readonly document: JsonObject }>;
  /** In key order. */
  list(collection: string, prefix?: string): readonly { readonly key: string; readonly document: JsonObject }[];
}

/** How an operation fails: `google.rpc.Code`, words for people, and whether nothing comes of it. */
export interface OperationFailure {
  readonly code: number;
  readonly message: string;
  readonly isLost: boolean;
}

/** All that a handler may touch while it answers one request; its changes commit together with the write log. */
export interface EmulatorContext {
  readonly mode: LocalMode;
  readonly documents: Documents;
  /** Everybody the control surface knows: those who are always there, and those that were seeded. */
  principals(): readonly Principal[];
  /** Virtual time, milliseconds since the epoch. */
  now(): number;
  /** RFC 3339 text of the virtual time with `digits` fraction digits (3 to 9). */
  timestamp(digits: number): string;
  /** Fresh 32 hex digits. */
  unique(): string;
  /** Strictly increasing number, for version tags. */
  next(): number;
  /** How long an operation stays pending, in virtual milliseconds (0: done at the first poll). */
  readonly operationMs: number;
  /** How an operation that begins now is to end, where a fault has it fail; absent: well. */
  readonly failure?: OperationFailure;
  /** Notes what this write did, for the write log. Call it once per effective write. */
  wrote(action: "create" | "update" | "delete" | "undelete", object: string): void;
}

export interface LocalRoute {
  readonly method: string;
  /** Path template (base/path-template), without leading slash. */
  readonly template: string;
  /** Literals of the path match without regard to case. */
  readonly ignoreCase?: boolean;
  /**
   * Loads what the handler needs for a request with this body text, before it joins a transaction; undefined: it is
   * there.
   */
  readonly prepare?: (body: string) => Promise<void> | undefined;
  handle(request: LocalRequest, params: Readonly<Record<string, string>>, context: EmulatorContext): LocalReply;
}

/** One vendor's server: routes over documents, plus what the control surface may seed. */
export interface LocalVendor {
  readonly name: string;
  readonly routes: readonly LocalRoute[];
  /** The vendor's answer to a body that can't be parsed; `path` is without leading slashes. */
  readonly unreadableBody?: (path: string) => LocalReply;
  /**
   * Who a bearer token stands for, when this vendor gave it out: null for one that is void, undefined when the token
   * says nothing to this vendor and the emulator runtime decides.
   */
  readonly bearer?: (token: string, context: EmulatorContext) => Principal | null | undefined;
  /**
   * An error of any status (400 to 599) in the vendor's own shape, for faults and failures: what no handler here would
   * say.
   */
  readonly refusal?: (status: number, request: LocalRequest, context: EmulatorContext) => LocalReply;
  /**
   * Where to ask (path and query) after the operation that an answer says has begun; empty where it says no such thing.
   */
  readonly operationPaths?: (reply: LocalReply) => readonly string[];
  /** Kinds of objects that can be seeded without the vendor's own API. Throws TypeError on a malformed object. */
  readonly seeds: Readonly<Record<string, (object: JsonObject, context: EmulatorContext) => void>>;
}
