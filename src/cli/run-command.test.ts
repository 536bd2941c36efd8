import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runFake } from "./cli-context.fixture.ts";
import { commandCatalog } from "./command-catalog.ts";
import { globalOptions } from "./global-options.ts";

const files = { "plumb.yaml": "name: x\n" };

describe("the command line", () => {
  test.each(commandCatalog.map((entry) => entry.name))("%s has help with an example", async (name) => {
    const { code, stdout, stderr } = await runFake(`${name} --help`);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: plumb ${name}`);
    expect(stdout).toMatch(/Examples?:\n {2}plumb /);
    expect(stdout).toContain("--json");
    expect(stderr).toBe("");
  });

  const names = commandCatalog.map(({ name }) => name);
  const groups = [...new Set(names.flatMap((name) => name.split(" ").slice(0, -1)))].filter(
    (each) => !names.includes(each),
  );

  test.each(groups)("%s --help lists what there is of it", async (group) => {
    for (const line of [`${group} --help`, `${group} -h`, `--help ${group}`, `help ${group}`]) {
      const { code, stdout, stderr } = await runFake(line);
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: "" });
      for (const { name, summary } of commandCatalog.filter((each) => each.name.startsWith(`${group} `))) {
        expect(stdout).toContain(name);
        expect(stdout).toContain(summary);
      }
    }
    const document = JSON.parse((await runFake(`${group} --help --json`)).stdout);
    expect(document).toHaveProperty("commands");
  });

  test.each([
    ["plna", 2, "`plumb plan`"],
    ["state lst", 2, "`plumb state list`"],
    ["state", 2, "plumb state "],
    ["cloud lgo", 2, "`plumb cloud log`"],
    ["plan --no-refesh", 2, " --no-refresh"],
    ["plan --out", 2, "--out "],
    ["plan --json=1", 2, "--json "],
    ["plan -s a -s b", 2, " twice"],
    ["plan extra", 2, '"extra"'],
    ["get iam:OAuthClient", 2, " ID"],
    ["plan --parallel none", 2, "--parallel "],
    ["plan --server nonsense", 2, "--server "],
    ["plan --server ftp://plumb.example", 2, "--server "],
    ["plan --config novalue", 2, " KEY=VALUE"],
    ["plan --list --show abcd", 2, "combined"],
    ["graph --format pgn", 2, "pgn"],
  ])("%s exits %i", async (line, code, said) => {
    const outcome = await runFake(line, {}, { files });
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toMatch(/^error: /);
    expect(outcome.stderr).toContain(said);
    expect(outcome.stdout).toBe("");
    expect(outcome.requests).toEqual([]);
  });

  test("a mistake under --json is one document on stdout", async () => {
    const { code, stdout } = await runFake("plna --json");
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ code: "usage", problems: [] });
  });

  test("without a command the commands are listed", async () => {
    const { code, stdout } = await runFake([]);
    expect(code).toBe(0);
    for (const { name, summary } of commandCatalog) expect(stdout).toMatch(new RegExp(`${name} +${summary}`));
  });

  test("global options may stand before the command", async () => {
    const { requests, code } = await runFake("-s prod --json state list", {
      "GET /v1/projects/x/stacks/prod/resources": { body: { resources: [] } },
    });
    expect(code).toBe(0);
    expect(requests).toHaveLength(1);
  });

  test("what the composition root needs is found anywhere, and only there", () => {
    const found = (...argv: string[]) => globalOptions(argv, {});
    expect(found("up", "--dir", "d", "--server=http://h")).toEqual({ dir: "d", server: "http://h" });
    expect(found("complete", "--", "get", "--dir", "d", "--dir", "e")).toEqual({ dir: "d" });
    expect(found("get", "-f", "--dir", "--", "--server", "x")).toEqual({ dir: ".plumb", server: undefined });
  });

  test("PLUMB_SERVER names the server where --server does not, and is held to the same form", async () => {
    const environment = { PLUMB_SERVER: "https://of.environment" };
    expect(globalOptions(["up"], environment).server).toBe(environment.PLUMB_SERVER);
    expect(globalOptions(["up", "--server", "https://given"], environment).server).toBe("https://given");
    expect(globalOptions(["up"], { PLUMB_SERVER: "" }).server).toBeUndefined();
    const refused = await runFake("backup --out b", {}, { environment });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("not through a server")]);
    const odd = await runFake("state list", {}, { environment: { PLUMB_SERVER: "plumb.example" } });
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringMatching(/PLUMB_SERVER takes an address.*\n.*https:/)]);
  });

  test("starting loads no command: modules reached from run-command by static imports", () => {
    const seen = new Set<string>();
    const visit = (file: URL): void => {
      if (seen.has(file.href)) return;
      seen.add(file.href);
      const source = readFileSync(file, "utf8");
      for (const match of source.matchAll(/^(?:import|\} from) (?!type )[^;]*?"(\.[^"]+)";/gm)) {
        visit(new URL(match[1] ?? "", file));
      }
    };
    visit(new URL("./run-command.ts", import.meta.url));
    expect([...seen].filter((href) => /\/(commands|graph)\/|render-/.test(href))).toEqual([]);
    expect(seen.size).toBeGreaterThan(5);
  });

  test("version, its flag and its JSON", async () => {
    expect((await runFake("version")).stdout).toBe("plumb 1.2.3\n");
    expect((await runFake("--version")).stdout).toBe("plumb 1.2.3\n");
    expect(JSON.parse((await runFake("version --json")).stdout)).toEqual({ version: "1.2.3", readOnly: false });
    const environment = { PLUMB_READ_ONLY: "1" };
    expect((await runFake("version", {}, { environment })).stdout).toBe("plumb 1.2.3 (read only)\n");
  });

  test("colors only on a terminal that wants them", async () => {
    const sequence = "\u001b[";
    const colored = await runFake("explain stale-plan", {}, { tty: true });
    expect(colored.stdout).toContain(sequence);
    for (const [line, options] of [
      ["explain stale-plan", {}],
      ["explain stale-plan --no-color", { tty: true }],
      ["explain stale-plan", { tty: true, environment: { NO_COLOR: "1" } }],
    ] as const) {
      expect((await runFake(line, {}, options)).stdout).not.toContain(sequence);
    }
  });
});
