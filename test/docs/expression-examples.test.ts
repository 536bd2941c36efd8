import { strings } from "@bufbuild/cel/ext";
import { expect, test } from "vitest";
import { expressionFunctions } from "../../src/cli/reports/expression-functions.ts";
import { expressionLanguage } from "../../src/engine/expressions/expression-language.ts";

test.each(expressionFunctions)("the example of $call gives what is told", async ({ example, gives }) => {
  const language = await expressionLanguage({}, true);
  const template = language.parse(`\${${example}}`);
  if (!template.ok) throw new Error(template.error[0]?.detail);
  const nothing = { node: () => undefined, config: () => undefined };
  expect(language.evaluate(template.value, nothing)).toEqual({ ok: true, value: JSON.parse(gives) });
});

// `strings.quote` can't be called: the library takes its name for a field of a variable.
test("every function of the library that works on texts is told", () => {
  const told = expressionFunctions.map(({ call }) => call).join(" ");
  expect(
    strings.map(({ name }) => name).filter((name) => name !== "strings.quote" && !told.includes(`${name}(`)),
  ).toEqual([]);
});
