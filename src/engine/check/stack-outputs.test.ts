import { describe, expect, test } from "vitest";
import { ok } from "../../../packages/base/result.ts";
import { attachment, checkText, resourceOf, sealed, withResources } from "./check-text.fixture.ts";

const stacks = {
  network: ok({ outputs: { zone: "z-1", token: "hush", ports: [1, 2], about: { owner: "ada" } }, secrets: ["token"] }),
};

const reading = (description: string) =>
  checkText(
    withResources(attachment("a", `description: ${JSON.stringify(description)}`)).replace(
      "name: test\n",
      "name: test\nconfig: { network: { stack: platform/network } }\n",
    ),
    { stacks },
  );

describe("outputs of another stack", () => {
  test.each([
    ["${config.network.zone}", "z-1"],
    ["in ${config.network.zone} of ${config.network.about.owner}", "in z-1 of ada"],
    ["${string(size(config.network.ports))}", "2"],
  ])("%s is %s", async (text, value) => {
    expect(resourceOf(await reading(text), "a").inputs["description"]).toBe(value);
  });

  test("a secret one is sealed, alone and in a text", async () => {
    const alone = resourceOf(await reading("${config.network.token}"), "a").inputs["description"];
    expect(alone).toEqual(await sealed("hush"));
    const inText = resourceOf(await reading("Bearer ${config.network.token}"), "a").inputs["description"];
    expect(inText).toEqual(await sealed("Bearer hush"));
  });

  test.each([
    "${config.network.token + 'x'}",
    "${string(size(config.network))}",
    '${config.network["tok" + "en"] + "x"}',
  ])("nothing is computed with a secret one: %s", async (text) => {
    const { checked, problems } = await reading(text);
    expect(checked).toBeNull();
    expect(problems.map(({ code }) => code)).toContain("expression-failed");
    expect(JSON.stringify(problems)).not.toContain("hush");
  });

  test("one that is not there is a problem at the reference, with the nearest name", async () => {
    const { said, problems } = await reading("${config.network.zome}");
    expect(said).toEqual(["unknown-reference @ config.network.zome"]);
    expect(problems).toMatchObject([
      {
        detail: 'stack `platform/network` has no output "zome"',
        hint: "did you mean `zone`?",
        fix: "config.network.zone",
      },
    ]);
  });
});

test.each(["type: map", "default: {}", "secret: true"])("`stack` stands without `%s`", async (other) => {
  await expect(checkText(`name: test\nconfig: { n: { stack: a/b, ${other} } }\n`)).rejects.toThrow(/inputs-disagree/);
});
