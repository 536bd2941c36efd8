import { isJsonObject, type Json, jsonEqual } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { vendorLimitBreaches } from "../../definitions/schema/checks/vendor-limits.ts";
import { findUnknown, unknown } from "../../definitions/schema/value.ts";
import type { GetNode, LookupNode } from "../check/checked-declaration.ts";
import type { ReadStep } from "./plan.ts";
import type { Planning } from "./planning.ts";

/**
 * A `get` or look-up: read already while observing, or left to the run when its arguments wait for another step, or
 * when something that it leans on has a step after which there may be something else to see.
 */
export function planRead(node: GetNode | LookupNode, planning: Planning): void {
  const provider = planning.provider(node.provider);
  if (provider.kind === "waiting") {
    excuse(node, planning);
    planning.setOutputs(node.address, unknown(provider.why));
    return planning.postpone(node.address, provider.why, ["read"]);
  }
  const unknownValue = findUnknown(node.kind === "get" ? [node.id, node.qualifiers] : node.arguments);
  if (unknownValue !== undefined) {
    excuse(node, planning);
    planning.setOutputs(node.address, unknown(unknownValue.$unknown));
    return planning.postpone(node.address, unknownValue.$unknown, ["read"]);
  }
  const resolve = (value: Json) => planning.language.resolve(value, planning.bindings);
  const main = resolve(node.kind === "get" ? node.id : node.arguments);
  const qualifiers = resolve(node.kind === "get" ? node.qualifiers : {});
  const stepsBefore = planning.affected.by(node.edges);
  const awaited = node.edges.find((edge) => planning.postponed.has(edge));
  const isTooEarly = stepsBefore.length > 0 || awaited !== undefined || isOtherQuestion(node, planning);
  const read = isTooEarly ? undefined : planning.snapshot.reads.get(node.address);
  const asked = main.waiting.length > 0 || qualifiers.waiting.length > 0 ? null : main.value;
  const result =
    read?.kind === "done" && asked !== null && isSameQuestion(node, read.asked, asked, read.id)
      ? { id: read.id, outputs: read.outputs }
      : null;
  const waits = [...main.waiting, ...qualifiers.waiting][0];
  if (result !== null) planning.setSeen(node.address, result.outputs);
  else planning.setOutputs(node.address, unknown(waits?.why ?? `known after ${node.address} is read`));
  // A failed read has its problem from the observation.
  if (read?.kind === "failed") return;
  if (isTooEarly) excuse(node, planning);
  if (awaited !== undefined) return planning.postpone(node.address, `known after ${awaited} is planned`, ["read"]);
  if (waits !== undefined) planning.deferred.push({ address: node.address, why: waits.why, allowedActions: ["read"] });
  if (node.kind === "lookup" && result === null) adviseOfLimits(node, main.value, planning);
  const step: ReadStep = {
    kind: "read",
    id: node.address,
    address: node.address,
    type: node.type,
    apiVersion: node.apiVersion,
    action: "read",
    provider: provider.recorded,
    ask:
      node.kind === "get"
        ? { kind: "get", id: main.value, qualifiers: isJsonObject(qualifiers.value) ? qualifiers.value : {} }
        : { kind: "lookup", arguments: isJsonObject(main.value) ? main.value : {} },
    result,
    fields: [],
    needs: result === null ? [...new Set([...planning.stepsAt(node.edges), ...stepsBefore])] : [],
  };
  planning.push(step);
}

/** Says of a look-up that the run makes what its vendor is known to refuse. */
function adviseOfLimits({ address, type }: LookupNode, value: Json, planning: Planning): void {
  const taken = planning.catalog.functions[type]?.arguments;
  if (taken === undefined || !isJsonObject(value)) return;
  for (const { pointer: place, says } of vendorLimitBreaches(taken, value))
    planning.complain("vendor-limit", says, {
      address,
      pointer: `${pointer("/lookups", address, "arguments")}${place}`,
    });
}

/** Whether a `get` failed under another name than its object is seen to have by now. */
function isOtherQuestion(node: GetNode | LookupNode, { snapshot, language, bindings }: Planning): boolean {
  const read = snapshot.reads.get(node.address);
  if (node.kind !== "get" || read?.kind !== "failed" || read.asked === undefined) return false;
  const { value, waiting } = language.resolve(node.id, bindings);
  return waiting.length === 0 && isJsonObject(read.asked) && !jsonEqual(read.asked["asked"], value);
}

/** What went wrong with a look that came too early is no problem of the plan. */
function excuse({ address }: GetNode | LookupNode, { snapshot, excused }: Planning): void {
  const read = snapshot.reads.get(address);
  if (read?.kind === "failed") for (const each of read.problems) excused.add(each);
}

/** The observation asked what the plan would ask. A `get` may have been asked in a short form of the same id. */
function isSameQuestion(node: GetNode | LookupNode, before: Json, now: Json, id: string | null): boolean {
  if (node.kind === "lookup") return jsonEqual(before, now);
  return id !== null && isJsonObject(before) && jsonEqual(before["asked"], now);
}
