import type { Secrets } from "../../../src/engine/ports/secrets.ts";
import type { Mutants } from "../mutant.ts";
import { byRule } from "../rule/by-rule.ts";

const marker = { $secret: { id: "0".repeat(32), fingerprint: "0".repeat(64) } };

const tests = {
  opens: "what is sealed opens again, and equal values have equal markers",
  durable: "what was sealed is durable: another process opens it, and knows it",
  known: "known tells what was sealed before, as soon as it was",
  stacks: "two stacks give equal values different markers, and neither opens or knows the other's",
  lost: "what was sealed under a lost key is said, by every call",
} as const;

export const secretsMutants: Mutants<Secrets> = byRule<Secrets>("Secrets", "secrets contract", {
  seal: {
    success: () => marker,
    fates: {
      skipped: tests.opens,
      "done twice": { harmless: "one value always gives one marker" },
      "done late": tests.durable,
      "refusal told as success": tests.lost,
      "stale answer": tests.opens,
    },
  },
  open: {
    isQuestion: true,
    success: () => "",
    fates: {
      skipped: tests.opens,
      "refusal told as success": tests.stacks,
      "stale answer": { harmless: "a marker opens to one value for good; that it could not be opened is thrown" },
    },
  },
  known: {
    isQuestion: true,
    success: () => null,
    fates: { skipped: tests.known, "refusal told as success": tests.lost, "stale answer": tests.known },
  },
});
