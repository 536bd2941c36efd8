import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { movedValues } from "../../../definitions/schema/comparison/moved-values.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { wantedBy } from "../../recover/open-change.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import { StepFailed } from "../step-failed.ts";

/**
 * Whether all that has moved at an object since the look before an update is as the update was to make it: a part of it
 * took effect.
 */
export function isHalfApplied(change: NotedChange, definition: ResourceDefinition, now: JsonObject): boolean {
  const { operation, prior, fields } = change;
  if (operation !== "update" || prior === null) return false;
  const wanted = wantedBy(operation, change, definition);
  const written = Object.fromEntries(fields.map((name) => [name, wanted[name] ?? null]));
  const moved = movedInputs(definition, prior.outputs, now);
  const otherwise = new Set(movedInputs(definition, { ...prior.outputs, ...written }, now));
  return moved.length > 0 && moved.every((name) => fields.includes(name) && !otherwise.has(name));
}

/** The top-level inputs at which two looks differ. */
function movedInputs(definition: ResourceDefinition, before: JsonObject, now: JsonObject): readonly string[] {
  const [was, is] = [before, echoIdentity(definition, now, before)].map((outputs) =>
    declarableInputs(definition, outputs),
  );
  return movedValues(definition.inputs, was ?? {}, is ?? {}).map(({ path }) => pointerSegments(path)[0] ?? "");
}

/**
 * An update was not answered so that its end is known (`answer`: in the platform's words), and a look shows a part of
 * it (`moved`).
 */
export function halfApplied({ address }: WritingStep, { target }: NotedChange, answer: string, moved: string) {
  const words = answer.replace(/\.$/, "");
  const detail = `${words}; the write of \`${target.id}\` took effect in part: ${moved}; plan again for the rest`;
  return new StepFailed(problem("outcome-unknown", detail, { address }));
}
