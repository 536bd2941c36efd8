import { digest } from "../base/digest.ts";
import { invariant } from "../base/invariant.ts";
import type { Json, JsonObject } from "../base/json.ts";
import { problem } from "../base/problem.ts";
import { declarableInputs } from "../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../definitions/schema/definition.ts";
import { parseId } from "../definitions/schema/identity.ts";
import { fieldOf } from "../definitions/schema/walk-value.ts";
import type { DeclarationText, ImportView } from "../doors/api/documents.ts";
import { claimKey, type ResourceRecord, stateFormat } from "../engine/state/record.ts";
import type { Deployment } from "./deployment.ts";
import { appendOrReject, holdStack } from "./hold-stack.ts";
import { readObject } from "./read-objects.ts";
import { Rejection } from "./rejection.ts";

export interface ImportRequest {
  readonly stack: string;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly declaration: DeclarationText | null;
  readonly provider: string | null;
}

/**
 * Takes an existing object into management: reads it, records it, and gives the declaration that plans empty for it.
 * Writes to the state only, in one transaction.
 */
export async function importObject(request: ImportRequest, deployment: Deployment): Promise<ImportView> {
  const { clock, ids, catalog, driverOf } = deployment;
  const read = await readObject({ ...request, state: {} }, deployment);
  const definition = catalog.resources[read.type];
  invariant(definition !== undefined, `no definition of ${read.type}`);
  const { softDelete } = definition;
  if (softDelete !== undefined && read.outputs[softDelete.stateField] === softDelete.deletedValue) {
    throw new Rejection("conflict", [
      problem("soft-deleted", `\`${read.id}\` is soft-deleted; undelete it on the platform, then import it`),
    ]);
  }
  const parsed = parseId(definition, request.id, read.provider.config);
  invariant(parsed.ok, "the id was read");
  const inputs = writableInputs(definition, read.outputs);
  await holdStack(request.stack, deployment, async (held) => {
    if (held.state.records.has(request.name)) {
      throw new Rejection("conflict", [
        problem("already-exists", `stack \`${request.stack}\` has a resource \`${request.name}\` already`),
      ]);
    }
    const { ref, kind, config } = read.provider;
    const cloudId = driverOf(read.provider).cloudId(read.provider);
    const run = ids.unique();
    const record: ResourceRecord = {
      format: stateFormat,
      uid: ids.unique(),
      address: request.name,
      generation: 1,
      status: "current",
      type: read.type,
      definitionVersion: definition.versions.default,
      apiVersion: read.apiVersion,
      provider: { ref, kind, cloudId, configDigest: digest(config), config },
      identity: parsed.value,
      inputs,
      outputs: read.outputs,
      observed: { version: read.version, digest: digest(read.outputs), at: new Date(clock.now()).toISOString() },
      dependsOn: [],
      options: { protect: false, onDestroy: definition.existence === "standing" ? "retain" : definition.onDestroy },
      imported: true,
      lastRun: run,
    };
    const claim = claimKey(cloudId, parsed.value.claim, definition.identity.ignoreCase === true);
    await appendOrReject(held, [
      {
        kind: "result",
        run,
        step: request.name,
        intentSeq: null,
        outcome: "done",
        detail: "imported",
        effects: [{ kind: "put", record, claimKey: claim }],
      },
    ]);
  });
  return {
    name: request.name,
    type: read.type,
    id: read.id,
    outputs: read.outputs,
    declaration: { type: read.type, properties: escaped(inputs) },
  };
}

/** The inputs that a declaration would give: nothing that the platform means by silence, no concurrency tag. */
function writableInputs(definition: ResourceDefinition, outputs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(declarableInputs(definition, outputs)).filter(([name, value]) => {
      const meant = fieldOf(definition.inputs, name)?.absentMeans;
      return meant === undefined || meant !== value;
    }),
  );
}

/** Platform texts as a declaration writes them: `${` stands for itself. */
function escaped(value: JsonObject): JsonObject {
  const walk = (each: Json): Json => {
    if (typeof each === "string") return each.replaceAll("${", () => "$${");
    if (Array.isArray(each)) return each.map((item: Json) => walk(item));
    if (each === null || typeof each !== "object") return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, walk(member)]));
  };
  return walk(value) as JsonObject;
}
