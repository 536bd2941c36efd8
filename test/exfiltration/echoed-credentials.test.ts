import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { admin, ContractCloud, cloudOrigin } from "../contract/contract-cloud.ts";
import { partOf } from "../properties/part-of-cases.ts";
import { CommandStage } from "../vendor-answers/play-command.ts";
import { subjects } from "../vendor-answers/subjects.ts";
import { type Echo, type EchoForm, openEcho, pieceOf } from "./echo.fixture.ts";

let echo: Echo;
beforeAll(async () => {
  echo = await openEcho();
});
afterAll(() => echo.close());

const canary = 'k7Qz93vT0xW"pL/+=mB4sYd8&nR6';

const ways = {
  google: {
    local: googleLocal,
    subjectsOf: ["attachment", "client", "member"],
    variables: { GOOGLE_OAUTH_ACCESS_TOKEN: canary },
  },
  azure: { local: armLocal, subjectsOf: ["assignment"], variables: { ARM_ACCESS_TOKEN: canary } },
  "databricks by token": { local: databricksLocal, subjectsOf: ["setting"], variables: { DATABRICKS_TOKEN: canary } },
  "databricks by secret": {
    local: databricksLocal,
    subjectsOf: ["setting"],
    variables: { DATABRICKS_TOKEN: "", DATABRICKS_CLIENT_ID: "c", DATABRICKS_CLIENT_SECRET: canary },
  },
};
const forms: readonly EchoForm[] = [
  { status: 200 },
  { status: 400 },
  { status: 403 },
  { status: 500 },
  { status: 200, isHtml: true },
  { status: 403, isHtml: true },
];
const cases = Object.entries(ways).flatMap(([way, { local, subjectsOf, variables }]) =>
  subjectsOf.flatMap((subject) =>
    forms.flatMap((form) =>
      ["each call", "each write"].map((asked) => ({
        ...{ way, local, subject, variables, form, asked },
        name: `${way} (${subject}), ${form.status}${form.isHtml ? " html" : ""} to ${asked}`,
      })),
    ),
  ),
);

/** Every byte below a folder, reports unpacked. */
function bytesBelow(folder: string): string {
  if (!existsSync(folder)) return "";
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => (path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString("latin1"))
    .join("\n");
}

test.each(partOf(cases, 3))("$name: what carries the credential is in nothing that is kept or said", async (each) => {
  const subject = subjects[each.subject];
  if (subject === undefined) throw new Error(`no subject ${each.subject}`);
  echo.answerWith(() => each.form);
  const cloud = new ContractCloud(each.local, 0);
  // Reads are answered as the vendor does where only writes give back what they were sent, so that a run begins.
  const network = async (request: Request): Promise<Response> => {
    const { origin, pathname, search } = new URL(request.url);
    if (pathname.includes("/.well-known/")) return Response.json({ token_endpoint: `${origin}/oidc/v1/token` });
    if (each.asked === "each call") return echo.network(request);
    if (pathname === "/oidc/v1/token") return Response.json({ access_token: canary, expires_in: 3600 });
    if (request.method !== "GET") return echo.network(request);
    return asking(cloud.exchangeAs(admin))(
      new Request(`${cloudOrigin}${pathname}${search}`, { headers: request.headers }),
    );
  };
  const folder = mkdtempSync(join(tmpdir(), "plumb-echo-"));
  const stage = new CommandStage(
    subject,
    { answer: network, writes: [] },
    { ...each.variables, PLUMB_RECORD: join(folder, "recorded") },
  );
  try {
    let said = "";
    const lines = ["up --yes", "runs list", "state list", "doctor --vendors", "refresh --yes", "plan"];
    for (const line of lines) said += (await stage.play(line)).output;
    const run = /"run": ?"([^"]+)"/.exec((await stage.play("runs list --json")).output)?.[1];
    for (const line of run === undefined ? [] : [`runs show ${run}`, `report ${run} --output ${folder}/report.gz`])
      said += (await stage.play(line)).output;
    if (each.asked === "each write") expect(existsSync(join(folder, "report.gz")), said).toBe(true);
    const kept = bytesBelow(stage.dir) + bytesBelow(folder);
    expect(said.length).toBeGreaterThan(0);
    const least = each.form.status === 200 && !each.form.isHtml ? 16 : 8;
    expect(pieceOf(canary, said, least), said).toBe("");
    expect(pieceOf(canary, kept, least)).toBe("");
  } finally {
    cloud.close();
    stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
