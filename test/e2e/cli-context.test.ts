import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPlumb } from "./run-plumb.fixture.ts";

const attachment = (name: string, description: string) =>
  `  ${name}:\n    type: connectors:EndpointAttachment\n` +
  `    properties: { endpointAttachmentId: ${name}, ` +
  `serviceAttachment: projects/p/regions/r/serviceAttachments/s, description: "${description}" }\n`;
const head = (project: string) =>
  `name: ${project}\nconfig:\n  size: { type: string, default: small }\n` +
  "  password: { type: string, secret: true, default: none }\nproviders:\n" +
  "  google: { kind: google, project: acme, region: here }\n";
const size = `$${"{config.size}"}`;

/** One folder's life, each step a process of its own; every test goes on from where the one before it left off. */
describe("accidents of context", () => {
  let folder = "";
  const plumb = (line: string, environment: Readonly<Record<string, string>> = {}) =>
    startPlumb(line.split(" "), folder, environment).ended;
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const codesOf = (text: string) => {
    const found = text.trimEnd().split("\n").at(-1) ?? "";
    const { problems = [], code } = JSON.parse(found.startsWith("{") ? found : text) as {
      readonly problems?: readonly { readonly code: string }[];
      readonly code?: string;
    };
    return problems.length > 0 ? problems.map((each) => each.code) : [code];
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "plumb-context-"));
    write("plumb.yaml", `${head("portal")}resources:\n${attachment("a", size)}${attachment("b", size)}`);
    // In a folder of its own: what is sealed in a stack's file is for one project's stack.
    mkdirSync(join(folder, "other"));
    write("other/plumb.yaml", `${head("billing")}resources:\n${attachment("c", size)}`);
    write("less.yaml", `${head("portal")}resources:\n${attachment("a", size)}`);
    write("none.yaml", head("portal"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("whoever has no stack yet may plan and keep config; all else needs one", async () => {
    expect((await plumb("plan")).exitCode).toBe(0);
    const drift = await plumb("drift --json");
    expect([drift.exitCode, codesOf(drift.stdout)]).toEqual([2, ["stack-not-found"]]);
    const named = await plumb("plan -s dev --json");
    expect([named.exitCode, codesOf(named.stdout)]).toEqual([2, ["stack-not-found"]]);
    expect((await plumb("config set sise large")).exitCode).toBe(2);
    // Sealed in the file, it would be shown in plans: the declaration does not mark it as secret.
    expect((await plumb("config set size large --secret")).exitCode).toBe(2);
    expect((await plumb("config set size large")).exitCode).toBe(0);
  });

  test("a secret is sealed for its key, masked in lists, and opened where it is needed", async () => {
    expect((await plumb("config set password correct-horse")).exitCode).toBe(0);
    const kept = readFileSync(join(folder, "plumb.dev.yaml"), "utf8");
    expect(kept).not.toContain("correct-horse");
    expect(JSON.parse((await plumb("config list --json")).stdout)).toMatchObject({
      config: { size: "large", password: { secret: true } },
    });
    expect((await plumb("config get password --reveal")).stdout).toBe("correct-horse\n");
    write("plumb.dev.yaml", kept.replace("  password:", "  size:").replace('  size: "large"\n', ""));
    const moved = await plumb("check --json");
    expect([moved.exitCode, codesOf(moved.stdout)]).toEqual([2, ["invalid-config"]]);
    write("plumb.dev.yaml", kept);
  });

  test("the file gives way to the environment, and that to the command line", async () => {
    const up = await plumb("up --yes --json");
    expect(up).toMatchObject({ exitCode: 0 });
    const planned = async (line: string, environment: Readonly<Record<string, string>> = {}) => {
      const { steps } = JSON.parse((await plumb(line, environment)).stdout) as {
        readonly steps: readonly { readonly name: string; readonly fields: readonly { readonly new?: unknown }[] }[];
      };
      return steps.find(({ name }) => name === "a")?.fields.map((field) => field.new);
    };
    expect(await planned("plan --json")).toEqual([]);
    const environment = { PLUMB_CONFIG_SIZE: "huge" };
    expect(await planned("plan --json", environment)).toEqual(["huge"]);
    expect(await planned("plan --json --config size=tiny", environment)).toEqual(["tiny"]);
  });

  test.each([
    ...["plan -s dev", "destroy --yes", "drift", "refresh", "why c -s dev"],
    ...["state rm a --yes", "state mv a z", "undo RUN --yes", "runs resume RUN"],
  ])("%s of another project's declaration is about that project's stack", async (line) => {
    const [{ run: last = "" } = {}] = JSON.parse((await plumb("runs list --json")).stdout) as { run: string }[];
    expect((await plumb("state export --out state.json")).exitCode).toBe(0);
    const run = await plumb(`${line.replace("RUN", last)} -f other/plumb.yaml --json`);
    expect([run.exitCode, codesOf(run.stdout)]).toEqual([2, ["stack-not-found"]]);
    expect(run.stdout).toContain("billing/dev");
  });

  test("the state of one project's stack is not taken in by another project's: its objects are managed there", async () => {
    const run = await plumb("state import state.json -f other/plumb.yaml --json");
    expect([run.exitCode, codesOf(run.stdout)]).toEqual([4, ["claimed-twice"]]);
  });

  test.each(["plan", "up --yes", "destroy --yes", "why c"])(
    "%s of another project's declaration is refused where the stack is named with its project",
    async (line) => {
      const run = await plumb(`${line} -f other/plumb.yaml -s portal/dev --json`);
      expect([run.exitCode, codesOf(run.stdout)]).toEqual([4, ["other-project"]]);
    },
  );

  test("stacks of one name of two projects do not touch each other", async () => {
    const before = (await plumb("state export")).stdout;
    expect((await plumb("up --yes -f other/plumb.yaml --config size=x")).stdout).toContain("stack billing/dev");
    const list = JSON.parse((await plumb("stack list --json")).stdout) as readonly object[];
    expect(list).toMatchObject([
      { stack: "billing/dev", project: "billing", name: "dev", resources: 1 },
      { stack: "portal/dev", project: "portal", name: "dev", resources: 2 },
    ]);
    expect(JSON.parse((await plumb("state list -s billing/dev --json")).stdout)).toMatchObject([{ name: "c" }]);
    const gone = await plumb("destroy --yes -f other/plumb.yaml");
    expect(gone.stdout).toContain("for stack billing/dev");
    expect((await plumb("stack rm billing/dev")).exitCode).toBe(0);
    expect((await plumb("state export")).stdout).toBe(before);
  });

  test.each(["destroy --yes", "refresh", "state rm a --yes", "state mv a z"])(
    "%s beside a declaration that can't tell its project is refused",
    async (line) => {
      write("broken.yaml", "nmae: portal\n");
      write("broken.ts", 'throw new Error("no");\n');
      for (const file of ["broken.yaml", "broken.ts", "missing.yaml"]) {
        const run = await plumb(`${line} -f ${file} --json`);
        expect([file, run.exitCode]).toEqual([file, 2]);
      }
      expect(JSON.parse((await plumb("state list --json")).stdout)).toHaveLength(2);
    },
  );

  test("a stack's file that is broken stops a destroy, whose hint is a way without it", async () => {
    const kept = readFileSync(join(folder, "plumb.dev.yaml"), "utf8");
    write("plumb.dev.yaml", "config: [\n");
    const run = await plumb("destroy --yes --json");
    write("plumb.dev.yaml", kept);
    expect(run.exitCode).toBe(2);
    expect(JSON.parse((await plumb("state list --json")).stdout)).toHaveLength(2);
  });

  test("what the last run had is missed where the plan deletes, and everything is deleted only on purpose", async () => {
    expect((await plumb("config rm size")).exitCode).toBe(0);
    const lost = await plumb("up -f less.yaml --yes --json");
    expect([lost.exitCode, codesOf(lost.stdout)]).toEqual([4, ["config-missing", "config-lost"]]);
    const all = await plumb("up -f none.yaml --yes --json --without-config size");
    expect([all.exitCode, codesOf(all.stdout)]).toEqual([4, ["deletes-all"]]);
    expect((await plumb("up -f none.yaml --yes --without-config size --allow-empty")).exitCode).toBe(0);
  });

  test("a stack is handed over, and then takes the other project's declarations", async () => {
    expect((await plumb("stack mv dev billing/dev")).exitCode).toBe(0);
    const list = await plumb("stack list --json");
    expect(JSON.parse(list.stdout)).toMatchObject([{ stack: "billing/dev", name: "dev", project: "billing" }]);
    expect((await plumb("plan -f other/plumb.yaml")).exitCode).toBe(0);
  });
});
