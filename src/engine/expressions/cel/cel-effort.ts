import type { CelFunc, CelScalar, celFunc, isCelList, isCelMap } from "@bufbuild/cel";
import { charactersOfStep, type Effort } from "../effort.ts";
import { celCall, withChildren } from "./cel-rewrite.ts";
import type { CelNode } from "./cel-syntax.ts";

/** The library's own parts for a function of ours. */
interface CelLibrary {
  readonly celFunc: typeof celFunc;
  readonly CelScalar: typeof CelScalar;
  readonly isCelList: typeof isCelList;
  readonly isCelMap: typeof isCelMap;
}

// No expression can be written with these names.
const [counted, round] = ["@counted", "@round"];

/** So many items take as long as a step. */
const itemsOfStep = 4;
/** A round of a comprehension takes as long as so many. */
const stepsOfRound = 4;

/** Calls that take as long whatever they are given; `_+_` joins without copying. */
const short = new Set([
  ...["_[_]", "_+_", "_&&_", "_||_", "!_", "_?_:_", "@not_strictly_false"],
  ...["@member-of", "@presence-in"],
]);

/** Functions that `withEffort` puts into an expression; `current` is whose effort is spent. */
export function effortFunctions(library: CelLibrary, current: () => Effort): readonly CelFunc[] {
  const {
    celFunc,
    CelScalar: { DYN },
  } = library;
  return [
    celFunc(counted, [DYN], DYN, (value) => {
      current().spend(stepsOf(value, library));
      return value;
    }),
    celFunc(round, [DYN], DYN, (value) => {
      current().spend(stepsOfRound);
      return value;
    }),
  ];
}

function stepsOf(value: unknown, { isCelList, isCelMap }: CelLibrary): number {
  if (typeof value === "string") return 1 + value.length / charactersOfStep;
  if (isCelList(value) || isCelMap(value)) return 1 + value.size / itemsOfStep;
  return 1;
}

/**
 * The same expression, in which each round of a comprehension is counted, and what calls are given by its size. Node
 * ids stay. `isFunction` knows functions with a dot in their names, whose beginning is no value.
 */
export function withEffort(node: CelNode, isFunction: (name: string) => boolean): CelNode {
  const inside = withChildren(node, (each) => withEffort(each, isFunction));
  const { exprKind } = inside;
  if (exprKind.case === "callExpr" && !short.has(exprKind.value.function)) {
    const { value } = exprKind;
    const count = (each: CelNode) => given(counted, each);
    const of = value.target;
    const start = of?.exprKind.case === "identExpr" ? of.exprKind.value.name : "";
    const isName = of === undefined || isFunction(`${start}.${value.function}`);
    const target = isName ? {} : { target: count(of) };
    return { ...inside, exprKind: { case: "callExpr", value: { ...value, ...target, args: value.args.map(count) } } };
  }
  if (exprKind.case === "comprehensionExpr" && exprKind.value.loopStep !== undefined) {
    const { value } = exprKind;
    const rounds = value.loopCondition === undefined ? {} : { loopCondition: given(round, value.loopCondition) };
    return { ...inside, exprKind: { case: "comprehensionExpr", value: { ...value, ...rounds } } };
  }
  return inside;
}

function given(name: string, node: CelNode): CelNode {
  return { ...node, exprKind: celCall(name, [node]) };
}
