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
  expect(formsOfText("correct-horse")).toEqual([
    "correct-horse",
    ...["Y29ycmVjdC1ob3JzZQ", "Y29ycmVjdC1ob3JzZ", "NvcnJlY3QtaG9yc2", "jb3JyZWN0LWhvcnNl"],
    ...["636f72726563742d686f727365", "636F72726563742D686F727365"],
  ]);
});

test.each(["", "a", "ab", "abc", "user:", '{"key":"'])(
  "a text stands in the base64 of a longer one, behind %j",
  (before) => {
    for (const secret of ["correct-horse", "zebra?>~77", "grün-ö-ÿÿÿ"])
      for (const after of ["", "x", "xy", '"}']) {
        const whole = Buffer.from(before + secret + after);
        for (const said of [whole.toString("base64"), whole.toString("base64url")])
          expect(formsOfText(secret).some((form) => said.includes(form))).toBe(true);
      }
  },
);

test.each(["NFC", "NFD"] as const)("a text with marks is known in %s, whichever it was given in", (form) => {
  for (const given of ["Schlüssel-é".normalize("NFC"), "Schlüssel-é".normalize("NFD")]) {
    expect(formsOfText(given)).toContain("Schlüssel-é".normalize(form));
    expect(formsOfText(given)).toContain(encodeURIComponent("Schlüssel-é".normalize(form)));
  }
});

test("a short text is in no hex and no base64, which other texts would have by chance", () => {
  expect(formsOfText("abcde")).toEqual(["abcde"]);
});
