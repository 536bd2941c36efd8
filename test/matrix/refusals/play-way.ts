import { InProcess } from "../../scenarios/in-process.ts";
import { vendorOf } from "../../vendor-interfaces/reply.ts";
import { declarationOf } from "../base-declarations.ts";
import { answeredCode } from "./answered-code.ts";
import type { Way } from "./ways.ts";

/** What became of a way. */
export interface PlayedWay {
  /** `vendor code` of each refusal that drivers were answered with. */
  readonly codes: ReadonlySet<string>;
  /** Who told of anything first. */
  readonly told: "check" | "plan" | "run" | "nobody";
}

export async function playWay({
  resources,
  more = {},
  seeds = [],
  environment = {},
  before,
  meanwhile,
}: Way): Promise<PlayedWay> {
  const codes = new Set<string>();
  const world = new InProcess(environment, {
    time: "moves",
    answered: (path, answer) => {
      const code = answeredCode(answer);
      if (code !== undefined) codes.add(`${vendorOf(path)} ${code}`);
    },
  });
  try {
    if (seeds.length > 0) await world.seed(seeds);
    const asOther = async (call: Way["meanwhile"]) => {
      if (call === undefined) return;
      const answer = await world.wire(call.method, call.path, call.body);
      if (!answer.ok) throw new Error(`${call.method} ${call.path}: ${answer.status} ${await answer.text()}`);
    };
    await asOther(before);
    const text = declarationOf(resources, more);
    const check = await world.ask<{ readonly problems: readonly unknown[] }>("POST", "/v1/declarations:check", {
      file: "plumb.yaml",
      text,
      config: {},
    });
    const plan = await world.plan(text);
    const isChecked = check.ok && check.value.problems.length === 0;
    if (!plan.ok) return { codes, told: "check" };
    await asOther(meanwhile);
    const { summary } = await world.run(plan.value.digest);
    const isPlanned = plan.value.problems.some(({ code }) => code !== "takes-over" && code !== "bindings-lost");
    const told = !isChecked ? "check" : isPlanned ? "plan" : summary.status === "done" ? "nobody" : "run";
    return { codes, told };
  } finally {
    await world.close();
  }
}
