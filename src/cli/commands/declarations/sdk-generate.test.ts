import { expect, test } from "vitest";
import { runFake } from "../../cli-context.fixture.ts";

test.each([
  ["typescript", "sdks/next", "`npm install --install-links ./sdks/next` installs it."],
  ["python", "sdks/next", "`pip install ./sdks/next` installs it."],
  ["python", "../next", "`pip install ../next` installs it."],
  ["python", "/sdks/next", "`pip install /sdks/next` installs it."],
])("a package in %s at %s tells how it is installed from where it lies", async (language, out, told) => {
  const line = `sdk generate authorization@2024-09-01-preview --language ${language} --out ${out}`;
  const { code, screen } = await runFake(line);
  expect(code).toBe(0);
  expect(screen).toContain(told);
});
