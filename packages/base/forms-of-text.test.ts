import { expect, test } from "vitest";
import { formsOfText } from "./forms-of-text.ts";

const text = `it's a "k\\ey" & <é>\n\tok`;

test.each([
  ["in Python, with either quote", String.raw`it\'s a "k\\ey" & <é>\n\tok`],
  ["in JSON", String.raw`it's a \"k\\ey\" & <é>\n\tok`],
  ["in JSON of ASCII alone", String.raw`it's a \"k\\ey\" & <\u00e9>\n\tok`],
  ["in JSON that is safe within HTML", String.raw`it's a \"k\\ey\" \u0026 \u003cé\u003e\n\tok`],
  ["in HTML", `it&#39;s a &quot;k\\ey&quot; &amp; &lt;é&gt;\n\tok`],
  ["in HTML by Python", `it&#x27;s a &quot;k\\ey&quot; &amp; &lt;é&gt;\n\tok`],
  ["in HTML by Go", `it&#39;s a &#34;k\\ey&#34; &amp; &lt;é&gt;\n\tok`],
  ["in XML", `it&apos;s a &quot;k\\ey&quot; &amp; &lt;é&gt;\n\tok`],
])("a text %s", (_, form) => {
  expect(formsOfText(text)).toContain(form);
});

test("a text with an apostrophe alone is quoted otherwise in Python, and not escaped", () => {
  expect(formsOfText("it's\u0007")).toContain(String.raw`it's\x07`);
});

test("a plain text has few forms", () => {
  expect(formsOfText("correct-horse")).toEqual(["correct-horse", "Y29ycmVjdC1ob3JzZQ"]);
});
