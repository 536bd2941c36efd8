/** Tests of programs with real outputs: plumb and its cloud run in memory. */
import { type Declare, type InlineOptions, InlineStack } from "./automation/inline-stack.ts";
import { openThrowAway, type ThrowAway } from "./automation/throw-away.ts";
import { PlumblineClient, type RunSummary } from "./generated/client.ts";

export interface TestOptions extends Pick<InlineOptions, "project" | "stack" | "config"> {
  /** Objects that exist in the cloud, made by others: what `plumb cloud seed` takes. */
  readonly seed?: readonly object[] | undefined;
  /** Outputs of other stacks, for references: by `network`, or `platform/network` of another project. */
  readonly stacks?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

/** A program as a run has left it. */
export interface TestedStack extends AsyncDisposable {
  /** What it gives as outputs, secrets in the clear. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What each resource has become, by logical name; secret values are sealed. */
  readonly resources: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What its runs did, one for each round. */
  readonly runs: readonly RunSummary[];
  /** To plan, change, follow and destroy it. */
  readonly stack: InlineStack;
  /** Brings the same stack to another program, in the same cloud. */
  up(declare: Declare): Promise<TestedStack>;
  /** Ends its plumb and its cloud. */
  close(): Promise<void>;
}

/**
 * Runs a program as `plumb up` does, against plumb and a cloud in memory that no other test shares: functions given to
 * `apply` run, look-ups and stack references are answered, ids and values are checked. Nothing leaves this machine, and
 * no credential is looked for. Throws StackProblem or ProgramError where `plumb up` would refuse or fail.
 */
export async function testStack(declare: Declare, options: TestOptions = {}): Promise<TestedStack> {
  const { project = "test", stack = "test", config, seed = [], stacks = {} } = options;
  const cloud = await openThrowAway();
  const client = new PlumblineClient({
    baseUrl: cloud.url,
    fetch: (input, init) => cloud.fetch(new Request(input, init)),
  });
  const tested = async (program: Declare): Promise<TestedStack> => {
    const inline = new InlineStack(program, { client, project, stack, config });
    const runs = await inline.up({ allowReplacing: true });
    return {
      outputs: await inline.outputs({ reveal: true }),
      resources: await inline.resources(),
      runs,
      stack: inline,
      up: tested,
      close: cloud.close,
      [Symbol.asyncDispose]: cloud.close,
    };
  };
  try {
    if (seed.length > 0) await seeded(cloud, seed);
    for (const [name, outputs] of Object.entries(stacks)) {
      const [ownName = "", ofProject = project] = name.split("/").reverse();
      await new InlineStack(() => outputs, { client, project: ofProject, stack: ownName }).up();
    }
    return await tested(declare);
  } catch (error) {
    await cloud.close();
    throw error;
  }
}

async function seeded(cloud: ThrowAway, seed: readonly object[]): Promise<void> {
  const body = JSON.stringify(seed);
  const answer = await cloud.fetch(new Request(`${cloud.url}/_local/seed`, { method: "POST", body }));
  if (!answer.ok) throw new TypeError(`the cloud does not take the seed: ${await answer.text()}`);
}
