import type { CoveredApi } from "./covered-api.ts";

const project = "acme";
const location = "v1/projects/{project}/locations/{location}";
const oauthClient = `${location}/oauthClients/{oauthClient}`;
const credential = `${oauthClient}/credentials/{credential}`;
const attachment = `${location}/endpointAttachments/{endpointAttachment}`;
const zone = "compute/v1/projects/{project}/zones/{zone}";
const reservation = `${zone}/reservations/{reservation}`;

const iam = "iam.projects.locations.oauthClients";

export const googleIam: CoveredApi = {
  title: "Google IAM: OAuth clients",
  source: "discovery document `iam` v1",
  values: { project, location: "global", oauthClient: "web-portal", credential: "first" },
  seeds: [],
  operations: [
    {
      name: `${iam}.create`,
      method: "POST",
      path: `${location}/oauthClients`,
      query: "oauthClientId={oauthClient}",
      body: {
        clientType: "CONFIDENTIAL_CLIENT",
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
        allowedRedirectUris: ["https://portal.example/callback"],
      },
    },
    { name: `${iam}.get`, method: "GET", path: oauthClient },
    { name: `${iam}.list`, method: "GET", path: `${location}/oauthClients` },
    {
      name: `${iam}.patch`,
      method: "PATCH",
      path: oauthClient,
      query: "updateMask=displayName",
      body: { displayName: "Portal" },
    },
    {
      name: `${iam}.credentials.create`,
      method: "POST",
      path: `${oauthClient}/credentials`,
      query: "oauthClientCredentialId={credential}",
      body: {},
    },
    { name: `${iam}.credentials.get`, method: "GET", path: credential },
    { name: `${iam}.credentials.list`, method: "GET", path: `${oauthClient}/credentials` },
    {
      name: `${iam}.credentials.patch`,
      method: "PATCH",
      path: credential,
      query: "updateMask=disabled",
      body: { disabled: true },
    },
    { name: `${iam}.credentials.delete`, method: "DELETE", path: credential },
    { name: `${iam}.delete`, method: "DELETE", path: oauthClient },
    { name: `${iam}.undelete`, method: "POST", path: `${oauthClient}:undelete`, body: {} },
  ],
};

const locations = "connectors.projects.locations";

export const googleConnectors: CoveredApi = {
  title: "Google Connectors: endpoint attachments",
  source: "discovery document `connectors` v1",
  values: { project, location: "us-central1", endpointAttachment: "warehouse" },
  seeds: [],
  operations: [
    { name: `${locations}.list`, method: "GET", path: "v1/projects/{project}/locations" },
    { name: `${locations}.get`, method: "GET", path: location },
    {
      name: `${locations}.endpointAttachments.create`,
      method: "POST",
      path: `${location}/endpointAttachments`,
      query: "endpointAttachmentId={endpointAttachment}",
      body: { serviceAttachment: "projects/acme/regions/us-central1/serviceAttachments/warehouse" },
      keeps: { operation: "/name" },
    },
    { name: `${locations}.endpointAttachments.get`, method: "GET", path: attachment },
    { name: `${locations}.endpointAttachments.list`, method: "GET", path: `${location}/endpointAttachments` },
    {
      name: `${locations}.endpointAttachments.patch`,
      method: "PATCH",
      path: attachment,
      query: "updateMask=description",
      body: { description: "to the warehouse" },
    },
    { name: `${locations}.endpointAttachments.delete`, method: "DELETE", path: attachment },
    { name: `${locations}.operations.get`, method: "GET", path: `${location}/operations/{operation}` },
    { name: `${locations}.operations.list`, method: "GET", path: `${location}/operations` },
    {
      name: `${locations}.operations.cancel`,
      method: "POST",
      path: `${location}/operations/{operation}:cancel`,
      body: {},
    },
    { name: `${locations}.operations.delete`, method: "DELETE", path: `${location}/operations/{operation}` },
  ],
};

export const googleCompute: CoveredApi = {
  title: "Google Compute: reservations and their policies",
  source: "discovery document `compute` v1",
  values: { project, zone: "us-central1-a", reservation: "build-machines" },
  seeds: [],
  operations: [
    {
      name: "compute.reservations.insert",
      method: "POST",
      path: `${zone}/reservations`,
      body: {
        name: "{reservation}",
        specificReservation: { count: "2", instanceProperties: { machineType: "n2-standard-2" } },
      },
      keeps: { operation: "/name" },
    },
    { name: "compute.reservations.get", method: "GET", path: reservation },
    { name: "compute.reservations.list", method: "GET", path: `${zone}/reservations` },
    {
      name: "compute.reservations.aggregatedList",
      method: "GET",
      path: "compute/v1/projects/{project}/aggregated/reservations",
    },
    {
      name: "compute.reservations.update",
      method: "PATCH",
      path: reservation,
      query: "updateMask=shareSettings",
      body: { shareSettings: { shareType: "LOCAL" } },
    },
    {
      name: "compute.reservations.resize",
      method: "POST",
      path: `${reservation}/resize`,
      body: { specificSkuCount: "3" },
    },
    { name: "compute.reservations.getIamPolicy", method: "GET", path: `${reservation}/getIamPolicy` },
    {
      name: "compute.reservations.setIamPolicy",
      method: "POST",
      path: `${reservation}/setIamPolicy`,
      body: { policy: { bindings: [{ role: "roles/compute.viewer", members: ["user:ada@example.com"] }] } },
    },
    {
      name: "compute.reservations.testIamPermissions",
      method: "POST",
      path: `${reservation}/testIamPermissions`,
      body: { permissions: ["compute.reservations.get"] },
    },
    { name: "compute.reservations.delete", method: "DELETE", path: reservation },
    { name: "compute.zoneOperations.get", method: "GET", path: `${zone}/operations/{operation}` },
    { name: "compute.zoneOperations.wait", method: "POST", path: `${zone}/operations/{operation}/wait` },
    { name: "compute.zoneOperations.list", method: "GET", path: `${zone}/operations` },
    { name: "compute.zoneOperations.delete", method: "DELETE", path: `${zone}/operations/{operation}` },
  ],
};
