import { digest } from "../../packages/base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { declared, testDeployment, up } from "../../src/service/use-cases/deployment.fixture.ts";
import { exportState } from "../../src/service/use-cases/state/export-state.ts";
import type { VendorCase } from "./canaries.fixture.ts";
import { type HostileWorld, openPlumb } from "./hostile-world.fixture.ts";
import { declarationOf } from "./planning.fixture.ts";

/** The exported state of a stack whose records lead somewhere else, as whoever imports it can make it. */
async function leadingTo({ kind, resource, config: own }: VendorCase, baseUrl: string): Promise<JsonObject> {
  const deployment = testDeployment();
  await up(deployment, declared({ one: { type: resource.type, properties: resource.properties as JsonObject } }));
  const { digest: _, ...content } = { ...(await exportState("dev", deployment)) } as unknown as JsonObject;
  const records = (content["records"] as readonly JsonObject[]).map((record): JsonObject => {
    const provider = isJsonObject(record["provider"]) ? record["provider"] : {};
    const config = isJsonObject(provider["config"]) ? provider["config"] : {};
    const leading = { ref: kind, kind, config: { ...config, ...own, baseUrl } };
    // What names the object agrees: else the document would be refused before anything is asked.
    const cloudId = deployment.cloudIdOf(leading);
    return { ...record, provider: { ...provider, ...leading, cloudId } };
  });
  const altered = { ...content, records };
  return { ...altered, digest: digest(altered as Json) };
}

type Ask = ReturnType<typeof openPlumb>["ask"];
type Deed = (ask: Ask, vendor: VendorCase, baseUrl: string) => Promise<readonly string[]>;

const stack = "/v1/projects/test/stacks/dev";

async function textOf(answer: ReturnType<Ask>): Promise<string> {
  return (await answer).text;
}

/** Carries out a plan if there is one; gives the id of the run, too. */
async function run(ask: Ask, plan: string): Promise<{ readonly id: string | undefined; readonly said: string }> {
  const { digest: of } = JSON.parse(plan) as { readonly digest?: string };
  if (of === undefined) return { id: undefined, said: "" };
  const started = await textOf(ask("POST", `${stack}/runs`, { plan: of, allowEmpty: true }));
  const { run: id } = JSON.parse(started) as { readonly run?: string };
  return { id, said: started + (await textOf(ask("GET", `${stack}/runs/${id}/events`))) };
}

/** All that asks the platforms of a stack through the providers of its records. */
export const deeds: Readonly<Record<"refresh" | "undo" | "resume" | "read", Deed>> = {
  refresh: async (ask) => [
    await textOf(ask("POST", `${stack}/plans`, { kind: "refresh" })),
    await textOf(ask("POST", `${stack}/drift`, {})),
    await textOf(ask("POST", `${stack}/state:refresh`, {})),
  ],
  undo: async (ask) => {
    await textOf(ask("DELETE", `${stack}/resources/one`, undefined, "if-match"));
    const { edits } = JSON.parse(await textOf(ask("GET", `${stack}/edits`))) as {
      readonly edits: readonly { readonly edit: string }[];
    };
    if (edits.length === 0) throw new Error("nothing to undo");
    const said: string[] = [];
    for (const { edit } of edits) {
      const plan = await textOf(ask("POST", `${stack}/plans`, { kind: "undo", run: edit }));
      said.push(plan, (await run(ask, plan)).said);
    }
    return said;
  },
  resume: async (ask) => {
    const plan = await textOf(ask("POST", `${stack}/plans`, { kind: "destroy", refresh: false }));
    const { id, said } = await run(ask, plan);
    if (id === undefined) return [plan];
    return [plan, said, await textOf(ask("POST", `${stack}/runs/${id}:resume`, {}))];
  },
  read: async (ask, vendor, baseUrl) => {
    const { type } = vendor.resource;
    const declaration = declarationOf(vendor, baseUrl);
    const objects = `/v1/types/${encodeURIComponent(type)}/objects`;
    const { records } = JSON.parse(await textOf(ask("GET", `${stack}/state`))) as {
      readonly records: readonly { readonly physicalId?: string; readonly id?: string }[];
    };
    const id = records[0]?.physicalId ?? records[0]?.id ?? "default";
    const lookup = encodeURIComponent("migrate:getPrivateEndpointConnection");
    const names = { resourceGroupName: "rg", migrateProjectName: "center", peConnectionName: "c" };
    return [
      await textOf(ask("GET", `${stack}/resources/one/inspection`)),
      await textOf(ask("POST", `${objects}:read`, { id, declaration, provider: "it" })),
      await textOf(ask("POST", `${objects}:findUnmanaged`, { declaration, provider: "it" })),
      await textOf(ask("POST", `/v1/functions/${lookup}:call`, { arguments: names, declaration, provider: "it" })),
      await textOf(
        ask("POST", `${stack}/resources:import`, { imports: [{ type, name: "two", id, provider: "it" }], declaration }),
      ),
    ];
  },
};

/** Imports a state whose records lead somewhere, and does with it what is told. Gives all that was answered. */
export async function doWithImported(
  world: HostileWorld,
  vendor: VendorCase,
  baseUrl: string,
  what: readonly (keyof typeof deeds)[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const plumb = openPlumb(world, { ...vendor.environment, ...more });
  await plumb.ask("POST", "/v1/projects/test/stacks", { name: "dev" });
  const document = await leadingTo(vendor, baseUrl);
  const imported = await plumb.ask("PUT", `${stack}/state`, { document, force: true }, "if-match");
  if (imported.status !== 200) throw new Error(imported.text);
  const said: string[] = [];
  for (const name of what) said.push(...(await deeds[name](plumb.ask, vendor, baseUrl)));
  await plumb.close();
  return said.join("\n");
}
