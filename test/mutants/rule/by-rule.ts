import type { Mutant, Mutants, Suite } from "../mutant.ts";
import { goneWrong, type Told, type Way, ways } from "./ways.ts";

/** What becomes of a mutant: the test that kills it, or why it is harmless. */
export type Fate = string | { readonly harmless: string };

/** How one member of a port goes wrong in each way, and what becomes of each. */
export interface MemberRule extends Pick<Told, "success"> {
  readonly isRefusal?: Told["isRefusal"];
  /** It asks only. Asking twice, or hearing the answer later, is then harmless. */
  readonly isQuestion?: true;
  /** It answers at once, from what it is given. */
  readonly isPure?: true;
  readonly alike?: Told["alike"];
  readonly fates: Readonly<Partial<Record<Way, Fate>>>;
}

const never = () => false;

/** The ways that do no harm whatever the member is, with the reason. */
function harmlessByRule({ isQuestion, isPure }: MemberRule, way: Way): Fate | undefined {
  if (isPure === true && way === "refusal told as success") return { harmless: "it refuses nothing" };
  if (way !== "done twice" && way !== "done late") return undefined;
  if (isPure === true) return { harmless: "it does nothing, and answers at once" };
  if (isQuestion !== true) return undefined;
  return { harmless: way === "done twice" ? "a question asked twice changes nothing" : "an answer may take its time" };
}

/**
 * Each member of a port, gone wrong in each way. `Left`: members that are no call with one answer, whose mutants are
 * written by hand. Throws where nothing is said of a way.
 */
export function byRule<Port extends object, Left extends keyof Port = never>(
  port: string,
  suite: Suite,
  members: { readonly [Name in Exclude<keyof Port & string, Left>]: MemberRule },
): Mutants<Port> {
  const mutants: Mutant<Port>[] = [];
  const harmless: { name: string; why: string }[] = [];
  for (const member of Object.keys(members) as Exclude<keyof Port & string, Left>[]) {
    const rule: MemberRule = members[member];
    const { success, isRefusal = never, isPure = false, isQuestion = false } = rule;
    const alike = rule.alike ?? ((given) => (isQuestion ? given : ""));
    for (const way of ways) {
      const name = `${port}.${member} ${way}`;
      const fate = rule.fates[way] ?? harmlessByRule(rule, way);
      if (fate === undefined) throw new Error(`nothing is said of ${name}`);
      if (typeof fate !== "string") harmless.push({ name, why: fate.harmless });
      else
        mutants.push({
          name,
          suite,
          killer: fate,
          wrap: (real) => goneWrong(real, member, way, { success, isRefusal, isPure, alike }),
        });
    }
  }
  return { mutants, harmless };
}
