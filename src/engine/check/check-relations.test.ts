import { describe, expect, test } from "vitest";
import { attachment, checkText, nodeOf, resourceOf, withResources } from "./check-text.fixture.ts";

const withOptions = (name: string, options: string) => attachment(name, "", `options: { ${options} }`);

describe("names of other resources", () => {
  test.each(["parent", "deletedWith"])("%s names a resource", async (option) => {
    const { problems } = await checkText(withResources(attachment("a"), withOptions("b", `${option}: a`)));
    expect(problems).toEqual([]);
  });

  test.each([
    ["parent: nobody", "invalid-option @ nobody"],
    ["deletedWith: nobody", "invalid-option @ nobody"],
    ["parent: b", "invalid-option @ b"],
    ["deletedWith: b", "invalid-option @ b"],
    ["aliases: [a]", "invalid-option @ a"],
    ["aliases: [old, b]", "invalid-option @ b"],
  ])("%s", async (options, said) => {
    expect((await checkText(withResources(attachment("a"), withOptions("b", options)))).said).toEqual([said]);
  });

  test("a circle is told once, with its path", async () => {
    const text = withResources(
      withOptions("a", "parent: c"),
      withOptions("b", "parent: a"),
      withOptions("c", "parent: b"),
      withOptions("d", "parent: c"),
    );
    const { problems } = await checkText(text);
    expect(problems).toMatchObject([{ code: "invalid-option", detail: expect.stringContaining("a -> c -> b -> a") }]);
  });

  test("one former name has one heir", async () => {
    const text = withResources(withOptions("a", "aliases: [old]"), withOptions("b", "aliases: [older, old]"));
    const { problems } = await checkText(text);
    expect(problems).toMatchObject([
      { address: "b", pointer: "/resources/b/options/aliases/1", detail: expect.stringContaining("`a`") },
    ]);
  });
});

describe("what a parent hands down", () => {
  const providers = [
    "name: test",
    "providers:",
    "  main: { kind: google, default: true, project: p, region: r, zone: z }",
    "  test: { kind: google, project: t, region: r, zone: z }",
    "  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }",
    "resources:",
  ];
  const text = (...lines: readonly string[]) => [...providers, ...lines.map((line) => `  ${line}`), ""].join("\n");
  const collector = (options: string) =>
    `collector: { type: "migrate:ServerCollector", properties: { resourceGroupName: rg, projectName: p }, ` +
    `options: { ${options} } }`;

  test("provider and protect, through generations, unless the child says otherwise", async () => {
    const checked = await checkText(
      text(
        withOptions("top", "provider: test, protect: true"),
        withOptions("middle", "parent: top"),
        withOptions("leaf", "parent: middle"),
        withOptions("free", "parent: middle, protect: false, provider: main"),
      ),
    );
    expect(checked.problems).toEqual([]);
    const facts = (name: string) => {
      const { provider, parent, options } = resourceOf(checked, name);
      return [provider, parent, options.protect];
    };
    expect(facts("top")).toEqual(["test", undefined, true]);
    expect(facts("middle")).toEqual(["test", "top", true]);
    expect(facts("leaf")).toEqual(["test", "middle", true]);
    expect(facts("free")).toEqual(["main", "middle", false]);
  });

  test("a provider of another kind is not handed down", async () => {
    const checked = await checkText(text(withOptions("top", "provider: test"), collector("parent: top")));
    expect(resourceOf(checked, "collector").provider).toBe("azure");
  });

  test("it is no dependency, and reads can be grouped as well", async () => {
    const checked = await checkText(
      text(
        attachment("top"),
        withOptions("child", "parent: top"),
        'seen: { type: "connectors:EndpointAttachment", get: { id: p/l/e }, options: { parent: top } }',
      ),
    );
    expect(checked.problems).toEqual([]);
    expect(nodeOf(checked, "child").edges).toEqual([]);
    expect(nodeOf(checked, "seen").parent).toBe("top");
  });
});
