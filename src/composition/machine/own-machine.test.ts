import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import { publicPlane } from "../../../packages/vendor-wire/azure/management-planes.ts";
import { placeOnDisk } from "../../../test/properties/temporary-place.ts";
import { ownMachine } from "./own-machine.ts";

const names = [
  "AZURE_CLIENT_SECRET",
  "AZURE_CLIENT_ID",
  "AZURE_TENANT_ID",
  "AZURE_FEDERATED_TOKEN_FILE",
  "AZURE_TOKEN_CREDENTIALS",
];
const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));

const publicCloud = { plane: publicPlane, authority: undefined };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(placeOnDisk, "plumb-machine-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of names) {
    delete process.env[name];
    if (before[name] !== undefined) process.env[name] = before[name];
  }
});

const nowhere = () => Promise.reject(new Error("nothing is sent"));

test.each([0o666, 0o644])(
  "a federated token of Azure's in a file of the mode %o is not shown to anyone",
  async (mode) => {
    const file = join(folder, "federated");
    writeFileSync(file, "the pod's own");
    chmodSync(file, mode);
    process.env["AZURE_CLIENT_ID"] = "22222222-3333-4444-5555-666666666666";
    process.env["AZURE_TENANT_ID"] = "11111111-2222-3333-4444-555555555555";
    process.env["AZURE_FEDERATED_TOKEN_FILE"] = file;
    process.env["AZURE_TOKEN_CREDENTIALS"] = "EnvironmentCredential";
    const refusal = { kind: "denied", detail: expect.stringContaining(`${file} `) };
    await expect(ownMachine.azure(publicCloud, nowhere)("https://management.azure.com/")).rejects.toMatchObject({
      refusal,
    });
    await expect(ownMachine.entra?.({ way: "chain" }, nowhere)("x/.default")).rejects.toMatchObject({
      message: expect.stringContaining(`${file} `),
    });
  },
);

describe("an identity that the environment names is not replaced by another one", () => {
  const own = { AZURE_CLIENT_ID: "22222222-3333-4444-5555-666666666666", AZURE_TENANT_ID: "t" };
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["a token file that is not there", { ...own, AZURE_FEDERATED_TOKEN_FILE: "/none/token" }, "/none/token"],
    [
      "a token file without a tenant",
      { AZURE_CLIENT_ID: "c", AZURE_FEDERATED_TOKEN_FILE: "/none/token" },
      "AZURE_TENANT_ID",
    ],
    ["a secret without a tenant", { AZURE_CLIENT_ID: "c", AZURE_CLIENT_SECRET: "s" }, "AZURE_TENANT_ID"],
    ["a secret without a client", { AZURE_TENANT_ID: "t", AZURE_CLIENT_SECRET: "s" }, "AZURE_CLIENT_ID"],
  ])("%s", async (_, environment, named) => {
    Object.assign(process.env, environment);
    const asked: string[] = [];
    const network = async (request: Request) => {
      asked.push(request.url);
      return Response.json({}, { status: 400 });
    };
    const refusal = { kind: "denied", lacks: "credential", detail: expect.stringContaining(named) };
    const url = "https://management.azure.com/";
    await expect(ownMachine.azure(publicCloud, exchangeOver(network))(url)).rejects.toMatchObject({ refusal });
    await expect(ownMachine.entra?.({ way: "chain" }, exchangeOver(network))("x/.default")).rejects.toMatchObject({
      refusal,
    });
    expect(asked).toEqual([]);
  });
});
