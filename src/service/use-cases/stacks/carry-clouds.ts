import { Fault } from "../../../../packages/base/fault.ts";
import { type JournalEntry, type RecordEffect, refreshed } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../../deployment.ts";
import { Rejection } from "../../rejection.ts";
import { claimKeyOf } from "../objects/claim-key-of.ts";
import { type HeldStack, holdTransferred } from "./hold-stack.ts";

type DeploymentPart = Pick<
  Deployment,
  "store" | "catalog" | "clock" | "ids" | "holder" | "isDead" | "liveness" | "authority" | "cloudIdOf"
>;

/**
 * Writes the records whose cloud older versions called otherwise under the name that it has now, with what they claim:
 * they took an address of the vendor's own that was spelt out for another cloud. True once none is left. A stack that
 * another holds, that is damaged or that has calls in flight keeps its names until the next look; so does one that
 * claims what another stack holds by now.
 */
export async function carryClouds(deployment: DeploymentPart): Promise<boolean> {
  let isDone = true;
  for (const stack of await deployment.store.listStacks()) {
    try {
      isDone = (await carryStack(stack, deployment)) && isDone;
    } catch (cause) {
      if (!(cause instanceof Rejection) && !(cause instanceof Fault && cause.code === "store-damaged")) throw cause;
      isDone = false;
    }
  }
  return isDone;
}

async function carryStack(stack: string, deployment: DeploymentPart): Promise<boolean> {
  const { records, superseded } = await deployment.store.readStack(stack);
  if (![...records.values(), ...superseded].some((each) => isOtherwise(each, deployment))) return true;
  return holdTransferred(stack, deployment, (held) => renamed(held, deployment));
}

async function renamed({ state, append }: HeldStack, deployment: DeploymentPart): Promise<boolean> {
  if (state.openIntents.length > 0) return false;
  const otherwise = [...state.records.values(), ...state.superseded].filter((each) => isOtherwise(each, deployment));
  const effects = otherwise.flatMap((record): readonly RecordEffect[] => {
    const { uid, generation, provider } = record;
    const named = { ...record, provider: { ...provider, cloudId: deployment.cloudIdOf(provider) } };
    return [
      { kind: "remove", uid, generation, claimKey: claimKeyOf(record, deployment.catalog) },
      { kind: "put", record: named, claimKey: claimKeyOf(named, deployment.catalog) },
    ];
  });
  const at = new Date(deployment.clock.now()).toISOString();
  const run = deployment.ids.unique();
  const entry: JournalEntry = {
    kind: "result",
    run,
    step: "",
    intentSeq: null,
    outcome: "done",
    detail: refreshed,
    effects,
    at,
  };
  // It is not told here whose the claim is: the stack's next plan says so.
  return (await append([entry])).kind === "done";
}

function isOtherwise({ type, provider }: ResourceRecord, { catalog, cloudIdOf }: DeploymentPart): boolean {
  return catalog.resources[type]?.provider === provider.kind && cloudIdOf(provider) !== provider.cloudId;
}
