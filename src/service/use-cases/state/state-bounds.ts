import {
  beyondRoom,
  fitsInto,
  mostNames,
  mostOutputs,
  type Room,
  roomOfOutputs,
  roomOfRecord,
} from "../../../../packages/base/json/content-bounds.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import { jsonOf } from "../../../../packages/base/json/plain.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { mostProblems } from "../../../../packages/base/problems/problem-limit.ts";
import { reportedProblems } from "../../../../packages/base/problems/reported-problems.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import type { StateDocument } from "../../../contract/documents/state.ts";
import { keyFault, longestName } from "../../../engine/declare/logical-name.ts";
import { Rejection } from "../../rejection.ts";

/** What outputs were made from, and the config of a stack, are read and written in one go as well. */
const roomOfSources: Room = { values: 50_000, characters: 2 * 1024 * 1024 };
const roomOfContext: Room = { values: 50_000, characters: 2 * 1024 * 1024 };

/** What all objects of a state need, together: a plan of a destroy puts all of it in order. */
const mostNeeds = 200_000;

const nameLists = [
  ["dependsOn"],
  ["options", "ignoreChanges"],
  ["options", "secretOutputs"],
] as const satisfies readonly (readonly string[])[];
const names = [
  ["uid"],
  ["type"],
  ["definitionVersion"],
  ["apiVersion"],
  ["lastRun"],
  ["options", "deletedWith"],
  ["options", "parent"],
] as const satisfies readonly (readonly string[])[];

/**
 * Refuses a document from outside that holds more than a state may, each excess at its place: every part of a state is
 * read and written in one go by whoever looks at its stack. In parts.
 */
export function* refuseBeyondBounds(document: StateDocument): InParts<void> {
  const { outputs, outputSources, context, records } = jsonOf(document);
  const problems = [...aboutOutputs(outputs)];
  yield;
  problems.push(
    ...tooLarge(outputSources, roomOfSources, "/document/outputSources", "what the outputs were made from"),
  );
  yield;
  problems.push(...tooLarge(context, roomOfContext, "/document/context", "the context of a stack"));
  let needs = 0;
  for (const [index, record] of ((records ?? []) as readonly Json[]).entries()) {
    yield;
    if (problems.length > mostProblems) break;
    const at = pointer("/document/records", index);
    problems.push(...aboutRecord(record, at));
    const needed = isJsonObject(record) ? record["dependsOn"] : undefined;
    needs += Array.isArray(needed) ? needed.length : 0;
    if (needs <= mostNeeds) continue;
    const detail =
      `up to here the records have ${needs} names in \`dependsOn\`, ` +
      `and all of a state may have at most ${mostNeeds}`;
    problems.push(beyond(detail, pointer(at, "dependsOn")));
    break;
  }
  if (problems.length > 0) throw new Rejection("unprocessable", reportedProblems(problems));
}

function aboutOutputs(outputs: Json | undefined): readonly Problem[] {
  const at = "/document/outputs";
  if (!isJsonObject(outputs)) return [];
  const called = Object.keys(outputs);
  if (called.length > mostOutputs)
    return [beyond(`it has ${called.length} outputs, and a stack has at most ${mostOutputs}`, at)];
  const misnamed = called.flatMap((name) => {
    const fault = keyFault(name);
    return fault === undefined ? [] : [beyond(fault, pointer(at, name))];
  });
  return misnamed.length > 0 ? misnamed : tooLarge(outputs, roomOfOutputs, at, "the outputs of a stack");
}

function aboutRecord(record: Json, at: string): readonly Problem[] {
  // What is no record at all is told elsewhere.
  if (!isJsonObject(record)) return [];
  const lists = nameLists.flatMap((path) => aboutList(memberAt(record, path), pointer(at, ...path)));
  const texts = names.flatMap((path) => aboutName(memberAt(record, path), pointer(at, ...path)));
  const found = [...lists, ...texts];
  return found.length > 0 ? found : tooLarge(record, roomOfRecord, at, "a record");
}

function memberAt(record: JsonObject, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, name) => (isJsonObject(value) ? value[name] : undefined), record);
}

function aboutList(value: Json | undefined, at: string): readonly Problem[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [beyond("this is a list of names", at)];
  if (value.length > mostNames) return [beyond(`it has ${value.length} names, and may have at most ${mostNames}`, at)];
  const wrong = value.findIndex((each) => typeof each !== "string");
  if (wrong >= 0) return [beyond("this is a list of names", at)];
  const long = value.findIndex((each) => String(each).length > longestName);
  return long < 0 ? [] : aboutName(value[long], pointer(at, long));
}

function aboutName(value: Json | undefined, at: string): readonly Problem[] {
  if (value === undefined) return [];
  if (typeof value !== "string") return [beyond("this is a name", at)];
  if (value.length <= longestName) return [];
  return [beyond(`it has ${value.length} characters, and a name has at most ${longestName}`, at)];
}

function tooLarge(value: Json | undefined, room: Room, at: string, what: string): readonly Problem[] {
  if (value === undefined || fitsInto(value, room)) return [];
  return [beyond(beyondRoom(what, room), at)];
}

function beyond(detail: string, at: string): Problem {
  return problem("beyond-bounds", detail, { pointer: at });
}
