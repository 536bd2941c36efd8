import { invariant } from "../../../base/invariant.ts";
import { conditionBoundsExceeded, maxConditionLength } from "./condition-bounds.ts";
import { extractBetween } from "./extract-between.ts";

/** What a condition may read: the attributes that Compute gives to IAM. */
export interface ConditionAttributes {
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly resource: { readonly name: string; readonly type: string; readonly service: string };
}

/** IAM conditions: boolean CEL expressions, bounded in cost. */
export interface ConditionLanguage {
  /** Why a text is no condition, or undefined when it is one. */
  complaint(expression: string): string | undefined;
  /** Whether it holds. One that can't be evaluated grants nothing. */
  holds(expression: string, attributes: ConditionAttributes): boolean;
}

let loaded: ConditionLanguage | undefined;

/**
 * Loads the CEL library, once; undefined when it is there. For `prepare` of routes whose handlers ask for the language.
 */
export function loadConditionLanguage(): Promise<void> | undefined {
  if (loaded !== undefined) return undefined;
  return importLanguage().then((language) => {
    loaded = language;
  });
}

/** The language, in a handler whose route prepares it. */
export function conditionLanguage(): ConditionLanguage {
  invariant(loaded !== undefined, "the route of this handler does not load the condition language");
  return loaded;
}

async function importLanguage(): Promise<ConditionLanguage> {
  const library = await import("@bufbuild/cel");
  const { STRING } = library.CelScalar;
  const extract = library.celMethod("extract", STRING, [STRING], STRING, function (template) {
    return extractBetween(this, template);
  });
  const environment = library.celEnv({ funcs: [extract] });
  // The library has no other way to a timestamp that does not lead through its own dependencies.
  const timestamp = library.plan(environment, library.parse("timestamp(text)").expr);

  const syntaxOf = (expression: string) => {
    if (expression.length > maxConditionLength) {
      return { complaint: `it has more than ${maxConditionLength} characters` } as const;
    }
    try {
      const root = library.parse(expression).expr;
      const exceeded = conditionBoundsExceeded(root);
      return exceeded === undefined ? ({ root } as const) : ({ complaint: exceeded } as const);
    } catch (thrown) {
      return { complaint: thrown instanceof Error ? thrown.message : String(thrown) } as const;
    }
  };
  return {
    complaint: (expression) => syntaxOf(expression).complaint,
    holds(expression, { timeMs, resource }) {
      const { root } = syntaxOf(expression);
      if (root === undefined) return false;
      try {
        const time = timestamp({ text: new Date(timeMs).toISOString() });
        if (library.isCelError(time)) return false;
        const result = library.plan(
          environment,
          root,
        )({ request: new Map([["time", time]]), resource: { ...resource } });
        return result === true;
      } catch {
        // The library throws on some inputs; that is a condition that can't be evaluated.
        return false;
      }
    },
  };
}
