import type { CrashCase } from "./cases.ts";
import { type Command, isKeptImport } from "./commands.ts";
import type { CrashImage } from "./crash-image.ts";
import type { Standing } from "./judge.ts";
import { Incarnation, type Wreck } from "./life.ts";
import { prepare } from "./prepare.ts";

/** A case with nothing broken: what there is to kill, and what every broken run has to come to. */
export interface Unbroken {
  readonly crashCase: CrashCase;
  readonly boundaries: readonly string[];
  readonly wrecks: readonly Wreck[];
  readonly known: ReadonlySet<string>;
  readonly end: Standing;
  /** How the cloud may look once all of ours is gone: depends on whether the command had begun to matter. */
  gone(): Promise<readonly Standing[]>;
  /** What was in force before, and what putting it in force again may come to; null where that is refused. */
  former(): Promise<Former | null>;
}

interface Former {
  readonly command: Command;
  readonly worlds: readonly Standing[];
}

export const destroy: Command = { do: "destroy" };

export function titleOf({ resource, operation }: CrashCase): string {
  return `${resource}, ${operation}`;
}

export async function runUnbroken(crashCase: CrashCase): Promise<Unbroken> {
  const start = await prepare(crashCase);
  const known = new Set<string>();
  const life = new Incarnation(start, crashCase.operationMs);
  try {
    const { ending, boundaries, wrecks } = await life.live(crashCase.command, known);
    if (ending.status !== "done") throw new Error(`unbroken, it ended ${JSON.stringify(ending)}`);
    const end = await life.standing();
    const after = life.image();
    return {
      crashCase,
      boundaries,
      wrecks,
      known,
      end,
      gone: once(() => goneWorlds(crashCase, [start, after])),
      former: once(() => formerWorlds(crashCase, start, after)),
    };
  } finally {
    await life.end();
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}

/** The worlds that destroy, or leaving the declaration, makes of a world in which nothing broke. */
async function goneWorlds({ operationMs, without, command: made }: CrashCase, images: readonly CrashImage[]) {
  const worlds: Standing[] = [];
  for (const image of images) {
    for (const command of [destroy, { do: "up", text: without } as const])
      worlds.push(await afterwards(image, operationMs, command, made));
  }
  return worlds;
}

/** The worlds that one may go back to: the one before, and what going back makes of the one after. */
async function formerWorlds({ before, operationMs }: CrashCase, start: CrashImage, after: CrashImage) {
  const command = before.at(-1);
  if (command === undefined || !("do" in command) || command.do === "refresh") return null;
  try {
    const back = await afterwards(after, operationMs, command);
    return { command, worlds: [await afterwards(start, operationMs, null), back] };
  } catch (cause) {
    if (cause instanceof Refused) return null;
    throw cause;
  }
}

class Refused extends Error {}

/** The world after a command, which has to end well; null looks at the world as it is. */
async function afterwards(image: CrashImage, operationMs: number, command: Command | null, made?: Command) {
  const life = new Incarnation(image, operationMs);
  try {
    const ending = command === null ? null : (await life.just(command)).ending;
    const isKept = ending !== null && made !== undefined && isKeptImport(made, ending);
    if (ending !== null && ending.status !== "done" && !isKept)
      throw new Refused(`${command?.do} ended ${JSON.stringify(ending)}`);
    return await life.standing();
  } finally {
    await life.end();
  }
}
