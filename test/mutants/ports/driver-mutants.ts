import type { Driver } from "../../../src/engine/ports/driver.ts";
import type { Mutants } from "../mutant.ts";
import { byRule, type MemberRule } from "../rule/by-rule.ts";

const client = "iam:OAuthClient";
const attachment = "connectors:EndpointAttachment";
const collector = "migrate:ServerCollector";
const setting = "settings:RestrictWorkspaceAdmins";

/** How long the operations of a type last, where it has any. */
export function operationMsOf(type: string): number {
  return type === attachment ? 90_000 : 0;
}

/** The name of a test of the contract for drivers, as it is played on one type. */
export function on(type: string, test: string): string {
  return `${type} in process, with operations of ${operationMsOf(type)} ms > ${test}`;
}

const isOther = (kind: string) => (answer: unknown) => (answer as { readonly kind: string }).kind !== kind;

const tests = {
  nothing: on(client, "what nobody made is absent; a standing object is there before us"),
  reads: on(client, "a created object reads back as declared, with every key of the response"),
  twice: on(client, "created objects are not created twice"),
  deleted: on(client, "delete removes it, and again does no harm"),
  denied: on(client, "a caller without rights is denied, and nothing is written"),
  unsent: on(client, "ECONNREFUSED before anything was sent is unavailable"),
  listed: on(collector, "the list shows exactly what reads show, deleted ones too"),
  pending: on(attachment, "a created object reads back as declared, with every key of the response"),
  operation: on(attachment, "an operation that goes on is found by its change, and no more once it has ended"),
  verified: on(
    setting,
    "verify complains of an instance of another kind, and of one that can't be asked, until it can",
  ),
  cloud: on(client, "the cloud's id names its origin, whatever the spelling"),
  collection: on(client, "objects at another place are in another collection"),
  bound: on(client, "the driver says which changes are bound to what was seen without a read before them"),
  lags: on(client, "it says of which types reads may lag"),
  lookup: "the look-up > gives every key of its result in version 2020-05-01",
  lookupDenied: "the look-up > by the caller nobody@local.example is denied",
  discovered: "the policy that a role has > is found by scope and role definition, and can be read in an assignment",
  discoveryDenied: "the policy that a role has > is denied to the caller nobody@local.example",
  again: "what could not be told once is asked for again, and told",
} as const;

/** What a driver answers from what it is given. */
function pure(nothing: unknown, test: string): MemberRule {
  return { isPure: true, success: () => nothing, fates: { skipped: test, "stale answer": test } };
}

export const driverMutants: Mutants<Driver> = byRule<Driver, "kind">("Driver", "driver contract", {
  cloudId: pure("", tests.cloud),
  collectionOf: pure(null, tests.collection),
  isConditional: pure(true, tests.bound),
  readsLag: pure(false, tests.lags),
  verify: {
    isQuestion: true,
    success: () => null,
    isRefusal: (answer) => answer !== null,
    fates: {
      skipped: tests.verified,
      "refusal told as success": tests.verified,
      "stale answer": tests.verified,
    },
  },
  read: {
    isQuestion: true,
    success: () => ({ kind: "absent", detail: "", version: null, displaces: [] }),
    isRefusal: (answer) => isOther("done")(answer) && isOther("absent")(answer),
    fates: {
      skipped: tests.reads,
      "refusal told as success": tests.denied,
      "stale answer": tests.reads,
    },
  },
  list: {
    isQuestion: true,
    success: () => ({ kind: "done", items: [] }),
    isRefusal: isOther("done"),
    fates: {
      skipped: tests.listed,
      "refusal told as success": tests.denied,
      "stale answer": tests.listed,
    },
  },
  write: {
    success: () => ({ kind: "done", observation: null }),
    isRefusal: (answer) => isOther("done")(answer) && isOther("pending")(answer),
    fates: {
      skipped: tests.reads,
      "done twice": tests.reads,
      "done late": tests.twice,
      "refusal told as success": tests.twice,
      "stale answer": tests.twice,
    },
  },
  poll: {
    isQuestion: true,
    success: () => ({ kind: "done", observation: null }),
    isRefusal: isOther("done"),
    fates: {
      skipped: tests.pending,
      "refusal told as success": tests.pending,
      "stale answer": tests.pending,
    },
  },
  operationOf: {
    isQuestion: true,
    success: () => ({ kind: "none" }),
    isRefusal: (answer) => isOther("found")(answer) && isOther("none")(answer),
    fates: {
      skipped: tests.operation,
      "refusal told as success": tests.operation,
      "stale answer": tests.operation,
    },
  },
  lookup: {
    isQuestion: true,
    success: () => ({ kind: "done", result: {}, version: null }),
    isRefusal: isOther("done"),
    fates: {
      skipped: tests.lookup,
      "refusal told as success": tests.lookupDenied,
      "stale answer": tests.again,
    },
  },
  discover: {
    isQuestion: true,
    success: () => ({ kind: "done", value: "" }),
    isRefusal: isOther("done"),
    fates: {
      skipped: tests.discovered,
      "refusal told as success": tests.discoveryDenied,
      "stale answer": tests.again,
    },
  },
});
