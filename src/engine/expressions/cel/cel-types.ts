import type { Schema } from "../../../definitions/schema/schema.ts";
import { referenceOf } from "../plain-path.ts";
import { sameShape, stepSchema } from "../schema-step.ts";
import type { ExpressionError } from "../template.ts";
import { typeOfReference } from "../type-of-reference.ts";
import type { TypeScope } from "../type-scope.ts";
import { typeInWords } from "../type-words.ts";
import { kindOf, type ValueType } from "../value-type.ts";
import { chainOf } from "./cel-references.ts";
import type { CelNode, CelSyntax } from "./cel-syntax.ts";

/** Types of the variables that comprehensions bind. */
type Locals = ReadonlyMap<string, ValueType>;

type CallNode = Extract<CelNode["exprKind"], { case: "callExpr" }>["value"];
type MapEntry = Extract<CelNode["exprKind"], { case: "structExpr" }>["value"]["entries"][number];
type ComprehensionNode = Extract<CelNode["exprKind"], { case: "comprehensionExpr" }>["value"];

const text: Schema = { type: "string" };
const integer: Schema = { type: "integer" };
const boolean: Schema = { type: "boolean" };

/** Functions and methods whose result has one type whatever they are given. */
const results: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ...["_&&_", "_||_", "!_", "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in", "bool"].map(entry(boolean)),
  ...["contains", "endsWith", "matches", "startsWith"].map(entry(boolean)),
  ...["int", "size", "indexOf", "lastIndexOf", "getFullYear", "getMonth", "getDate", "getDayOfMonth"].map(
    entry(integer),
  ),
  ...["getDayOfWeek", "getDayOfYear", "getHours", "getMinutes", "getSeconds", "getMilliseconds"].map(entry(integer)),
  ...["string", "charAt", "format", "join", "lowerAscii", "upperAscii", "replace", "substring", "trim"].map(
    entry(text),
  ),
  ...["quote"].map(entry(text)),
  ...["split"].map(entry({ type: "array", items: text })),
]);

function entry(type: Schema): (name: string) => [string, Schema] {
  return (name) => [name, type];
}

/** The type of an expression's result, `any` where it can't be told, and the operations whose operands can't fit. */
export function inferCel(
  syntax: CelSyntax,
  scope: TypeScope,
  base: number,
): { readonly type: ValueType; readonly problems: readonly ExpressionError[] } {
  const inference = new Inference(syntax, scope, base);
  const type = inference.typeOf(syntax.root, new Map());
  return { type: chainOf(syntax.root) === undefined ? bare(type) : type, problems: inference.problems };
}

/** One walk over a syntax tree. */
class Inference {
  readonly problems: ExpressionError[] = [];
  readonly #syntax: CelSyntax;
  readonly #scope: TypeScope;
  readonly #base: number;

  constructor(syntax: CelSyntax, scope: TypeScope, base: number) {
    this.#syntax = syntax;
    this.#scope = scope;
    this.#base = base;
  }

  typeOf(node: CelNode | undefined, locals: Locals): ValueType {
    if (node === undefined) return "any";
    const kind = node.exprKind;
    switch (kind.case) {
      case "constExpr":
        return constantType(kind.value.constantKind.case);
      case "identExpr":
      case "selectExpr":
        return this.#ofChain(node, locals);
      case "callExpr":
        return kind.value.function === "_[_]"
          ? this.#ofIndex(node, kind.value, locals)
          : this.#ofCall(node, kind.value, locals);
      case "listExpr":
        return listOf(kind.value.elements.map((element) => this.typeOf(element, locals)));
      case "structExpr":
        return this.#ofMap(kind.value.entries, locals);
      case "comprehensionExpr":
        return this.#ofComprehension(node, kind.value, locals);
      default:
        return "any";
    }
  }

  #ofChain(node: CelNode, locals: Locals): ValueType {
    const kind = node.exprKind;
    if (kind.case === "selectExpr" && kind.value.testOnly) return boolean;
    const chain = chainOf(node);
    if (chain === undefined) {
      if (kind.case !== "selectExpr") return "any";
      return follow(this.typeOf(kind.value.operand, locals), [kind.value.field]);
    }
    const local = locals.get(chain.root);
    if (local !== undefined) return follow(local, chain.segments);
    const reference = referenceOf(chain.root, chain.segments, 0, 0);
    if (!reference.ok) return "any";
    // References that lead nowhere are reported once, by `typeOf`.
    const type = typeOfReference(reference.value, this.#scope);
    return "problem" in type ? "any" : type.type;
  }

