import { Fault } from "../../../../packages/base/fault.ts";
import { isStackName } from "../../../contract/stack-name.ts";
import { allDocuments } from "../../access/all-documents.ts";
import { bindingCollection } from "../../access/bindings/kept-binding.ts";
import type { Deployment } from "../../deployment.ts";
import { Rejection } from "../../rejection.ts";
import { nameToCome } from "../../use-cases/stacks/waiting-stack.ts";
import { nameWhole } from "./move-stack.ts";

/** So long a process waits for stacks that others hold: one that was started at the same time is done by then. */
const patienceMs = 3_000;
const pollMs = 50;

type DeploymentPart = Parameters<typeof nameWhole>[2] & Pick<Deployment, "clock">;

/**
 * Names the stacks of older versions by their projects as well: `dev` of the project `portal` is `portal/dev` from now
 * on, and one to which nothing was applied is of the project `default`. True once none is left: a stack that another
 * holds, or that is damaged, keeps its name until the next look. `tell` hears of each.
 */
export async function carryProjects(deployment: DeploymentPart, tell: (sentence: string) => void): Promise<boolean> {
  const { store, clock } = deployment;
  await carryPatterns(deployment);
  const until = clock.elapsed() + patienceMs;
  let isDone = true;
  for (const stack of await store.listStacks()) {
    // Those of single objects, and those that have a project, stay as they are.
    if (!isStackName(stack)) continue;
    for (;;) {
      const outcome = await named(stack, deployment, tell);
      if (outcome === "held" && clock.elapsed() < until) {
        await clock.sleep(pollMs);
        continue;
      }
      isDone = outcome === "named" && isDone;
      break;
    }
  }
  return isDone;
}

type Outcome = "named" | "held" | "damaged";

async function named(stack: string, deployment: DeploymentPart, tell: (sentence: string) => void): Promise<Outcome> {
  try {
    const to = await nameToCome(stack, deployment.store);
    if (to !== null && (await nameWhole(stack, to, deployment)))
      tell(`Stack ${stack} is called ${to} from now on: the name of a stack begins with its project.`);
    return "named";
  } catch (cause) {
    if (cause instanceof Rejection) return "held";
    if (cause instanceof Fault && cause.code === "store-damaged") return "damaged";
    throw cause;
  }
}

/** Credentials that were for stacks of a name are for those of that name in every project. */
async function carryPatterns({ documentStore }: DeploymentPart): Promise<void> {
  for (const { key, revision, document } of await allDocuments(documentStore, bindingCollection)) {
    const { stacks } = document;
    if (!Array.isArray(stacks) || !stacks.some(isShort)) continue;
    const whole = stacks.map((each) => (isShort(each) ? `*/${each}` : each));
    await documentStore.put(bindingCollection, key, { ...document, stacks: whole }, { revision });
  }
}

function isShort(pattern: unknown): pattern is string {
  return typeof pattern === "string" && pattern !== "*" && !pattern.includes("/");
}
