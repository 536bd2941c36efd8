/** What people who write programs in Python expect, tried on the packed packages. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PackedProject, packedProject } from "../sdk/packed.fixture.ts";
import { gate, head, sound, typed, unsound } from "../sdk/python-options.fixture.ts";
import { python, root, toolCache, toolPython } from "./tools.ts";

let project: PackedProject;
/** The interpreter of the project's own `.venv`. */
let own = "";
beforeAll(async () => {
  project = await packedProject();
  execFileSync(python, ["-m", "venv", join(project.path, ".venv")]);
  own = join(project.path, ".venv", "bin", "python");
  execFileSync(own, ["-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", project.wheel]);
});
afterAll(() => project.remove());

const provider = `google.Provider("google", project="acme", region="eu")`;
const client = (more = ""): string =>
  'iam.OAuthClient("portal", oauth_client_id="web-portal", location="global", ' +
  'allowed_grant_types=["AUTHORIZATION_CODE_GRANT"], allowed_redirect_uris=["https://portal.example/callback"], ' +
  `allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"]${more})`;
async function planned(text: string) {
  const folder = project.folder({ "plumb.py": text });
  const run = await project.plumb(folder, ["plan", "--json"], { PLUMB_PYTHON: own });
  const document = JSON.parse(run.stdout) as {
    readonly steps?: readonly { readonly name: string }[];
    readonly outputs?: readonly { readonly name: string; readonly new?: unknown }[];
    readonly problems?: readonly {
      readonly detail: string;
      readonly severity: string;
      readonly span?: { readonly line: number };
    }[];
  };
  return {
    steps: document.steps?.map(({ name }) => name),
    outputs: Object.fromEntries((document.outputs ?? []).map((each) => [each.name, each.new])),
    problems: document.problems?.filter(({ severity }) => severity === "error") ?? [],
    said: run.stdout + run.stderr,
  };
}

