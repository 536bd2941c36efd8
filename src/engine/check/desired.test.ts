import { describe, expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import { catalog } from "../../definitions/resources/catalog.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import { expressionLanguage } from "../expressions/expression-language.ts";
import { attachment, checkText, resourceOf, withResources } from "./check-text.fixture.ts";
import { desiredOf } from "./desired.ts";

const $ = "$" + "{";

/** What `it` should be, with the other nodes' outputs and found values as given. */
async function desired(
  text: string,
  nodes: Readonly<Record<string, Value>> = {},
  found: Readonly<Record<string, Json>> = {},
) {
  const checked = await checkText(text);
  const node = resourceOf(checked, "it");
  const definition = catalog.resources[node.type];
  const provider = checked.checked?.providers[node.provider];
  if (definition === undefined || provider === undefined) throw new Error("unknown type or provider");
  const language = await expressionLanguage(node.inputs as Json);
  const bindings = { node: (name: string) => nodes[name] };
  return desiredOf(node, definition, provider, language, bindings, found);
}

const withDescription = (expression: string) =>
  withResources(attachment("other"), attachment("it", `description: "${expression}"`));

describe("an endpoint attachment", () => {
  test("is known with the provider's defaults", async () => {
    expect(await desired(withResources(attachment("it")))).toMatchObject({
      inputs: { endpointAttachmentId: "it", project: "acme", location: "europe-west1" },
      identity: { kind: "known", id: "projects/acme/locations/europe-west1/endpointAttachments/it" },
      errors: [],
    });
  });

  test("takes what others came to", async () => {
    const { inputs, shown } = await desired(withDescription(`at ${$}other.endpointIp}`), {
      other: { endpointIp: "10.0.0.1" },
    });
    expect(inputs["description"]).toBe("at 10.0.0.1");
    expect(shown).toEqual(inputs);
  });

  test("keeps an expression that waits, and shows why", async () => {
    const { inputs, shown, identity, errors } = await desired(withDescription(`at ${$}other.endpointIp}`), {
      other: { endpointIp: unknown("made by the apply") },
    });
    expect(inputs["description"]).toEqual({ $expr: `at ${$}other.endpointIp}` });
    expect(shown["description"]).toEqual(unknown("made by the apply"));
    expect(identity.kind).toBe("known");
    expect(errors).toEqual([]);
  });

  test("has an unknown identity while a part of it waits", async () => {
    const text = withResources(attachment("other"), attachment("it", `location: "${$}other.endpointIp}"`));
    const { identity } = await desired(text, { other: { endpointIp: unknown("later") } });
    expect(identity).toEqual({ kind: "unknown", why: "later" });
  });

  test("tells what can't be evaluated", async () => {
    const { errors } = await desired(withDescription(`${$}other.labels.stage}`), { other: { labels: {} } });
    expect(errors).toMatchObject([{ pointer: "/description", detail: expect.stringContaining("stage") }]);
  });

  test("shows an unknown inside a map where it stands", async () => {
    const text = withResources(attachment("other"), attachment("it", `labels: { a: x, b: "${$}other.endpointIp}" }`));
    const { shown } = await desired(text, { other: { endpointIp: unknown("later") } });
    expect(shown["labels"]).toEqual({ a: "x", b: unknown("later") });
  });
});

describe("a role policy assignment", () => {
  const guid = (digit: string) => `${digit.repeat(8)}-1111-1111-1111-111111111111`;
  const role = `/x/roleDefinitions/${guid("b")}`;
  const text = withResources(
    `it: { type: "authorization:RoleManagementPolicyAssignment", properties: { scope: /subscriptions/s, ` +
      `roleDefinitionId: ${role} } }`,
  );

  test("is unknown until the platform has been asked for its policy", async () => {
    expect((await desired(text)).identity).toEqual({ kind: "unknown", why: expect.stringContaining("`policyId`") });
  });

  test("is named by what was found", async () => {
    const policyId = `/x/roleManagementPolicies/${guid("a")}`;
    const { inputs, identity } = await desired(text, {}, { policyId });
    expect(inputs).toMatchObject({ policyId, roleManagementPolicyAssignmentName: `${guid("a")}_${guid("b")}` });
    expect(identity).toMatchObject({ kind: "known", id: expect.stringContaining(`${guid("a")}_${guid("b")}`) });
  });
});
