import { digest } from "../../../../packages/base/digest.ts";
import { Fault } from "../../../../packages/base/fault.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { ObjectRow, ObjectView } from "../../../contract/documents/objects.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { Rejection } from "../../rejection.ts";
import { ownStackPrefix } from "../../stack-name.ts";
import type { Deployment } from "../deployment.ts";
import { type PageRequest, passes } from "../lists/page.ts";
import { driftView } from "../objects/drift-view.ts";
import { readObject } from "../objects/read-objects.ts";
import { refreshEffectOf, seenOf } from "../objects/refresh-effects.ts";
import { findUnmanaged } from "../objects/unmanaged.ts";
import { atNoStack } from "../stacks/at-stack.ts";
import { observeRecords } from "../state/observe-records.ts";
import { itsName, placed } from "./direct-text.ts";
import { locateObject, namedProvider, type ObjectAddress, type ProviderChoice, providerText } from "./locate-object.ts";
import type { ObjectPage } from "./object-page.ts";
import { etagOf, objectRow, recordedObject } from "./object-view.ts";

/**
 * An object by type and id. One that is managed by itself is shown as it is recorded, or, `live`, as the platform has
 * it and how that differs; any other is read live. A Rejection "missing" when there is none.
 */
export async function showObject(address: ObjectAddress, live: boolean, deployment: Deployment): Promise<ObjectView> {
  const located = await locateObject(address, deployment);
  const { record, stack, named, definition } = located;
  if (record !== null && !live) return recordedObject(record);
  if (record !== null) {
    const state = await deployment.store.readStack(stack);
    const snapshot = await observeRecords(stack, state, deployment);
    const seen = seenOf(record, snapshot, deployment.catalog);
    if (seen === undefined || seen.kind === "unreadable")
      throw new Rejection("conflict", [
        problem("unreadable", `\`${record.identity.id}\` can't be read: ${seen?.detail ?? "it was not read"}`),
      ]);
    if (seen.kind === "absent" || seen.deleted)
      throw new Rejection("missing", [problem("not-found", `\`${record.identity.id}\` does not exist any more`)]);
    const effect = refreshEffectOf(record, snapshot, deployment.catalog);
    const current = effect?.kind === "put" ? effect.record : record;
    const drift = (await driftView(snapshot, deployment)).drift.map(({ name: _, ...row }) => row);
    return { ...recordedObject(current), observedAt: snapshot.at, drift };
  }
  const read = await placed(
    readObject(
      {
        type: address.type,
        id: address.id,
        state: {},
        declaration: providerText(named),
        provider: named.provider === null ? null : named.ref,
      },
      atNoStack(deployment),
    ),
  );
  return {
    type: definition.type,
    id: read.id,
    provider: read.provider.kind,
    etag: etagOf(read.version ?? digest(read.outputs)),
    managed: false,
    properties: null,
    options: null,
    outputs: read.outputs,
    observedAt: new Date(deployment.clock.now()).toISOString(),
    drift: [],
  };
}

export interface ListRequest {
  readonly type: string;
  /** The filter's name is the beginning of an id. */
  readonly page: PageRequest;
  /**
   * Names a collection of the platform; what it holds besides is listed too. Null: nothing is asked of the platform.
   */
  readonly within: JsonObject | null;
  readonly provider: ProviderChoice;
}

/** Objects of a type that are managed by themselves; and, `within` a collection, those that are not managed here. */
export async function listObjects(request: ListRequest, deployment: Deployment): Promise<ObjectPage> {
  const { page, within } = request;
  const [type = request.type] = request.type.split("@");
  if (!Object.hasOwn(deployment.catalog.resources, type))
    throw new Rejection("unprocessable", [problem("unknown-type", `there is no resource type \`${type}\``)]);
  const managed = await listManaged(type, page, deployment);
  if (within === null || page.after !== null) return managed;
  const named = await namedProvider(request.provider, deployment);
  const found = await placed(
    findUnmanaged(
      {
        type: request.type,
        within,
        declaration: providerText(named),
        provider: named.provider === null ? null : named.ref,
      },
      deployment,
    ),
  );
  return { ...managed, unmanaged: found.map(({ type: of, id, outputs }) => ({ type: of, id, outputs })) };
}

/** Records that are read at once. */
const readsAtOnce = 64;

async function listManaged(
  type: string,
  { after, limit, filter = {} }: PageRequest,
  { store }: Deployment,
): Promise<ObjectPage> {
  const prefix = ownStackPrefix(type);
  const { name, ...others } = filter;
  const stacks = (await store.listStacks()).filter((stack) => stack.startsWith(prefix)).sort();
  const objects: ObjectRow[] = [];
  const problems: Problem[] = [];
  let last: string | null = null;
  const rest = after === null ? stacks : stacks.filter((stack) => stack > after);
  for (let at = 0; at < rest.length; at += readsAtOnce) {
    const part = rest.slice(at, at + readsAtOnce);
    const readings = await Promise.all(part.map((stack) => recordOrProblem(stack, store)));
    for (const [index, reading] of readings.entries()) {
      if ("damage" in reading) {
        problems.push(reading.damage);
        continue;
      }
      const { record } = reading;
      if (record === null || !passes(record, others) || !record.identity.id.startsWith(name ?? "")) continue;
      if (objects.length === limit) return { objects, problems, next: last };
      objects.push(objectRow(record));
      last = part[index] ?? null;
    }
  }
  return { objects, problems, next: null };
}

/** An object whose record is damaged hides none of the others. */
async function recordOrProblem(
  stack: string,
  store: Deployment["store"],
): Promise<{ readonly record: ResourceRecord | null } | { readonly damage: Problem }> {
  try {
    return await store.readRecord(stack, itsName);
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== "store-damaged") throw cause;
    return { damage: problem("stack-damaged", cause.message) };
  }
}
