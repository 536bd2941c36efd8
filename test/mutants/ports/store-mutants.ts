import type { AppendOutcome, LeaseOutcome, StackChange, Store } from "../../../src/engine/ports/store.ts";
import { emptyState } from "../../../src/engine/state/stack-state.ts";
import type { sqliteFile } from "../../contract/sqlite-medium.ts";
import type { Mutant, Mutants } from "../mutant.ts";
import { byRule, type Fate, type MemberRule } from "../rule/by-rule.ts";
import { withMembers } from "../rule/with-member.ts";

const answersNothing: Fate = { harmless: "it answers nothing" };
const changesNothingAgain: Fate = { harmless: "what is so already stays so" };
const never = (): boolean => false;
const isFalse = (answer: unknown) => answer === false;
const inStack = ([stack]: readonly unknown[]) => stack;

const lost = (name: keyof Store) => `what the medium has lost is a fault > of ${name}`;

/** A question, whose refusals are faults of the medium. */
function question(name: keyof Store, nothing: () => unknown, skipped: string, stale: string): MemberRule {
  return {
    isQuestion: true,
    success: nothing,
    fates: { skipped, "refusal told as success": lost(name), "stale answer": stale },
  };
}

const tests = {
  lineage: "a stack nobody wrote to is empty; the first append gives it a lineage for good",
  intents: "intents stay open, know their operation, and close with the result that makes the record",
  silent: "a silent lease and a dead holder's are taken over with a higher epoch, once",
  busy: "a held stack is busy and says under which lease; other stacks are free",
  beat: "a beat moves the lease on whatever the clock says, never back, and says when the lease was lost",
  released: "only its holder releases a lease; the next one gets a new epoch",
  told: "a lease is told until it is given back",
  stopped: "a holder can be asked to stop, and nobody else is",
  fenced: "who lost the stack writes nothing",
  journal: "the journal is there as it was appended, whole and by run, each stack's its own",
  whole: "the journal is read back whole, by stack and in order; stacks are listed once they were written to",
  readOn: "a journal is read on from any serial, batch by batch",
  address: "a record is read by its address, with how far its stack has come",
  brief: "the brief of a stack tells its newest run and how many records there are, round by round",
  removal: "only a stack that manages nothing and has no open intent is removed, and only by its holder",
  leftovers: "a removed stack leaves nothing, and whoever held it writes nothing into its successor",
  lineages:
    "lineages are those of the stacks that stand: a stack made anew has another, one that is only held has none",
  renamed: "all there is of a stack is told under its new name, and nothing under the old one; others stay",
  refusedName:
    "no name is taken from another stack, and none given by who does not hold the stack; then all is as it was",
  claim: "a claim is one declaration's over all stacks; who comes late leaves nothing, others of the flush stay",
  holderClaims: "its holder claims again, under a new address too, and lets it go with the record",
  plans: "plans are kept by stack and digest, and listed newest first",
  planRows: "rows of plans come without documents, in pages that go on where the last one ended",
  removedPlan: "a plan that was removed is gone, and may be kept anew",
  samePlan: "the same plan made again is one plan, with its new date",
  planGone: "a plan of a stack that was removed meanwhile is not kept, be there another of its name or not",
  checkpoint:
    "a checkpoint stands for the runs that went: all that is believed stays, and so do later runs, each in its place",
  unpruned: "who does not hold the stack prunes nothing, nor where the checkpoint would be longer",
  room: "the room of what was forgotten is given back, again and again",
  closed: "a store that was closed answers no more, and may be closed again",
  follow: "what this process writes is told: how far the stack has come, at once and then as it comes",
} as const;