  #ofIndex(node: CelNode, call: CallNode, locals: Locals): ValueType {
    if (chainOf(node) !== undefined) return this.#ofChain(node, locals);
    const [operand, index] = call.args;
    const type = this.typeOf(operand, locals);
    this.typeOf(index, locals);
    if (type === "any" || "oneOf" in type) return "any";
    if (type.type === "array") return type.items;
    return type.type === "object" && !("properties" in type) ? type.additionalProperties : "any";
  }

  #ofCall(node: CelNode, call: CallNode, locals: Locals): ValueType {
    const types = call.args.map((argument) => this.typeOf(argument, locals));
    if (call.target !== undefined) this.typeOf(call.target, locals);
    const [left = "any", right = "any", otherwise = "any"] = types;
    switch (call.function) {
      case "_?_:_":
        return sameShape(right, otherwise) ? bare(right) : "any";
      case "_+_":
      case "_-_":
      case "_*_":
      case "_/_":
      case "_%_":
        return this.#ofArithmetic(node, call.function.charAt(1), left, right);
      case "-_":
        return isType(left, "integer") ? integer : "any";
      case "dyn":
        return "any";
      default:
        return results.get(call.function) ?? "any";
    }
  }

  #ofArithmetic(node: CelNode, operator: string, left: ValueType, right: ValueType): ValueType {
    const known = [left, right].filter((type) => type !== "any");
    const fits = operator === "+" ? ["integer", "string", "array"] : ["integer"];
    const wrong = known.find((type) => "oneOf" in type || !fits.includes(type.type));
    const [a, b] = known;
    if (wrong !== undefined || (a !== undefined && b !== undefined && kindOf(a) !== kindOf(b))) {
      const detail = `\`${operator}\` can't take ${typeInWords(left)} and ${typeInWords(right)}`;
      const isText = [left, right].some((type) => isType(type, "string"));
      const hint = operator === "+" && isText ? { hint: "`string(...)` makes text of a value" } : {};
      const place = { offset: this.#offsetOf(node), length: operator.length };
      this.problems.push({ code: "expression-type", detail, ...place, ...hint });
      return "any";
    }
    if (isType(left, "array") && isType(right, "array")) return sameShape(left, right) ? bare(left) : "any";
    return a === undefined || isType(a, "array") ? "any" : bare(a);
  }

  #offsetOf(operation: CelNode): number {
    // The library places an operator at the white space before it, at times.
    const position = this.#syntax.positions[operation.id.toString()] ?? 0;
    const blank = /^\s*/.exec(this.#syntax.source.slice(position))?.[0].length ?? 0;
    return this.#base + position + blank;
  }

  #ofMap(entries: readonly MapEntry[], locals: Locals): ValueType {
    const properties: [string, Schema][] = [];
    let whole = true;
    for (const { keyKind, value } of entries) {
      const type = this.typeOf(value, locals);
      const key = keyKind.case === "mapKey" ? keyKind.value.exprKind : undefined;
      const constant = key?.case === "constExpr" ? key.value.constantKind : undefined;
      if (constant?.case === "stringValue" && type !== "any") properties.push([constant.value, bare(type)]);
      else whole = false;
    }
    return whole ? { type: "object", properties: Object.fromEntries(properties), additionalProperties: false } : "any";
  }

  #ofComprehension(node: CelNode, comprehension: ComprehensionNode, locals: Locals): ValueType {
    const range = this.typeOf(comprehension.iterRange, locals);
    const inner = new Map(locals);
    inner.set(comprehension.accuVar, "any");
    const pairs = comprehension.iterVar2 !== "";
    inner.set(comprehension.iterVar, pairs ? "any" : itemOf(range));
    if (pairs) inner.set(comprehension.iterVar2, "any");
    this.typeOf(comprehension.loopStep, inner);
    const macro = this.#syntax.macros[node.id.toString()]?.exprKind;
    const call = macro?.case === "callExpr" ? macro.value : undefined;
    switch (call?.function) {
      case "all":
      case "exists":
      case "exists_one":
      case "existsOne":
        return boolean;
      case "filter":
        return isType(range, "array") ? bare(range) : "any";
      case "map":
        // `map(x, f)` or `map(x, condition, f)`; the step above has reported what is wrong in it.
        return listOf([pairs ? "any" : this.#quietTypeOf(call.args.at(-1), inner)]);
      default:
        return "any";
    }
  }

  /** The type alone, where the problems are reported already. */
  #quietTypeOf(node: CelNode | undefined, locals: Locals): ValueType {
    const reported = this.problems.length;
    const type = this.typeOf(node, locals);
    this.problems.length = reported;
    return type;
  }
}

function constantType(kind: string | undefined): ValueType {
  if (kind === "stringValue") return text;
  if (kind === "boolValue") return boolean;
  return kind === "int64Value" || kind === "uint64Value" ? integer : "any";
}

function follow(start: ValueType, segments: readonly (string | number)[]): ValueType {
  let type = start;
  for (const segment of segments) {
    const next = stepSchema(type, segment);
    if ("detail" in next) return "any";
    type = next.type;
  }
  return type;
}

function itemOf(range: ValueType): ValueType {
  if (range === "any" || "oneOf" in range) return "any";
  if (range.type === "array") return range.items;
  return range.type === "object" ? text : "any";
}

function listOf(items: readonly ValueType[]): ValueType {
  const [first] = items;
  if (first === undefined || first === "any" || !items.every((item) => sameShape(first, item))) return "any";
  return { type: "array", items: bare(first) };
}

/** The type without the rules and annotations of the field it came from: a computed value is not that field. */
function bare(type: Schema): Schema;
function bare(type: ValueType): ValueType;
function bare(type: ValueType): ValueType {
  if (type === "any" || "oneOf" in type || type.type === "object") return type;
  return type.type === "array" ? { type: "array", items: bare(type.items) } : { type: type.type };
}

function isType(type: ValueType, name: "string" | "integer" | "boolean" | "array" | "object"): boolean {
  return kindOf(type) === name;
}
