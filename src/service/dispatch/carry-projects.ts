import { Fault } from "../../base/fault.ts";
import { isStackName, wholeName } from "../../contract/stack-name.ts";
import { allDocuments } from "../access/all-documents.ts";
import { bindingCollection } from "../access/kept-binding.ts";
import { Rejection } from "../rejection.ts";
import { nameWhole } from "./move-stack.ts";

/** Takes the stacks that no declaration was ever applied to. */
const unnamedProject = "default";

type World = Parameters<typeof nameWhole>[2];

/**
 * Names the stacks of older versions by their projects as well: `dev` of the project `portal` is `portal/dev` from now on, and one to
 * which nothing was applied is of the project `default`. True once none is left: a stack that
 * another holds, or that is damaged, keeps its name until the next look. `tell` hears of each.
 */
export async function carryProjects(world: World, tell: (sentence: string) => void): Promise<boolean> {
  await carryPatterns(world);
  let isDone = true;
  for (const stack of await world.store.listStacks()) {
    // Those of single objects, and those that have a project, stay as they are.
    if (!isStackName(stack)) continue;
    try {
      const { context } = await world.store.readStack(stack);
      const to = wholeName({ project: context.project ?? unnamedProject, stack });
      await nameWhole(stack, to, world);
      tell(`Stack ${stack} is called ${to} from now on: the name of a stack begins with its project.`);
    } catch (cause) {
      if (!(cause instanceof Rejection) && !(cause instanceof Fault && cause.code === "store-damaged")) throw cause;
      isDone = false;
    }
  }
  return isDone;
}

/** Credentials that were for stacks of a name are for those of that name in every project. */
async function carryPatterns({ register }: World): Promise<void> {
  for (const { key, revision, document } of await allDocuments(register, bindingCollection)) {
    const { stacks } = document;
    if (!Array.isArray(stacks) || !stacks.some(isShort)) continue;
    const whole = stacks.map((each) => (isShort(each) ? `*/${each}` : each));
    await register.put(bindingCollection, key, { ...document, stacks: whole }, { revision });
  }
}

function isShort(pattern: unknown): pattern is string {
  return typeof pattern === "string" && pattern !== "*" && !pattern.includes("/");
}
