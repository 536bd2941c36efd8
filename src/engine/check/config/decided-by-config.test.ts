import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { attachment, checkText, nodeOf, resourceOf } from "../check-text.fixture.ts";

const provider = "  google: { kind: google, project: acme, region: europe-west1, zone: europe-west1-b, default: true }";

function text(config: readonly string[], ...rest: readonly string[]): string {
  const lines = config.map((line) => `  ${line}`);
  return ["name: test", "config:", ...lines, "providers:", provider, ...rest, ""].join("\n");
}

function check(given: JsonObject, config: readonly string[], ...rest: readonly string[]) {
  return checkText(text(config, ...rest), { config: given });
}

const production = "production: { type: boolean, default: false }";

describe("options", () => {
  test.each([true, false])("protection depends on a config value: %s", async (given) => {
    const gate = `  ${attachment("gate", "", "options: { protect: '${config.production}' }")}`;
    const checked = await check({ production: given }, [production], "resources:", gate);
    expect(checked.said).toEqual([]);
    expect(resourceOf(checked, "gate").options.protect).toBe(given);
  });

  test.each([
    ["${config.production ? 'retain' : 'delete'}", "onDestroy", "delete"],
    ["${config.stage}", "onDestroy", "retain"],
    ["${'europe-west1/' + config.stage}", "import", "europe-west1/retain"],
  ])("%s stands for its value in %s", async (expression, option, value) => {
    const retained = `  ${attachment("retain", "", `options: { ${option}: "${expression}" }`)}`;
    const config = [production, "stage: { default: retain }"];
    const checked = await check(
      {},
      config,
      "resources:",
      retained.replace("serviceAttachment", "location: europe-west1, serviceAttachment"),
    );
    expect(checked.said).toEqual([]);
    expect(resourceOf(checked, "retain").options).toMatchObject({ [option]: value });
  });

  test.each([
    ["protect: '${gate.id}'", "unknown-reference @ ${gate.id}"],
    ["protect: '${each.key}'", "unknown-reference @ ${each.key}"],
    ["protect: '${config.stage}'", "invalid-option @ ${config.stage}"],
    ["protect: '${config.stagee}'", "unknown-reference @ config.stagee"],
    ["import: '${config.token}'", "invalid-option @ ${config.token}"],
  ])("%s is refused", async (option, said) => {
    const config = ["stage: { default: dev }", "token: { default: t, secret: true }"];
    const gate = `  ${attachment("gate", "", `options: { ${option} }`)}`;
    expect((await check({}, config, "resources:", gate)).said).toEqual([said]);
  });
});

describe("when", () => {
  const lines = [
    "resources:",
    `  ${attachment("gate", "", "when: '${config.production}'")}`,
    `  ${attachment("other", "description: '${gate.endpointIp}'", "options: { dependsOn: [gate] }")}`,
    `  ${attachment("third", 'description: "${has(gate.endpointIp) ? gate.endpointIp : other.endpointIp}"')}`,
    "outputs:",
    "  ip: '${gate.endpointIp}'",
    "  some: \"${has(gate.endpointIp) ? gate.endpointIp : 'none'}\"",
  ];

  test("what is there is as if nothing was said", async () => {
    const checked = await check({ production: true }, [production], ...lines);
    expect(checked.said).toEqual([]);
    expect(checked.checked?.nodes.map(({ address }) => address)).toEqual(["gate", "other", "third"]);
    expect(nodeOf(checked, "other").edges).toEqual(["gate"]);
  });

  test("what is left out reads as null, and nothing waits for it", async () => {
    const checked = await check({ production: false }, [production], ...lines);
    expect(checked.said).toEqual([]);
    expect(checked.checked?.nodes.map(({ address, edges }) => [address, edges])).toEqual([
      ["other", []],
      ["third", ["other"]],
    ]);
    expect(resourceOf(checked, "other").inputs["description"]).toBeNull();
    expect(resourceOf(checked, "third").inputs["description"]).toMatchObject({ $names: { gate: null } });
    expect(checked.checked?.outputs).toEqual({ ip: null, some: "none" });
  });

  test("a text is no answer", async () => {
    const gate = `  ${attachment("gate", "", "when: '${config.stage}'")}`;
    const { said } = await check({}, ["stage: { default: 'no' }"], "resources:", gate);
    expect(said).toEqual(["invalid-option @ ${config.stage}"]);
  });
});