describe("a program", () => {
  test("prints where an output comes from, and nothing of a secret, however it is written", async () => {
    const found = await planned(`${head}${provider}
password = plumb.secret("hunter2")
portal = ${client(", description=password")}
print(password, {"p": password}, [password], portal, portal.client_id, plumb.interpolate("<{}>", password))
for write in (str, "{}".format, lambda each: f"{each}", lambda each: "%s" % each):
    try:
        print(write(password))
    except TypeError as error:
        print("refused", error)
raise ValueError([password])
`);
    expect(found.said).toContain("Output(<secret>) {'p': Output(<secret>)} [Output(<secret>)] OAuthClient('portal')");
    expect(found.said).toContain("Output(${portal.clientId}) Output('<<secret>>')");
    expect(found.said.match(/^refused an output can't become part/gm)).toHaveLength(4);
    expect(found.said).not.toContain("hunter2");
  });

  test("takes dataclasses' and enums' values, async functions, and its own modules", async () => {
    const folder = project.folder({
      "plumb.py": `${head}import asyncio\nfrom sites import Kind, Site\n
async def main():
    await asyncio.sleep(0)
    ${provider}
    site = Site("blue")
    ${gate('"gate"', ", location=Kind.EU, description=site.name")}

if __name__ == "__main__":
    asyncio.run(main())
`,
      "sites.py": `from dataclasses import dataclass\nfrom enum import Enum\n
class Kind(str, Enum):
    EU = "europe-west1"\n
@dataclass
class Site:
    name: str
`,
    });
    const run = await project.plumb(folder, ["plan"], { PLUMB_PYTHON: own });
    expect(run.stdout).toMatch(
      /description: +"blue"[\s\S]*location: +"europe-west1"|location: +"europe-west1"[\s\S]*"blue"/,
    );
  });

  test("makes JSON of outputs, and its errors have a type and a code", async () => {
    const { outputs } = await planned(`${head}${provider}
portal = ${client()}
plumb.export("json", plumb.Output.json_dumps({"id": portal.oauth_client_id, "list": [1]}))
codes = []
for work in (lambda: plumb.Config().require("missing"), lambda: plumb.StackReference("nowhere")):
    try:
        work()
    except plumb.ProgramError as error:
        codes.append(error.code)
plumb.export("codes", codes)
try:
    plumb.Config().require_secret("pin")
except plumb.ProgramError as error:
    plumb.export("said", str(error))
`);
    expect(outputs).toEqual({
      json: '{"id":"web-portal","list":[1]}',
      codes: ["config-missing", "stack-not-found"],
      said:
        "the config key `pin` has no value: keep one with `plumb config set pin --secret`, " +
        "or give it in PLUMB_CONFIG_PIN",
    });
  });

  test("is told of a stack that is missing, at the line that refers to it", async () => {
    const { problems } = await planned(`${head}\n\nplumb.StackReference("nowhere")\n`);
    expect(problems).toMatchObject([{ span: { line: 5 }, detail: expect.stringContaining("nowhere") }]);
  });

  test("is told the resource's name of what goes wrong in a loop", async () => {
    const { problems } = await planned(`${head}${provider}
for name in ("fine", "wrong"):
    ${gate("name", ', description=5 if name == "wrong" else "d"')}
`);
    expect(problems).toMatchObject([{ detail: expect.stringMatching(/^`wrong`: /) }]);
  });

  test("uses a component twice, its resources by the same names inside", async () => {
    const { steps } = await planned(`${head}${provider}
class Site(plumb.ComponentResource):
    def __init__(self, name):
        super().__init__("acme:Site", name)
        ${gate('"gate"', ", location=name, opts=plumb.ResourceOptions(parent=self)")}

Site("blue")
Site("green")
`);
    expect(steps?.toSorted()).toEqual(["blue-gate", "green-gate"]);
  });
});

test("type checkers hold options and providers against the resource, as tsc does", () => {
  const lines = [...typed.trimEnd().split("\n"), ...sound, ...unsound];
  const first = lines.length - unsound.length + 1;
  const folder = project.folder({ "plumb.py": `${lines.join("\n")}\n` });
  const mypy = ["-m", "mypy", "--strict", "--python-executable", own, "--cache-dir", `${toolCache}-packed`, "plumb.py"];
  const { stdout } = spawnSync(toolPython, mypy, { cwd: folder, encoding: "utf8" });
  const refused = [...stdout.matchAll(/^plumb\.py:(\d+): error/gm)].map(([, line]) => Number(line));
  expect([...new Set(refused)]).toEqual(unsound.map((_, index) => first + index));
});

describe("tests and automation", () => {
  const seed = readFileSync(join(root, "examples/quickstart/cloud-seed.json"), "utf8");
  const tests = `${head}import unittest
from concurrent.futures import ThreadPoolExecutor
from plumbline_sdk.automation import InlineStack, StackProblem
from plumbline_sdk.testing import emulated_stack

def program(more=""):
    ${provider}
    portal = ${client(", display_name=more")}
    digits = portal.client_id.apply(lambda id: f"for {len(id)} digits")
    made = ${gate('"gate"', ", description=digits")}
    plumb.export("said", made.description)
    plumb.export("ip", made.endpoint_ip.apply(lambda ip: f"at {ip}"))
    plumb.export("password", plumb.secret("hunter2"))

class Expectations(unittest.TestCase):
    def test_apply_runs_in_rounds_and_outputs_are_real(self):
        with emulated_stack(program) as stack:
            self.assertEqual((stack.outputs()["said"], stack.outputs()["password"]), ("for 21 digits", "hunter2"))
            self.assertEqual(stack.resources()["portal"]["state"], "ACTIVE")
            self.assertEqual(stack.plan()["summary"]["same"], 2)
            stack.change(lambda: program("B"))
            self.assertEqual(stack.runs[0]["update"], 1)

    def test_look_ups_objects_that_exist_and_other_stacks_answer(self):
        def asking():
            azure.Provider("azure", subscription_id="11111111-2222-3333-4444-555555555555")
            link = migrate.get_private_endpoint_connection(
                "datacenter-exit", "hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90", "rg-migration")
            plumb.export("version", link.platform_api_version)
            plumb.export("host", plumb.StackReference("network").require_output("host").apply(str.upper))

        with emulated_stack(asking, seed=${seed.trim()}, stacks={"network": {"host": "a.example"}}) as stack:
            self.assertEqual(stack.outputs(), {"version": "2020-05-01", "host": "A.EXAMPLE"})

    def test_values_are_checked_and_what_is_missing_says_so(self):
        with self.assertRaises(StackProblem) as refused, emulated_stack(lambda: program("x" * 40)):
            pass
        told = [(each["address"], each["code"]) for each in refused.exception.problems]
        self.assertEqual(told, [("portal", "value-too-long")])
        with self.assertRaises(plumb.ProgramError) as missing, emulated_stack(lambda: plumb.StackReference("nowhere")):
            pass
        self.assertEqual(missing.exception.code, "stack-not-found")

    def test_parallel_tests_do_not_mix(self):
        def one(name):
            with emulated_stack(lambda: program(name)) as stack:
                return stack.resources()["portal"]["displayName"]

        with ThreadPoolExecutor() as pool:
            self.assertEqual(list(pool.map(one, "ab")), ["a", "b"])

    def test_a_stack_is_planned_brought_up_followed_and_destroyed_from_code(self):
        with emulated_stack(lambda: None) as world:
            stack = InlineStack(program, world.client, project="portal")
            plan, events = stack.plan(), []
            self.assertEqual((plan["summary"]["create"], [each["name"] for each in plan["deferred"]]), (1, ["gate"]))
            runs = stack.up(plan=plan, on_event=events.append)
            self.assertEqual([each["create"] for each in runs], [1, 1, 0])
            self.assertEqual((events[0]["event"], events[-1]["event"]), ("started", "summary"))
            self.assertNotEqual(stack.outputs()["password"], "hunter2")
            self.assertEqual([each["event"] for each in stack.follow(runs[0]["run"])][-1], "summary")
            with self.assertRaises(StackProblem) as stale:
                stack.up(plan=plan)
            self.assertEqual(stale.exception.code, "stale-plan")
            self.assertEqual((stack.destroy()["delete"], stack.resources()), (2, {}))
`;
  const names = [...tests.matchAll(/def (test_\w+)/g)].map(([, name]) => name ?? "");
  let said = "";
  beforeAll(() => {
    const folder = project.folder({ "test_stack.py": tests });
    const run = spawnSync(own, ["-m", "unittest", "-v", "test_stack"], { cwd: folder, encoding: "utf8" });
    said = run.stdout + run.stderr;
  });
  test.each(names)("%s", (name) => {
    expect(said).toMatch(new RegExp(`^${name} .*\\.\\.\\. ok$`, "m"));
  });
});
