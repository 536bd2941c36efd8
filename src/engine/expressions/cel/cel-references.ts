import { nearestName } from "../../../../packages/base/nearest-name.ts";
import type { Cel } from "../cel.ts";
import { referenceOf, scanChain } from "../plain-path.ts";
import type { ExpressionError, Reference } from "../template.ts";
import type { CelNode, CelSyntax } from "./cel-syntax.ts";
import { celChildren } from "./cel-walk.ts";

/** A chain of selections in the syntax tree, down to the identifier it starts from. */
export interface CelChain {
  readonly root: string;
  readonly rootId: bigint;
  /** Constant segments only: the chain ends before an index that is computed. */
  readonly segments: readonly (string | number)[];
}

// Functions of the language itself, which the library's table does not list.
const operators: ReadonlySet<string> = new Set(["_&&_", "_||_", "_?_:_", "_[_]", "@not_strictly_false"]);
const typeNames: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "dyn",
  "int",
  "list",
  "map",
  "null_type",
  "string",
  "timestamp",
  "type",
  "uint",
]);

/** The chain that a node is, or undefined when it is anything else. */
export function chainOf(node: CelNode): CelChain | undefined {
  const kind = node.exprKind;
  if (kind.case === "identExpr") return { root: kind.value.name, rootId: node.id, segments: [] };
  if (kind.case === "selectExpr") return extend(kind.value.operand, kind.value.field);
  if (kind.case !== "callExpr" || kind.value.function !== "_[_]") return undefined;
  const [operand, index] = kind.value.args;
  const constant = index?.exprKind.case === "constExpr" ? index.exprKind.value.constantKind : undefined;
  if (constant?.case === "stringValue") return extend(operand, constant.value);
  if (constant?.case === "int64Value" && constant.value >= 0n) return extend(operand, Number(constant.value));
  return undefined;
}

function extend(operand: CelNode | undefined, segment: string | number): CelChain | undefined {
  const chain = operand === undefined ? undefined : chainOf(operand);
  return chain === undefined ? undefined : { ...chain, segments: [...chain.segments, segment] };
}

/**
 * What an expression reads, and the calls and names in it that can't work. Variables of comprehensions shadow logical
 * names. `base` is the expression's place in the template.
 */
export function celReferences(
  syntax: CelSyntax,
  base: number,
  cel: Cel,
): { readonly references: readonly Reference[]; readonly errors: readonly ExpressionError[] } {
  const references: Reference[] = [];
  const errors: ExpressionError[] = [];

  function blame(id: bigint, length: number, detail: string, fix?: string): void {
    const offset = base + (syntax.positions[id.toString()] ?? 0);
    errors.push({ code: "invalid-expression", detail, offset, length, ...(fix === undefined ? {} : { fix }) });
  }

  function refer(chain: CelChain): void {
    const start = syntax.positions[chain.rootId.toString()] ?? 0;
    const end = scanChain(syntax.source, start, chain.segments.length)?.end ?? start + chain.root.length;
    const reference = referenceOf(chain.root, chain.segments, base + start, end - start);
    if (reference.ok) references.push(reference.value);
    else blame(chain.rootId, chain.root.length, reference.error);
  }

  function visit(node: CelNode, bound: ReadonlySet<string>): void {
    const chain = chainOf(node);
    if (chain !== undefined && !bound.has(chain.root)) {
      if (isTypeName(chain)) return;
      refer(chain);
      return;
    }
    const kind = node.exprKind;
    if (kind.case === "structExpr" && kind.value.messageName !== "") {
      blame(node.id, 1, `messages such as \`${kind.value.messageName}\` are not supported; write a map`);
      return;
    }
    let skipTarget = false;
    if (kind.case === "callExpr") {
      const name = kind.value.function;
      const target = kind.value.target === undefined ? undefined : chainOf(kind.value.target);
      const qualified = target === undefined ? name : [target.root, ...target.segments, name].join(".");
      // `strings.quote(x)` looks like a method of `strings`, and is a function with a dot in its name.
      skipTarget = qualified !== name && !bound.has(target?.root ?? "") && cel.isFunction(qualified);
      if (!skipTarget && !operators.has(name) && !cel.isFunction(name)) {
        const near = nearestName(
          name,
          callable.filter((each) => cel.isFunction(each)),
        );
        const guess = near === undefined ? "" : `; did you mean \`${near}\`?`;
        blame(node.id, 1, `there is no function \`${name}\` that can be called so${guess}`);
      }
    }
    for (const child of celChildren(node)) {
      if (skipTarget && kind.case === "callExpr" && child.node === kind.value.target) continue;
      visit(child.node, child.binds.length === 0 ? bound : new Set([...bound, ...child.binds]));
    }
  }

  visit(syntax.root, new Set());
  const ordered = references.toSorted((a, b) => a.offset - b.offset);
  return { references: ordered, errors };
}

function isTypeName(chain: CelChain): boolean {
  if (chain.segments.length === 0) return typeNames.has(chain.root);
  return chain.root === "google" && chain.segments[0] === "protobuf";
}

// Names to guess from when a call is misspelt.
const callable: readonly string[] = [
  ...["bool", "bytes", "contains", "double", "duration", "dyn", "endsWith", "int", "matches", "size", "startsWith"],
  ...["string", "timestamp", "type", "uint", "charAt", "format", "indexOf", "join", "lastIndexOf", "lowerAscii"],
  ...["replace", "split", "substring", "trim", "upperAscii", "getFullYear", "getMonth", "getDate", "getHours"],
];
