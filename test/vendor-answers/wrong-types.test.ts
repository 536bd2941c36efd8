import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { CommandStage } from "./play-command.ts";
import { PlayedVendor } from "./played-vendor.ts";
import type { Exchange } from "./recorded-case.ts";
import { type Subject, subjects } from "./subjects.ts";

// An object whose fields hold values of another type than they can have was not read: it is no drift, and nothing is
// written over it.

const site = "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-migration";
const collectorPath = `${site}/providers/Microsoft.Migrate/assessmentProjects/datacenter/servercollectors/collector-one`;
const clientName = "projects/acme/locations/global/oauthClients/web-portal";
const attachmentName = "projects/acme/locations/europe-west1/endpointAttachments/billing";
const settingPath = "/api/2.0/settings/types/restrict_workspace_admins/names/default";
const policyPath = "/compute/v1/projects/acme/zones/europe-west1-b/reservations/gpu";

const collector = {
  id: collectorPath,
  name: "collector-one",
  type: "Microsoft.Migrate/assessmentprojects/servercollectors",
  eTag: '"1"',
  properties: {
    discoverySiteId: `${site}/providers/Microsoft.OffAzure/ServerSites/one`,
    createdTimestamp: "2027-01-01T00:00:00Z",
    updatedTimestamp: "2027-01-01T00:00:00Z",
    agentProperties: { id: "a", version: "1", lastHeartbeatUtc: "2027-01-01T00:00:00Z" },
  },
};

const client = {
  name: clientName,
  state: "ACTIVE",
  clientId: "c",
  clientType: "CONFIDENTIAL_CLIENT",
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.acme.example/back"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
};

const attachment = {
  name: attachmentName,
  serviceAttachment: "projects/net/regions/europe-west1/serviceAttachments/billing",
  createTime: "2027-01-01T00:00:00Z",
  updateTime: "2027-01-01T00:00:00Z",
  endpointIp: "10.0.0.1",
};

const setting = {
  etag: "E1",
  setting_name: "default",
  restrict_workspace_admins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" },
};

const policy = {
  version: 3,
  etag: "E1",
  bindings: [{ role: "roles/compute.viewer", members: ["user:anna@acme.example"] }],
};

interface Kind {
  readonly path: string;
  /** How it reads when all is well. */
  readonly sound: JsonObject;
  /** Other questions that the command asks. */
  readonly besides?: readonly Exchange[];
}

const host: Exchange = {
  request: "GET /.well-known/databricks-config",
  answer: { status: 200, body: { host_type: "workspace" } },
};

const kinds: Readonly<Record<string, Kind>> = {
  collector: { path: collectorPath, sound: collector },
  client: { path: `/v1/${clientName}`, sound: client },
  attachment: { path: `/v1/${attachmentName}`, sound: attachment },
  setting: { path: settingPath, sound: setting, besides: [host] },
  member: { path: `${policyPath}/getIamPolicy`, sound: policy },
};

const get = (path: string, body: Json, during: number): Exchange => ({
  request: `GET ${path}`,
  in: during,
  answer: { status: 200, body },
});

function subjectOf(name: string): Subject {
  const subject = subjects[name];
  if (subject === undefined) throw new Error(`there is no ${name}`);
  return subject;
}

/** Plays an import of the sound object, and then commands to which it reads as `damaged`. */
async function play(name: string, damaged: JsonObject, lines: readonly string[]) {
  const { path, sound, besides = [] } = kinds[name] ?? { path: "", sound: {} };
  const vendor = new PlayedVendor([
    ...besides,
    get(path, sound, 1),
    ...lines.map((_, at) => get(path, damaged, at + 2)),
  ]);
  const subject = subjectOf(name);
  const stage = new CommandStage(subject, vendor);
  try {
    for (const line of [
      ["stack", "new", "dev"],
      ["import", subject.type, "a", ids[name] ?? ""],
    ]) {
      const { code, output } = await stage.play(line);
      expect(code, output).toBe(0);
    }
    const all = [];
    for (const line of lines) {
      vendor.command += 1;
      const { code, output, writes } = await stage.play(line);
      all.push({ code, writes, told: output.replace(/\s+/g, " ") });
    }
    return all;
  } finally {
    stage.close();
  }
}

const ids: Readonly<Record<string, string>> = {
  collector: collectorPath,
  client: clientName,
  attachment: attachmentName,
  setting: "global",
  member: "projects/acme/zones/europe-west1-b/reservations/gpu roles/compute.viewer user:anna@acme.example",
};

const properties = collector.properties;

test.each<[string, string, JsonObject]>([
  [
    "collector",
    "properties.agentProperties",
    { ...collector, properties: { ...properties, agentProperties: "registered" } },
  ],
  ["collector", "properties.discoverySiteId", { ...collector, properties: { ...properties, discoverySiteId: 7 } }],
  ["collector", "eTag", { ...collector, eTag: 7 }],
  ["client", "disabled", { ...client, disabled: "false" }],
  ["client", "allowedRedirectUris", { ...client, allowedRedirectUris: "https://portal.acme.example/back" }],
  ["client", "allowedScopes.0", { ...client, allowedScopes: [{ scope: "cloud-platform" }] }],
  ["attachment", "labels", { ...attachment, labels: "team=billing" }],
  ["attachment", "labels.team", { ...attachment, labels: { team: 7 } }],
  ["attachment", "serviceAttachment", { ...attachment, serviceAttachment: { name: "billing" } }],
  ["setting", "restrict_workspace_admins.status", { ...setting, restrict_workspace_admins: { status: 2 } }],
  ["setting", "etag", { ...setting, etag: 7 }],
  ["member", "etag", { ...policy, etag: 7 }],
  ["member", "bindings.0.members", { ...policy, bindings: [{ role: "roles/compute.viewer", members: "user:anna" }] }],
])("a %s whose %s is of another type is unreadable, and not drifted", async (name, place, damaged) => {
  for (const { code, writes, told } of await play(name, damaged, ["plan", "drift", "up --yes"])) {
    expect(code, told).not.toBe(0);
    expect(writes, told).toEqual([]);
    expect(told).toContain(`\`${place}\``);
    expect(told).not.toContain("drifted");
  }
});
