import type { Problem } from "../../../packages/base/problems/problem.ts";
import { type Dependencies, dependencyOrder } from "../graph/order.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { StackState } from "../state/stack-state.ts";
import { nameThen } from "./former/former-options.ts";
import { leftStanding } from "./journal/left-standing.ts";
import type { HalfReplaced, UndoneObject } from "./journal/undo-scope.ts";
import { withRenamedByRun } from "./renamed-by-run.ts";
import type { PutBack, UndoContext, Verdict } from "./verdict.ts";

/** What becomes of the objects of a run once it is undone. */
export interface Ends {
  readonly refused: readonly Problem[];
  readonly removals: readonly UndoneObject[];
  /** The uids of these. */
  readonly going: ReadonlySet<string>;
  readonly halfReplaced: readonly HalfReplaced[];
  /** What is to be under its name again. */
  readonly named: readonly NamedObject[];
  /** What is put back, its name being free. */
  readonly putBack: readonly PutBack[];
  readonly leftStanding: readonly ResourceRecord[];
  /** What each object leans on then, by its name. */
  readonly dependencies: Dependencies;
  /** Its names in their order, or a cycle. */
  readonly order: ReturnType<typeof dependencyOrder>;
  /** What each leans on, and what it goes with. */
  readonly needs: Dependencies;
}

export function endsOf(verdicts: readonly Verdict[], context: UndoContext): Ends {
  const { work, state } = context;
  const told = {
    removals: verdicts.flatMap((each) => (each.kind === "remove" ? [each.object] : [])),
    putBack: verdicts.flatMap((each) => (each.kind === "put-back" ? [each.object] : [])),
  };
  const { removals, putBack: wanted } = withRenamedByRun(told, context.catalog);
  const halfReplaced = verdicts.flatMap((each) => (each.kind === "half-replaced" ? [each.object] : []));
  const going = new Set(removals.map(({ record }) => record.uid));
  const putBack = wanted.filter((each) => holderOf(each, going, state) === undefined);
  const halves = halfReplaced.map(({ former }) => ({ address: former.address, record: former }));
  const dependencies = dependenciesAfter([...putBack, ...halves], going, context);
  return {
    refused: verdicts.flatMap((each) => (each.kind === "refused" ? [each.problem] : [])),
    removals,
    going,
    halfReplaced,
    named: [...wanted, ...halves],
    putBack,
    leftStanding: leftStanding(work.objects, state),
    dependencies,
    order: dependencyOrder(dependencies),
    needs: withHolders(dependencies, going, putBack, context),
  };
}

/** What each object leans on once the run is undone, by its name then. */
function dependenciesAfter(
  putBack: readonly Pick<PutBack, "address" | "record">[],
  going: ReadonlySet<string>,
  { state, names }: UndoContext,
): ReadonlyMap<string, readonly string[]> {
  const own = new Map(putBack.map((each) => [each.record.uid, each]));
  const others = [...state.records.values()].filter(({ uid }) => !going.has(uid) && !own.has(uid));
  return new Map([
    ...others.map(({ address, dependsOn }): [string, readonly string[]] => [
      address,
      dependsOn.map((name) => nameThen(name, "now", names) ?? name),
    ]),
    ...putBack.map(({ address, record }): [string, readonly string[]] => [address, record.dependsOn]),
  ]);
}

/**
 * The same with what each object goes with (`deletedWith`): where that is deleted, the platform takes the object along.
 */
function withHolders(
  dependencies: ReadonlyMap<string, readonly string[]>,
  going: ReadonlySet<string>,
  putBack: readonly PutBack[],
  { state, names }: UndoContext,
): ReadonlyMap<string, readonly string[]> {
  const own = new Set(putBack.map(({ record }) => record.uid));
  const holders = new Map([
    ...[...state.records.values()].flatMap(({ address, uid, options: { deletedWith } }): [string, string][] =>
      deletedWith === undefined || going.has(uid) || own.has(uid)
        ? []
        : [[address, nameThen(deletedWith, "now", names) ?? deletedWith]],
    ),
    ...putBack.flatMap(({ address, options: { deletedWith } }): [string, string][] =>
      deletedWith === undefined ? [] : [[address, deletedWith]],
    ),
  ]);
  return new Map(
    [...dependencies].map(([address, on]) => {
      const holder = holders.get(address);
      return [address, holder === undefined || on.includes(holder) ? on : [...on, holder]];
    }),
  );
}

export type NamedObject = Pick<PutBack, "address" | "record" | "movedFrom">;

/** The record of the object that has the name which another is to have again, and that keeps it. */
export function holderOf(
  { address, record, movedFrom }: NamedObject,
  going: ReadonlySet<string>,
  { records }: StackState,
): ResourceRecord | undefined {
  const holder = records.get(address);
  if (holder === undefined || holder.uid === record.uid) return undefined;
  // A plan can put another type in a name's place, and no more.
  return going.has(holder.uid) && holder.type !== record.type && movedFrom === undefined ? undefined : holder;
}