const rule: Mutants<Store> = byRule<Store, "changes" | "isLockedOut">("Store", "store contract", {
  readStack: question("readStack", () => emptyState(""), tests.intents, tests.lineage),
  progress: question("progress", () => ({ lineage: "", serial: 0 }), tests.lineages, tests.planGone),
  readBrief: question(
    "readBrief",
    () => ({ lineage: "", serial: 0, brief: { records: 0, latestRun: null } }),
    tests.brief,
    tests.brief,
  ),
  readRecord: question("readRecord", () => ({ lineage: "", serial: 0, record: null }), tests.address, tests.address),
  lease: question("lease", () => null, tests.told, tests.told),
  isCancelRequested: question("isCancelRequested", () => false, tests.stopped, tests.stopped),
  readJournal: question("readJournal", () => [], tests.journal, tests.renamed),
  readRun: question("readRun", () => [], tests.journal, tests.renamed),
  readJournalAfter: question(
    "readJournalAfter",
    () => ({ lineage: "", serial: 0, batches: [] }),
    tests.readOn,
    tests.readOn,
  ),
  listStacks: question("listStacks", () => [], tests.whole, tests.renamed),
  lineages: question("lineages", () => new Map(), tests.lineages, tests.lineages),
  claims: question("claims", () => [], tests.claim, tests.holderClaims),
  getPlan: question("getPlan", () => null, tests.plans, tests.samePlan),
  listPlans: question("listPlans", () => [], tests.plans, tests.removedPlan),
  planRows: question("planRows", () => ({ total: 0, rows: [] }), tests.planRows, tests.renamed),
  acquire: {
    success: (): LeaseOutcome => ({ kind: "held", epoch: 1 }),
    isRefusal: (answer) => (answer as LeaseOutcome).kind === "busy",
    alike: inStack,
    fates: {
      skipped: tests.busy,
      "done twice": tests.silent,
      "done late": tests.busy,
      "refusal told as success": tests.busy,
      "stale answer": tests.silent,
    },
  },
  renew: {
    success: () => true,
    isRefusal: isFalse,
    alike: inStack,
    fates: {
      skipped: tests.told,
      "done twice": tests.told,
      "done late": tests.beat,
      "refusal told as success": tests.beat,
      "stale answer": tests.beat,
    },
  },
  release: {
    success: () => undefined,
    isRefusal: never,
    fates: {
      skipped: tests.released,
      "done twice": changesNothingAgain,
      "done late": tests.released,
      "refusal told as success": lost("release"),
      "stale answer": answersNothing,
    },
  },
  requestCancel: {
    success: () => true,
    isRefusal: isFalse,
    alike: inStack,
    fates: {
      skipped: tests.stopped,
      "done twice": changesNothingAgain,
      "done late": tests.stopped,
      "refusal told as success": tests.stopped,
      "stale answer": tests.stopped,
    },
  },
  append: {
    success: (): AppendOutcome => ({ kind: "done", serial: 1 }),
    isRefusal: (answer) => (answer as AppendOutcome).kind !== "done",
    alike: inStack,
    fates: {
      skipped: tests.intents,
      "done twice": tests.intents,
      "done late": tests.fenced,
      "refusal told as success": tests.claim,
      "stale answer": tests.journal,
    },
  },
  removeStack: {
    success: () => true,
    isRefusal: isFalse,
    alike: inStack,
    fates: {
      skipped: tests.leftovers,
      "done twice": tests.leftovers,
      "done late": tests.leftovers,
      "refusal told as success": tests.removal,
      "stale answer": tests.removal,
    },
  },
  renameStack: {
    success: () => true,
    isRefusal: isFalse,
    alike: inStack,
    fates: {
      skipped: tests.renamed,
      "done twice": tests.renamed,
      "done late": tests.renamed,
      "refusal told as success": tests.refusedName,
      "stale answer": tests.refusedName,
    },
  },
  putPlan: {
    success: () => undefined,
    fates: {
      skipped: tests.plans,
      "done twice": changesNothingAgain,
      "done late": tests.removedPlan,
      "refusal told as success": lost("putPlan"),
      "stale answer": answersNothing,
    },
  },
  removePlans: {
    success: () => undefined,
    fates: {
      skipped: tests.removedPlan,
      "done twice": changesNothingAgain,
      "done late": tests.removedPlan,
      "refusal told as success": lost("removePlans"),
      "stale answer": answersNothing,
    },
  },
  prune: {
    success: () => "done",
    isRefusal: (answer) => answer !== "done",
    alike: inStack,
    fates: {
      skipped: tests.checkpoint,
      "done twice": { harmless: "a checkpoint in the place of itself comes to the same" },
      "done late": tests.unpruned,
      "refusal told as success": tests.unpruned,
      "stale answer": tests.unpruned,
    },
  },
  compact: {
    success: () => undefined,
    fates: {
      skipped: tests.room,
      "done twice": changesNothingAgain,
      "done late": tests.room,
      "refusal told as success": { harmless: "the room is given back as far as it can be now; nothing is refused" },
      "stale answer": answersNothing,
    },
  },
  close: {
    success: () => undefined,
    fates: {
      skipped: tests.closed,
      "done twice": changesNothingAgain,
      "done late": tests.closed,
      "refusal told as success": { harmless: "it refuses nothing" },
      "stale answer": answersNothing,
    },
  },
});

/** Told how far a stack has come, and what becomes of it on the way. */
type Changes = ReturnType<Store["changes"]>;

const following = (name: string, told: (changes: Changes) => Changes): Mutant<Store> => ({
  name: `Store.changes ${name}`,
  suite: "store contract",
  killer: tests.follow,
  wrap: (real) =>
    withMembers(real, {
      changes:
        (changes) =>
        (...given) =>
          told(changes(...given)),
    }),
});

const lies: readonly Mutant<Store>[] = [
  following("skipped", async function* () {}),
  following("done twice", async function* (changes) {
    for await (const change of changes) {
      yield change;
      yield change;
    }
  }),
  following("stale answer", async function* (changes) {
    let first: StackChange | undefined;
    for await (const change of changes) {
      first ??= change;
      yield first;
    }
  }),
  {
    name: "no fencing: whoever holds the stack now, the batch is written",
    suite: "store contract",
    killer: tests.fenced,
    wrap: (real) =>
      withMembers(real, {
        append: (append) => async (stack, epoch, entries) =>
          append(stack, (await real.lease(stack))?.epoch ?? epoch, entries),
      }),
  },
];

/** A store, with `changes`; whether it is locked out is a flag, which test/storage/locked-lease.test.ts sees. */
export const storeMutants: Mutants<Store> = {
  mutants: [...rule.mutants, ...lies],
  harmless: [
    ...rule.harmless,
    { name: "Store.changes done late", why: "a change may be told later; who follows is told the newest" },
    { name: "Store.changes refusal told as success", why: "it refuses nothing" },
  ],
};

/** What lies under a store. */
export const mediumMutants: Mutants<ReturnType<typeof sqliteFile>> = {
  mutants: [
    {
      name: "re-checksum: what was changed behind the store's back gets a checksum that agrees",
      suite: "store contract",
      killer:
        "a stack whose head is damaged is told as such; others go on, new ones begin, and its claims stay its own",
      wrap: (real) => ({
        ...real,
        damageHead: async (stack) => {
          await real.damageHead(stack);
          real.mendHeads();
        },
      }),
    },
  ],
  harmless: [],
};
