import type { Json, JsonObject } from "../json.ts";
import { asForm } from "../outputs/form.ts";
import { knownSoon } from "../outputs/known-form.ts";
import { type Output, outputOf } from "../outputs/output.ts";
import { currentProgram } from "../program/program.ts";
import { contextFor } from "../program/render.ts";
import { ProgramError } from "../program-error.ts";
import { checkOptions } from "./check-options.ts";
import { nameInStack } from "./component.ts";
import { DeclaredNode } from "./declared-node.ts";
import type { LookupOptions, ReadOptions } from "./options.ts";

/** A function as the generated code knows it. */
export interface LookupFunction {
  readonly token: string;
  readonly providerKind: string;
  /** Beginning of the logical names that are made up. */
  readonly shortName: string;
}

/** For generated code: a look-up that is part of the declaration. */
export function declareLookup<T>(called: LookupFunction, args: object, options: LookupOptions = {}): Output<T> {
  const { name = freeName(called.shortName, options.parent), ...rest } = options;
  const node = new DeclaredNode({
    name,
    token: called.token,
    providerKind: called.providerKind,
    options: rest,
    content: { kind: "lookup", arguments: args as Readonly<Record<string, unknown>> },
  });
  return outputOf({ kind: "reference", to: node, path: [] });
}

function freeName(shortName: string, parent: LookupOptions["parent"]): string {
  const { nodes } = currentProgram();
  let name = shortName;
  for (let count = 2; nodes.has(nameInStack(name, parent)); count += 1) name = `${shortName}${count}`;
  return name;
}

/** For generated code: looks up at once, while the program runs. */
export async function lookUp<T>(called: LookupFunction, args: object, options: ReadOptions = {}): Promise<T> {
  checkOptions(options);
  const program = currentProgram();
  // What is refused later is told at the place that asked.
  const refusal = new ProgramError();
  const given = await knownSoon(asForm(args));
  if (given.kind !== "known")
    throw new ProgramError("a plain look-up takes plain arguments; use the ...Output variant for outputs");
  if (program.channel === undefined)
    throw new ProgramError("a look-up needs plumb: run the program with `plumb plan -f FILE`");
  const provider = options.provider?.name;
  const token =
    options.version === undefined || called.token.includes("@") ? called.token : `${called.token}@${options.version}`;
  const question = {
    ask: "lookup",
    function: token,
    arguments: given.value as JsonObject,
    ...(provider === undefined ? {} : { provider }),
    context: contextFor(program),
  } as const;
  const answer = await program.channel.askSoon(question).catch((cause: unknown) => {
    if (!(cause instanceof ProgramError)) throw cause;
    throw Object.assign(refusal, { message: cause.message, code: cause.code });
  });
  return withoutNulls(answer.result ?? {}) as T;
}

/** What the platform has no value for is left out. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value as JsonObject).filter(([, each]) => each !== null);
  return Object.fromEntries(members.map(([key, each]) => [key, withoutNulls(each)]));
}
