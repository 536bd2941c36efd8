import { err, ok } from "../../../packages/base/result.ts";
import { boundsExceeded, maxSourceLength } from "./cel/cel-bounds.ts";
import { effortFunctions, withEffort } from "./cel/cel-effort.ts";
import { nullFunctions, throughNulls } from "./cel/cel-nulls.ts";
import { replaceMethods } from "./cel/cel-replace.ts";
import type { CelFailure, CelParser, CelProgram, CelSyntax, CelVariables } from "./cel/cel-syntax.ts";
import { fromCel } from "./cel/cel-values.ts";
import { syntaxMistake } from "./cel/syntax-mistake.ts";
import { Effort, tooMuchEffort } from "./effort.ts";

/** Common Expression Language, as much of it as this room needs. */
export interface Cel extends CelParser {
  program(syntax: CelSyntax): CelProgram;
  /** True for a function or method that can be called. */
  isFunction(name: string): boolean;
}

let loading: Promise<Cel> | undefined;

/** Loads the CEL library, once; about 100 ms, so only stacks that compute pay for it. */
export function loadCel(): Promise<Cel> {
  loading ??= importCel();
  return loading;
}

async function importCel(): Promise<Cel> {
  const [library, { strings }] = await Promise.all([import("@bufbuild/cel"), import("@bufbuild/cel/ext")]);
  // Evaluation is synchronous, so that one expression is at work at a time.
  let effort = new Effort();
  const counting = effortFunctions(library, () => effort);
  const own = [...replaceMethods(library, () => effort), ...nullFunctions(library), ...counting];
  const environment = library.celEnv({ funcs: [...strings.filter(({ name }) => name !== "replace"), ...own] });
  const isFunction = (name: string) => environment.funcs.find(name) !== undefined;

  return {
    parse(source) {
      if (source.length > maxSourceLength) {
        const detail = `it has ${source.length} characters, at most ${maxSourceLength} are allowed`;
        return err({ code: "expression-too-costly", detail, offset: 0, length: source.length });
      }
      try {
        const { expr, sourceInfo } = library.parse(source);
        const syntax = {
          source,
          root: expr,
          positions: sourceInfo?.positions ?? {},
          macros: sourceInfo?.macroCalls ?? {},
        };
        const exceeded = boundsExceeded(expr);
        if (exceeded !== undefined) {
          return err({ code: "expression-too-costly", detail: exceeded, offset: 0, length: source.length });
        }
        return ok(syntax);
      } catch (thrown) {
        return err(syntaxFailure(thrown, source));
      }
    },
    program(syntax) {
      let evaluate: ((variables: CelVariables) => unknown) | undefined;
      return {
        syntax,
        run(variables, spent) {
          effort = spent;
          try {
            evaluate ??= library.plan(environment, withEffort(throughNulls(syntax.root), isFunction));
            const result = evaluate(variables);
            // The library takes what is thrown for an error, which another part of the expression may pass over.
            if (effort.isSpent) return err(evaluationFailure(syntax, tooMuchEffort, undefined));
            if (library.isCelError(result)) return err(evaluationFailure(syntax, result.message, result.exprId));
            const value = fromCel(result, library);
            return value.ok ? value : err(evaluationFailure(syntax, value.error, undefined));
          } catch (thrown) {
            if (effort.isSpent) return err(evaluationFailure(syntax, tooMuchEffort, undefined));
            // The library throws on some inputs, and runs out of stack on lists of many thousand items.
            const detail = thrown instanceof RangeError ? "it needs too much memory" : messageOf(thrown);
            return err(evaluationFailure(syntax, detail, undefined));
          }
        },
      };
    },
    isFunction,
  };
}

/** The library's syntax errors carry a location; their words are about grammar, and ours are told instead. */
function syntaxFailure(thrown: unknown, source: string): CelFailure {
  const { location } = thrown as { readonly location?: { readonly start: { readonly offset: number } } };
  if (thrown instanceof RangeError) {
    const detail = "it is nested too deeply";
    return { code: "expression-too-costly", detail, offset: 0, length: source.length };
  }
  return syntaxMistake(source, Math.min(location?.start.offset ?? 0, source.length));
}

function evaluationFailure(syntax: CelSyntax, detail: string, id: bigint | undefined): CelFailure {
  const offset = id === undefined ? undefined : syntax.positions[id.toString()];
  if (offset === undefined) return { code: "expression-failed", detail, offset: 0, length: syntax.source.length };
  const word = /^(?:\.?\w+|.)/su.exec(syntax.source.slice(offset))?.[0] ?? "";
  return { code: "expression-failed", detail, offset, length: word.length };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
