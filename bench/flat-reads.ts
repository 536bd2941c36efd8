// Whether reads of a stack cost what they tell, and not what the stack holds: `npm run bench:reads`. Two stacks of one
// store, a small one and a large one, are asked for in turns, so that both meet the same machine.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runPlumb, servePlumb } from "./served-plumb.ts";

const { values: options } = parseArgs({
  options: {
    small: { type: "string", default: "100" },
    large: { type: "string", default: "50000" },
    rounds: { type: "string", default: "400" },
    plumb: { type: "string", default: fileURLToPath(new URL("../dist/plumb.mjs", import.meta.url)) },
  },
});
const mostTimes = 1.3;
const say = (text: string) => process.stdout.write(`${text}\n`);

const outputs = "outputs:\n  first: ${r0.endpointIp}\n";

const reads = {
  "the stack": "",
  "a page of its resources": "/resources?limit=50",
  "a later page of them": "/resources?limit=50&cursor=",
  "its outputs": "/outputs",
  "the history of a resource": "/resources/r0/history",
};

const folder = mkdtempSync(join(tmpdir(), "plumb-bench-reads-"));
const children: ChildProcess[] = [];
try {
  for (const [stack, count] of [
    ["small", Number(options.small)],
    ["large", Number(options.large)],
  ] as const) {
    say(`making ${count} resources`);
    writeFileSync(join(folder, "plumb.yaml"), attachments(stack, count));
    runPlumb(options.plumb, folder, "up", "--yes", "--stack", stack, "--json");
  }
  const { url, admin } = await servePlumb(options.plumb, folder, children);
  const ask = async (path: string) => {
    const begun = performance.now();
    const answer = await fetch(`${url}/v1/projects/bench/stacks/${path}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    const document = (await answer.json()) as { readonly nextCursor?: string };
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(document)}`);
    return { ms: performance.now() - begun, cursor: document.nextCursor ?? "" };
  };
  let worst = 0;
  for (const [what, path] of Object.entries(reads)) {
    const times = { small: [] as number[], large: [] as number[] };
    const paths = { small: `small${path}`, large: `large${path}` };
    for (const stack of ["small", "large"] as const) {
      const { cursor } = await ask(`${stack}/resources?limit=50`);
      if (path.endsWith("=")) paths[stack] += cursor;
    }
    const rounds = Number(options.rounds);
    for (let round = 0; round < 2 * rounds; round += 1)
      for (const stack of ["small", "large"] as const) {
        const { ms } = await ask(paths[stack]);
        // The first half compiles what is used.
        if (round >= rounds) times[stack].push(ms);
      }
    const [small, large] = [median(times.small), median(times.large)];
    worst = Math.max(worst, large / small);
    say(
      `${what}: ${small.toFixed(2)} ms at ${options.small}, ${large.toFixed(2)} ms at ${options.large}: ` +
        `${(large / small).toFixed(2)}x`,
    );
  }
  say(worst <= mostTimes ? "all figures reached" : `not all figures reached: ${mostTimes}x`);
  process.exitCode = worst <= mostTimes ? 0 : 1;
} finally {
  for (const child of children) {
    const over = once(child, "exit");
    child.kill();
    await over;
  }
  rmSync(folder, { recursive: true, force: true });
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Small resources: a stack of the reference graph may not be so large. */
function attachments(stack: string, count: number): string {
  const each = Array.from({ length: count }, (_, number) => {
    const service = "projects/p/regions/r/serviceAttachments/s";
    const inputs = `endpointAttachmentId: ${stack}-${number}, serviceAttachment: ${service}`;
    return `  r${number}: { type: "connectors:EndpointAttachment", properties: { ${inputs} } }`;
  });
  return (
    "name: bench\nproviders:\n  google: { kind: google, project: bench, region: here }\nresources:\n" +
    `${each.join("\n")}\n${outputs}`
  );
}
