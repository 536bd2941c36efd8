import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { identify, parseId } from "../schema/identity/identity.ts";
import { catalog } from "./catalog.ts";

const segment = fc.stringMatching(/^[A-Za-z0-9_.~:@ -]{1,12}$/).filter((text) => !/^\.{1,2}$/.test(text));
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const guid = fc.uuid();
const scope = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const reservation = fc.oneof(
  word,
  fc.tuple(word, word, word).map(([p, z, r]) => `projects/${p}/zones/${z}/reservations/${r}`),
);
const title = fc.string({ minLength: 1, maxLength: 20 });

const inputsByType: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  "iam:OAuthClient": fc.record(
    { project: segment, location: segment, oauthClientId: word },
    { requiredKeys: ["location", "oauthClientId"] },
  ),
  "iam:OAuthClientCredential": fc.record(
    { project: segment, location: segment, oauthClientId: word, oauthClientCredentialId: word },
    { requiredKeys: ["location", "oauthClientId", "oauthClientCredentialId"] },
  ),
  "connectors:EndpointAttachment": fc.record(
    { project: segment, location: segment, endpointAttachmentId: segment },
    { requiredKeys: ["endpointAttachmentId"] },
  ),
  "migrate:ServerCollector": fc.record({
    resourceGroupName: segment,
    projectName: segment,
    serverCollectorName: segment,
  }),
  "authorization:RoleManagementPolicyAssignment": fc.oneof(
    fc.record({ scope, roleManagementPolicyAssignmentName: fc.tuple(guid, guid).map(([a, b]) => `${a}_${b}`) }),
    fc.record({
      scope: scope.map((text) => `/${text}`),
      policyId: guid.map((id) => `/p/${id}`),
      roleDefinitionId: guid.map((id) => `/r/${id}`),
    }),
  ),
  "compute:ReservationIamMember": fc.record(
    {
      name: reservation,
      role: word.map((name) => `roles/${name}`),
      member: word.map((name) => `user:${name}@example.com`),
      condition: fc.record({ title, expression: fc.constant("true") }),
    },
    { requiredKeys: ["name", "role", "member"] },
  ),
  "settings:RestrictWorkspaceAdmins": fc.constant({}),
};

const provider = {
  project: "acme",
  region: "europe-west1",
  zone: "europe-west1-b",
  subscriptionId: "1111",
  namespace: "Microsoft",
};

describe("an id reads back as the identity that it came from", () => {
  test.each(Object.values(catalog.resources).map((definition) => [definition.type, definition] as const))(
    "%s",
    (type, definition) => {
      const inputs = inputsByType[type];
      expect(inputs).toBeDefined();
      if (inputs === undefined) return;
      fc.assert(
        fc.property(inputs, (given) => {
          const identified = identify(definition, given, provider);
          expect(identified.kind).toBe("known");
          if (identified.kind !== "known") return;
          const { id, claim, variables } = identified;
          expect(parseId(definition, id, provider)).toEqual({ ok: true, value: { id, claim, variables } });
        }),
      );
    },
  );
});
