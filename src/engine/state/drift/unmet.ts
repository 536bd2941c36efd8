import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { touches } from "../../../definitions/schema/option-path.ts";
import { overlap } from "../../../definitions/schema/place-values.ts";
import type { ResourceRecord } from "../records/record.ts";
import { driftedSince } from "./drifted-since.ts";
import type { MovedValue } from "./moved-since.ts";

/**
 * Places at which an object, as the platform tells it, has another value than was sent. `written`: the top-level inputs
 * that were sent; the others are no answer to it.
 */
export function unmetPlaces(
  sent: Pick<ResourceRecord, "inputs">,
  definition: ResourceDefinition,
  answer: JsonObject,
  written: readonly string[],
): readonly string[] {
  return driftedSince(definition, answer, sent)
    .map(({ pointer }) => pointer)
    .filter((path) => written.includes(topOf(path)));
}

/**
 * The record of what was just written, with the places at which the platform's own answer has another value than was
 * sent; of what was not sent now, those of the write before that stand still.
 */
export function withUnmet(
  record: ResourceRecord,
  definition: ResourceDefinition,
  { answer, sent, written, before = [] }: Answered,
): ResourceRecord {
  if (record.tainted !== undefined) return record;
  const now = unmetPlaces({ inputs: sent }, definition, answer, written);
  const still = driftedSince(definition, answer, record)
    .map(({ pointer }) => pointer)
    .filter((path) => !now.includes(path) && before.some((place) => overlap(place, path)));
  const unmet = [...now, ...still];
  return unmet.length === 0 ? record : { ...record, observed: { ...record.observed, unmet } };
}

interface Answered {
  readonly answer: JsonObject;
  /** The inputs as they were sent: an undo sends what other hands had set, which is not recorded. */
  readonly sent: JsonObject;
  /** Top-level inputs that were sent. */
  readonly written: readonly string[];
  /** What the record so far has as unmet of the same object. */
  readonly before?: readonly string[] | undefined;
}

/** What is to be told of a record whose last write has not come out as it was sent; undefined where it has. */
export function unmetProblem({ address, identity, observed: { unmet = [] } }: ResourceRecord): Problem | undefined {
  if (unmet.length === 0) return undefined;
  const places = unmet.map((path) => pointerSegments(path).join(".")).join(", ");
  const detail =
    `the platform has answered the write of \`${identity.id}\` with other values of ${places}; ` +
    "`plumb drift` shows them";
  return problem("not-as-asked", detail, { address });
}

/**
 * What has moved since the record, by what was asked as well: where the answer to our last write had another value than
 * was sent, what stands is held against what was sent.
 */
export function movedOrUnmet(
  record: Pick<ResourceRecord, "inputs" | "observed" | "options">,
  definition: ResourceDefinition,
  seen: JsonObject,
  moved: readonly MovedValue[],
): readonly MovedValue[] {
  const { unmet = [] } = record.observed;
  if (unmet.length === 0) return moved;
  const { ignoreChanges = [] } = record.options;
  const isUnmet = (path: string) => unmet.some((place) => overlap(place, path));
  const differing = driftedSince(definition, seen, record).filter(({ pointer }) => isUnmet(pointer));
  const still = differing.map(({ pointer: path, old: stands, new: asked }): MovedValue => {
    const isIgnored = ignoreChanges.some((each) =>
      touches(each, pointerSegments(path), stands, asked as typeof stands),
    );
    return {
      class: "out-of-band",
      path,
      ...((asked ?? null) === null ? {} : { old: asked as NonNullable<typeof stands> }),
      ...((stands ?? null) === null ? {} : { new: stands as NonNullable<typeof stands> }),
      ...(isIgnored ? { ignored: true } : {}),
    };
  });
  return [...moved.filter(({ path }) => !isUnmet(path)), ...still];
}

function topOf(path: string): string {
  return pointerSegments(path)[0] ?? "";
}
