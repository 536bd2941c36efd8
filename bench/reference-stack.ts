/** How the resources of a stack lean on one another. */
export type Shape =
  /** Each but the first leans on one, and ten lean on each: the reference graph. */
  | "tree"
  /** Each leans on the one before. */
  | "chain"
  /** All lean on the first. */
  | "star";

export const project = "bench";
export const region = "europe-west1";

/** The number of the resource that another leans on; undefined for the first. */
export function parentOf(shape: Shape, number: number): number | undefined {
  if (number === 0) return undefined;
  if (shape === "star") return 0;
  return shape === "chain" ? number - 1 : Math.floor((number - 1) / 10);
}

/** Every second resource is an endpoint attachment, the others are OAuth clients. */
export function isAttachment(number: number): boolean {
  return number % 2 === 0;
}

export function attachmentInputs(number: number, description: string) {
  return {
    endpointAttachmentId: `attachment-${number}`,
    serviceAttachment: `projects/${project}/regions/${region}/serviceAttachments/service-${number}`,
    description,
    labels: { stack: "bench", number: String(number) },
  };
}

export function clientInputs(number: number, description: string) {
  return {
    oauthClientId: `client-${number}`,
    location: "global",
    description,
    displayName: `Client ${number}`,
    clientType: "CONFIDENTIAL_CLIENT",
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
    allowedRedirectUris: [`https://client-${number}.example/callback`],
    allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  };
}

/**
 * A declaration in YAML. What each resource reads of the one that it leans on is known only once that one is made. With
 * `changed` the last resource, on which none leans, has another description.
 */
export function declaration(count: number, shape: Shape, changed = false): string {
  const lines = [
    "name: bench",
    "providers:",
    `  google: { kind: google, project: ${project}, region: ${region}, zone: ${region}-b }`,
    "resources:",
  ];
  for (let number = 0; number < count; number += 1) {
    const parent = parentOf(shape, number);
    const field = parent !== undefined && isAttachment(parent) ? "endpointIp" : "clientId";
    const words = changed && number === count - 1 ? "changed, behind" : "behind";
    const description = parent === undefined ? `${words} nothing` : `${words} \${r${parent}.${field}}`;
    const type = isAttachment(number) ? "connectors:EndpointAttachment" : "iam:OAuthClient";
    const inputs = isAttachment(number) ? attachmentInputs(number, description) : clientInputs(number, description);
    lines.push(`  r${number}:`, `    type: ${type}`, "    properties:");
    for (const [name, value] of Object.entries(inputs)) lines.push(`      ${name}: ${JSON.stringify(value)}`);
  }
  return `${lines.join("\n")}\n`;
}

/** The same shape for Terraform: `terraform_data` is built in and calls nobody. */
export function terraformConfiguration(count: number, changed = false): string {
  const blocks: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const parent = parentOf("tree", number);
    const words = changed && number === count - 1 ? "changed, behind" : "behind";
    const description = parent === undefined ? `${words} nothing` : `${words} \${terraform_data.r${parent}.id}`;
    const inputs = isAttachment(number) ? attachmentInputs(number, description) : clientInputs(number, description);
    const members = Object.entries(inputs).map(([name, value]) => `    ${name} = ${JSON.stringify(value)}`);
    blocks.push(`resource "terraform_data" "r${number}" {`, "  input = {", ...members, "  }", "}");
  }
  return `${blocks.join("\n")}\n`;
}
