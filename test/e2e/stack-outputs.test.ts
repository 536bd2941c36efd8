import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runPlumb } from "./run-plumb.fixture.ts";

const provider = "providers:\n  google: { kind: google, project: acme, region: here }\n";
const network = (label: string) => `name: network
config: { token: { secret: true, default: hush-hush } }
outputs: { label: ${label}, token: "\${config.token}" }
`;
const portal = (output: string) => `name: portal
config: { network: { stack: network/dev } }
${provider}resources:
  gate:
    type: connectors:EndpointAttachment
    properties:
      endpointAttachmentId: gate
      serviceAttachment: projects/p/regions/r/serviceAttachments/s
      description: in \${config.network.${output}}
outputs: { token: "\${config.network.token}" }
`;

test("a declaration reads the outputs of another stack", { timeout: 120_000 }, async () => {
  const root = mkdtempSync(join(tmpdir(), "plumb-stack-outputs-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const plumb = async (project: "network" | "portal", text: string, line: string) => {
    mkdirSync(join(root, project), { recursive: true });
    writeFileSync(join(root, project, "plumb.yaml"), text);
    const { exitCode, stdout, stderr } = await runPlumb(
      [...line.split(" "), "--dir", join(root, "state")],
      join(root, project),
    );
    expect(stdout + stderr).not.toContain("hush");
    return { exitCode, output: stdout + stderr };
  };

  const early = await plumb("portal", portal("label"), "check");
  expect(early.exitCode).toBe(2);
  expect(early.output).toContain("plumb.yaml:2:29: error[stack-not-found]");
  // The declaration at hand would make a stack of another project.
  expect(early.output).not.toContain("`plumb up");
  expect(early.output.replaceAll(/\s+/g, " ")).toContain("run plumb up -s dev where project `network` is declared");

  expect((await plumb("network", network("one"), "up --yes")).exitCode).toBe(0);
  const typo = await plumb("portal", portal("lable"), "check");
  expect(typo.exitCode).toBe(2);
  expect(typo.output).toContain('stack `network/dev` has no output "lable"');
  expect(typo.output).toContain("did you mean `label`?");

  const saved = await plumb("portal", portal("label"), `plan --out ${join(root, "plan.json")}`);
  expect(saved.output).toContain('"in one"');
  expect((await plumb("network", network("two"), "up --yes")).exitCode).toBe(0);
  const stale = await plumb("portal", portal("label"), `up --yes --plan ${join(root, "plan.json")}`);
  expect(stale.exitCode).not.toBe(0);
  expect(stale.output).toContain("the outputs of stack `network/dev` changed since the plan; plan again");

  const up = await plumb("portal", portal("label"), "up --yes");
  expect(up.exitCode).toBe(0);
  expect(up.output).toContain('"in two"');
  const yaml = await plumb("portal", portal("label"), "convert --to yaml");
  expect(yaml.output).toMatch(/network:\n\s+stack: network\/dev\n/);
  const program = await plumb("portal", portal("label"), "convert --to ts");
  expect(program.exitCode).toBe(0);
  expect(program.output).toContain('config.stack("network", "network/dev")');
});
