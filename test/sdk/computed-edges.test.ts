import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import { type SdkFolder, sdkFolder } from "./program.fixture.ts";

let folder: SdkFolder;
beforeAll(async () => {
  folder = await sdkFolder();
});
afterAll(() => folder.remove());
afterEach(() => rmSync(join(folder.path, ".plumb"), { recursive: true, force: true }));

async function plumb<T>(...argv: readonly string[]): Promise<readonly T[]> {
  const environment = { PYTHONPATH: join(import.meta.dirname, "../../sdk/python") };
  const ended = await startPlumb(argv, folder.path, environment).ended;
  expect([ended.exitCode, ended.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  const text = ended.stdout.trim();
  return (argv.includes("--yes") ? text.split("\n") : [text]).map((line) => JSON.parse(line) as T);
}

const typescript = `import { connectors, google } from "plumbline-sdk";
new google.Provider("google", { project: "acme", region: "here" });
const service = { serviceAttachment: "projects/p/regions/r/serviceAttachments/s" };
const z = new connectors.EndpointAttachment("z", { ...service, endpointAttachmentId: "z" });
new connectors.EndpointAttachment("y", {
  ...service,
  endpointAttachmentId: "y",
  labels: { of: z.endpointAttachmentId.apply((id) => id.length).apply((length) => String(length)) },
});
new connectors.EndpointAttachment("x", {
  ...service,
  endpointAttachmentId: "x",
  description: z.endpointIp.apply((ip) => ip.replaceAll(".", "-")),
});
`;

const python = `from plumbline_sdk import connectors, google
google.Provider("google", project="acme", region="here")
service = "projects/p/regions/r/serviceAttachments/s"
z = connectors.EndpointAttachment("z", endpoint_attachment_id="z", service_attachment=service)
length = z.endpoint_attachment_id.apply(len).apply(str)
connectors.EndpointAttachment("y", endpoint_attachment_id="y", service_attachment=service, labels={"of": length})
dashed = z.endpoint_ip.required().apply(lambda ip: ip.replace(".", "-"))
connectors.EndpointAttachment("x", endpoint_attachment_id="x", service_attachment=service, description=dashed)
`;

interface Planned {
  readonly steps: readonly { readonly step: string; readonly needs: readonly string[]; readonly action: string }[];
}
interface Event {
  readonly event: string;
  readonly phase?: string;
  readonly name?: string;
}

/** The steps of a run, in the order in which they began and ended. */
const order = (events: readonly Event[]) =>
  events.flatMap(({ event, phase, name }) => (event === "step" ? [`${name} ${phase}`] : []));

test.each([
  ["TypeScript", "plumb.ts", typescript],
  ["Python", "plumb.py", python],
])("what `apply` computed depends on what it was computed from, in %s", async (_, name, text) => {
  folder.write(name, text);
  const [planned] = await plumb<Planned>("plan", "--json", "-f", name);
  expect(planned?.steps.map(({ step, needs }) => [step, needs])).toEqual([
    ["y", ["z"]],
    ["z", []],
  ]);
  expect(order(await plumb("up", "--yes", "--json", "-f", name))).toEqual(
    ["z", "y", "x"].flatMap((each) => [`${each} started`, `${each} done`]),
  );
  // What the second round has written out as a plain value goes before what it came from, too.
  const ends = order(await plumb("destroy", "--yes", "--json", "-f", name));
  expect(ends.slice(-2)).toEqual(["z started", "z done"]);
  expect(ends.slice(0, -2).toSorted()).toEqual(["x done", "x started", "y done", "y started"]);
});
