import type { Json } from "../../packages/base/json/json.ts";
import type { RunEvent } from "../../src/contract/documents/runs/run-events.ts";
import { Rejection } from "../../src/service/rejection.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { importObjects } from "../../src/service/use-cases/objects/import-objects.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { resumeRun, runPlan } from "../../src/service/use-cases/runs/run-events.fixture.ts";
import { listRuns } from "../../src/service/use-cases/runs/runs-of-stack.ts";
import { refreshStack } from "../../src/service/use-cases/state/refresh-stack.ts";

/** What a user asks for. Plain data, so that another process can be asked for it too. */
export type Command =
  | { readonly do: "up"; readonly text: string }
  | { readonly do: "destroy" }
  | { readonly do: "refresh" }
  /** The last run, if it broke off. */
  | { readonly do: "resume" }
  | { readonly do: "import"; readonly type: string; readonly name: string; readonly id: string; readonly text: string };

/** How a command ended, and why where it did not end well. */
export interface Ending {
  readonly status: "done" | "failed" | "refused" | "cancelled" | "stopped";
  readonly problems: readonly { readonly code: string; readonly detail: string }[];
}

const stack = "dev";

/** Whatever is gone is gone: nobody has another tenant's credential here. */
const providers = ["google", "azure", "databricks"];

/**
 * Whether an ending is that of a command which would have taken away what was imported and is not declared: it is kept.
 */
export function isKeptImport(imported: Command, { status, problems }: Ending): boolean {
  return imported.do === "import" && status === "refused" && problems.every(({ code }) => code === "protected");
}

/** Why a resume is refused where no run broke off. */
export const nothingToResume = { code: "run-unknown", detail: "no run broke off" };

/** Plans (where there is something to plan) and carries out, as the command of the same name does. */
export async function carryOut(command: Command, deployment: Deployment): Promise<Ending> {
  try {
    switch (command.do) {
      case "refresh":
        await refreshStack(stack, deployment, { dropAllOf: providers });
        return { status: "done", problems: [] };
      case "resume": {
        const [last] = await listRuns(stack, deployment);
        if (last?.status !== "broken off") return { status: "refused", problems: [nothingToResume] };
        return await ended(resumeRun({ stack, run: last.run, parallel: 4 }, deployment, new AbortController().signal));
      }
      case "import": {
        const { type, name, id, text } = command;
        await importObjects(
          { stack, entries: [{ type, name, id, provider: null }], declaration: declarationText(text) },
          deployment,
        );
        return { status: "done", problems: [] };
      }
      default:
        return await ended(
          runPlan(
            { stack, plan: (await planned(command, deployment)).digest, parallel: 4, allowEmpty: true },
            deployment,
            new AbortController().signal,
          ),
        );
    }
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
    return { status: "refused", problems: cause.problems };
  }
}

/** What would still be done for a command: counts of steps by action, without those that change nothing. */
export async function whatIsLeft(command: Command, deployment: Deployment): Promise<Readonly<Record<string, number>>> {
  if (command.do !== "up" && command.do !== "destroy") return {};
  const { summary, problems } = await planned(command, deployment);
  const errors = problems.filter((each) => each.severity === "error").map((each) => [`problem ${each.code}`, 1]);
  const left = Object.entries(summary).filter(([action, count]) => count > 0 && action !== "same" && action !== "read");
  return Object.fromEntries([...left, ...errors]);
}

/** A person who is refused because nothing of a provider is seen knows that its objects are gone, and says so. */
async function planned(command: Command & { readonly do: "up" | "destroy" }, deployment: Deployment) {
  const asked =
    command.do === "destroy"
      ? ({ stack, kind: "destroy", declaration: null, refresh: true } as const)
      : ({ stack, kind: "apply", declaration: declarationText(command.text), refresh: true } as const);
  const view = await planStack(asked, deployment);
  if (!view.problems.some(({ code }) => code === "drops-all")) return view;
  return planStack({ ...asked, dropAllOf: providers }, deployment);
}

async function ended(events: AsyncIterable<RunEvent>): Promise<Ending> {
  for await (const event of events) {
    if (event.event === "summary") return { status: event.status, problems: event.problems };
  }
  throw new Error("the run ended without a summary");
}

function declarationText(text: string) {
  return { file: "plumb.yaml", text, config: {} as Readonly<Record<string, Json>> };
}
