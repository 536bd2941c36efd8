// What the service costs over one store with many resources: `npm run bench:service`. The load comes from a process of
// its own over loopback, so that on two cores the service has one.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { declaration } from "./reference-stack.ts";
import { runPlumb, servePlumb } from "./served-plumb.ts";

const { values: options } = parseArgs({
  options: {
    resources: { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    connections: { type: "string", default: "32" },
    watchers: { type: "string", default: "1000" },
    plumb: { type: "string", default: fileURLToPath(new URL("../dist/plumb.mjs", import.meta.url)) },
    load: { type: "boolean", default: false },
  },
});
const resources = Number(options.resources);
const say = (text: string) => process.stdout.write(`${text}\n`);

interface LoadOrder {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly seconds: number;
}

interface LoadResult {
  readonly answers: number;
  readonly failures: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

if (options.load) process.on("message", async (order: LoadOrder) => process.send?.(await load(order)));
else await measure();

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-bench-service-"));
  const children: ChildProcess[] = [];
  try {
    writeFileSync(join(folder, "plumb.yaml"), declaration(resources, "tree"));
    say(`making ${resources} resources`);
    runPlumb(options.plumb, folder, "up", "--yes", "--stack", "bench", "--json");
    const { service, url, admin } = await servePlumb(options.plumb, folder, children);
    const tokens: string[] = [];
    for (let count = 0; count < Number(options.connections); count += 1) tokens.push(await readerToken(url, admin));
    const worker = fork(fileURLToPath(import.meta.url), ["--load", "--resources", options.resources]);
    children.push(worker);
    // The first seconds compile what is used; they are not counted.
    await ordered(worker, { url, tokens, seconds: 3 });
    const cpuBefore = cpuOf(service);
    const result = await ordered(worker, { url, tokens, seconds: Number(options.seconds) });
    const cpu = ((cpuOf(service) - cpuBefore) / result.answers) * 1e6;
    const rate = result.answers / result.seconds;
    say(
      `GET one of ${resources}: ${rate.toFixed(0)}/s, p50 ${result.p50.toFixed(1)} ms, ` +
        `p99 ${result.p99.toFixed(1)} ms, ${cpu.toFixed(0)} us of CPU each, ${result.failures} failures`,
    );
    await settled();
    const before = residentOf(service);
    const version = await listVersion(url, tokens[0] ?? "");
    const watchers = await Promise.all(
      Array.from({ length: Number(options.watchers) }, (_, index) =>
        watcher(url, tokens[index % tokens.length] ?? "", version),
      ),
    );
    await settled();
    const more = residentOf(service) - before;
    say(`${watchers.length} idle watchers: ${more.toFixed(0)} MB more than the ${before.toFixed(0)} MB without them`);
    const isReached = rate >= 5_000 && result.p99 <= 25 && result.failures === 0 && more < 150;
    say(isReached ? "all figures reached" : "not all figures reached: 5 000/s, p99 25 ms, 150 MB");
    for (const leave of watchers) leave();
    process.exitCode = isReached ? 0 : 1;
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readerToken(url: string, admin: string): Promise<string> {
  const ask = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as { readonly token: string; readonly principal: string };
  };
  const { token, principal } = await ask("POST", "/v1/tokens", {
    name: "bench",
    role: "reader",
    expiresInDays: 1,
    machine: true,
  });
  await ask("PUT", `/v1/projects/bench/stacks/bench/role-assignments/${encodeURIComponent(principal)}`, {
    role: "reader",
  });
  return token;
}

function ordered(worker: ChildProcess, order: LoadOrder): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    worker.once("message", (result) => resolve(result as LoadResult));
    worker.once("error", reject);
    worker.send(order);
  });
}

/** As many connections as tokens, each with one request after the other. */
async function load({ url, tokens, seconds }: LoadOrder): Promise<LoadResult> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const times: number[] = [];
  let failures = 0;
  await Promise.all(tokens.map((token, index) => oneAfterTheOther(token, index)));
  const sorted = Float64Array.from(times).sort();
  const quantile = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    answers: times.length,
    failures,
    seconds: (performance.now() - begun) / 1000,
    p50: quantile(0.5),
    p99: quantile(0.99),
  };

  function oneAfterTheOther(token: string, index: number): Promise<void> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      let number = index * 7919;
      let sent = 0;
      let text = "";
      const ask = () => {
        number = (number + 104_729) % resources;
        sent = performance.now();
        socket.write(
          `GET /v1/projects/bench/stacks/bench/resources/r${number} HTTP/1.1\r\nhost: bench\r\n` +
            `authorization: Bearer ${token}\r\n\r\n`,
        );
      };
      socket.on("connect", ask);
      socket.on("error", reject);
      socket.on("close", () => resolve());
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        const split = text.indexOf("\r\n\r\n");
        if (split < 0) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, split))?.[1];
        const isWhole = length === undefined ? text.endsWith("0\r\n\r\n") : text.length >= split + 4 + Number(length);
        if (!isWhole) return;
        if (!text.startsWith("HTTP/1.1 200")) failures += 1;
        text = "";
        times.push(performance.now() - sent);
        if (performance.now() < until) ask();
        else socket.end();
      });
    });
  }
}

async function listVersion(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/v1/projects/bench/stacks/bench/resources?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { readonly resourceVersion: string }).resourceVersion;
}

/** Watches without a word; gives what ends it. */
function watcher(url: string, token: string, version: string): Promise<() => void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", reject);
    socket.on("connect", () =>
      socket.write(
        `GET /v1/projects/bench/stacks/bench/resources?watch=true&resourceVersion=${encodeURIComponent(version)} ` +
          `HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`,
      ),
    );
    socket.once("data", (chunk) => {
      if (chunk.toString("latin1").startsWith("HTTP/1.1 200")) resolve(() => socket.destroy());
      else reject(new Error(chunk.toString("latin1")));
    });
  });
}

/** CPU seconds that a process has used so far, by the system's account. */
function cpuOf({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Megabytes (10^6 bytes) that the process holds, by the system's account. */
function residentOf({ pid }: ChildProcess): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Gives the process some time to throw away what it needs no more. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}
