import type { Catalog } from "../../../definitions/schema/definition.ts";
import type {
  DiscoveryOutcome,
  Driver,
  LookupOutcome,
  ProviderInstance,
  ReadOutcome,
  Target,
} from "../../../engine/ports/driver.ts";
import { type Finding, failed, passed, refusedFinding, seeAndLookAgain } from "../../../engine/ports/vendor-doctor.ts";

/** A question about something that is declared, and what came of it. */
export type AskedObject = { readonly provider: ProviderInstance; readonly type: string } & (
  | { readonly kind: "read"; readonly target: Target; readonly outcome: ReadOutcome }
  | { readonly kind: "lookup"; readonly what: string; readonly outcome: LookupOutcome }
  /** For a value that an object is named by. */
  | { readonly kind: "discovery"; readonly what: string; readonly outcome: DiscoveryOutcome }
);

/**
 * The same driver, which notes the result of each question. Objects are read one by one: a list tells nothing of a
 * right to read.
 */
export function notingDriver(driver: Driver, asked: AskedObject[]): Driver {
  return {
    ...driver,
    collectionOf: () => null,
    read: async (target, signal) => {
      const outcome = await driver.read(target, signal);
      asked.push({ kind: "read", provider: target.provider, type: target.type, target, outcome });
      return outcome;
    },
    lookup: async (call, signal) => {
      const outcome = await driver.lookup(call, signal);
      const given = Object.entries(call.arguments).map(([name, value]) => `${name}=${String(value)}`);
      const what = given.sort().join(" ");
      asked.push({ kind: "lookup", provider: call.provider, type: call.function, what, outcome });
      return outcome;
    },
    discover: async (question, signal) => {
      const outcome = await driver.discover(question, signal);
      const { provider, type, field } = question;
      asked.push({ kind: "discovery", provider, type, what: field, outcome });
      return outcome;
    },
  };
}

/** What was looked at, in words: no two objects of a provider have the same. */
export function nameOf(asked: AskedObject): string {
  return `${asked.type} ${asked.kind === "read" ? asked.target.id : asked.what}`;
}

/** What is to be said of it; nothing of a value that was found, since its object says all. */
export function findingsOf(asked: AskedObject, catalog: Catalog): readonly Finding[] {
  const { outcome } = asked;
  const check = nameOf(asked);
  if (outcome.kind === "done") {
    if (asked.kind === "discovery") return [];
    const isDeleted = "observation" in outcome && outcome.observation.deleted;
    return [passed(check, isDeleted ? "found, deleted" : "found")];
  }
  if (outcome.kind === "absent") return [absent(asked, outcome.detail, catalog)];
  const needs = (catalog.resources[asked.type] ?? catalog.functions[asked.type])?.permissions?.read ?? [];
  const right =
    needs.length === 0
      ? seeAndLookAgain
      : `reading it takes ${needs.join(", ")}, as far as the vendor's documents tell`;
  return [refusedFinding(check, outcome, { right })];
}

/** What the declaration makes may be absent; what it only reads may not, and what the platform always has. */
function absent(asked: AskedObject, detail: string, catalog: Catalog): Finding {
  const check = nameOf(asked);
  if (asked.kind !== "read") return failed(check, detail, "see that what is declared for it is right");
  if (catalog.resources[asked.type]?.existence === "standing")
    return failed(
      check,
      `absent, though the platform always has it: ${detail}`,
      "see that the provider, and the id, lead to what is meant",
    );
  if (asked.target.isForeign !== true) return passed(check, "absent");
  return failed(check, "absent, and the declaration reads it", "see that its id is right, and that it was made");
}