describe("forEach", () => {
  const many = [
    "resources:",
    "  gate:",
    "    type: connectors:EndpointAttachment",
    "    forEach: ${config.projects}",
    "    properties:",
    "      endpointAttachmentId: gate",
    "      serviceAttachment: projects/p/regions/r/serviceAttachments/s",
    "      location: ${each.value.region}",
    "    options: { provider: 'google-${each.key}', protect: '${each.value.production}' }",
  ];
  const providers = "  google: { kind: google, forEach: '${config.projects}', project: '${each.key}' }";
  const declared = ["name: test", "config:", "  projects: { type: map }", "providers:", providers, ...many, ""].join(
    "\n",
  );
  const projects = { acme: { region: "r1", production: true }, zeta: { region: "r2", production: false } };

  test("each key of a map has a provider and a resource of its own", async () => {
    const checked = await checkText(declared, { config: { projects } });
    expect(checked.said).toEqual([]);
    const nodes = ["gate-acme", "gate-zeta"].map((name) => resourceOf(checked, name));
    expect(nodes.map(({ provider: ref, inputs, options }) => [ref, inputs["location"], options.protect])).toEqual([
      ["google-acme", "r1", true],
      ["google-zeta", "r2", false],
    ]);
    expect(checked.checked?.providers["google-zeta"]?.config).toMatchObject({ project: "zeta" });
  });

  test("another order of the keys is the same declaration of each", async () => {
    const turned = { zeta: projects.zeta, acme: projects.acme };
    const [one, other] = await Promise.all(
      [projects, turned].map((each) => checkText(declared, { config: { projects: each } })),
    );
    for (const name of ["gate-acme", "gate-zeta"])
      expect(resourceOf(other as typeof one & {}, name)).toEqual(resourceOf(one as typeof other & {}, name));
  });

  test("a list of texts is as good; dependsOn names all of them", async () => {
    const gate = `  ${attachment("gate", "description: '${each.value}'", "forEach: [a, b]")}`;
    const reading = "description: '${resources[\"gate-a\"].endpointIp}'";
    const other = `  ${attachment("other", reading, "options: { dependsOn: [gate] }")}`;
    const checked = await check(
      {},
      [production],
      "resources:",
      gate.replace("endpointAttachmentId: gate", "endpointAttachmentId: 'gate-${each.key}'"),
      other,
    );
    expect(checked.said).toEqual([]);
    expect(resourceOf(checked, "gate-b").inputs["description"]).toBe("b");
    expect(nodeOf(checked, "other").edges.toSorted()).toEqual(["gate-a", "gate-b"]);
  });

  test("a mistake in one stands where the entry is written", async () => {
    const gate = `  ${attachment("gate", "description: 7, labels: '${each.value}'", "forEach: [a]")}`;
    expect((await check({}, [production], "resources:", gate)).said).toContain("wrong-type @ 7");
  });

  test.each([
    ["first", ["gate", "gate-old"]],
    ["last", ["gate-old", "gate"]],
  ])("a mistake stands at its own entry where another one's name begins it, which is written %s", async (_, names) => {
    const entries = {
      gate: attachment("gate", "", "forEach: [a]"),
      "gate-old": attachment("gate-old", "description: 7", "forEach: [b]"),
    };
    const lines = names.map((name) => `  ${entries[name as keyof typeof entries]}`);
    expect((await check({}, [production], "resources:", ...lines)).said).toEqual(["wrong-type @ 7"]);
  });

  test.each([
    ["forEach: 7", "invalid-option @ 7"],
    ["forEach: [1, 2]", "invalid-option @ [1, 2]"],
    ["forEach: ['a b']", "invalid-option @ ['a b']"],
    ["forEach: '${gate.id}'", "unknown-reference @ ${gate.id}"],
  ])("%s is refused", async (forEach, said) => {
    const gate = `  ${attachment("gate", "", forEach)}`;
    expect((await check({}, [production], "resources:", gate)).said).toEqual([said]);
  });

  test("a name that is declared already is refused", async () => {
    const lines = [attachment("gate", "", "forEach: [a]"), attachment("gate-a")].map((each) => `  ${each}`);
    const { said } = await check({}, [production], "resources:", ...lines);
    expect(said).toContain("invalid-option @ [a]");
  });

  test("of two that make the same name the second is refused", async () => {
    const lines = [attachment("gate", "", "forEach: [old-a]"), attachment("gate-old", "", "forEach: [a]")];
    const { said } = await check({}, [production], "resources:", ...lines.map((each) => `  ${each}`));
    expect(said).toEqual(["invalid-option @ [a]"]);
  });
});

describe("what is sealed and was not opened decides nothing", () => {
  const config = ["words: { type: list, secret: true }", "place: { type: map, secret: true }"];
  test.each([
    ["forEach: '${config.words}'", "${config.words}"],
    ["when: '${config.place.isThere}'", "${config.place.isThere}"],
    ["options: { protect: '${config.place}' }", "${config.place}"],
    ["options: { dependsOn: '${config.words}' }", "${config.words}"],
  ])("%s", async (rest, place) => {
    const gate = `  ${attachment("gate", "", rest)}`;
    const checked = await checkText(text(config, "resources:", gate), { sealedKeys: new Set(["words", "place"]) });
    expect(checked.problems.map(({ code, detail }) => [code, detail])).toEqual([
      ["invalid-option", expect.stringMatching(/ secret /)],
    ]);
    expect(checked.said).toEqual([`invalid-option @ ${place}`]);
  });
});
