import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packageNames, packedFiles } from "../../packages/base/package-names.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = (path: string) => JSON.parse(read(path)) as { readonly name: string; readonly private?: boolean };

/** All that people read or run, but for records of what once was. */
const told = globSync(
  "{*.md,docs/**/*,sdk/**/*,examples/**/*,install/**/*,{src,packages,test,bench,scripts}/**/*.{ts,mjs,py}}",
  {
    cwd: root,
    exclude: [
      "**/node_modules",
      "**/dist",
      "**/.mypy_cache",
      "CHANGELOG.md",
      "docs/decisions",
      "test/histories",
      "sdk/python/build",
    ],
  },
).filter(
  (path) =>
    /[.](md|json|toml|m?[jt]s|py|ya?ml)$|file$/.test(path) && !/package-names|program-hint[.]test[.]ts/.test(path),
);

function placesWith(pattern: RegExp): readonly string[] {
  return told.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

test("the packages have the names that one file says", () => {
  expect(manifest("package.json")).toMatchObject({ name: packageNames.command, private: true });
  expect(manifest("sdk/typescript/package.json").name).toBe(packageNames.typescript);
  const [, distribution, module] = /^name = "(.*?)"$.*^packages = \["(.*?)"\]$/ms.exec(
    read("sdk/python/pyproject.toml"),
  ) as RegExpExecArray;
  expect([distribution, module]).toEqual([packageNames.python, packageNames.pythonModule]);
});

test.each([
  ["npx with a name of ours", /npx (?!--no )(-\S+ )*@?plumb/],
  ["npm with a name of ours", /(npm (install|i|add|exec)|yarn add|pnpm add)( -\S+)* @?plumb/],
  ["pip with a name of ours", /(pip|pipx|uv|uvx)3? (install|add|run)( -\S+)* plumb/],
  ["a dependency of an npm package", /"(@plumbline\/sdk|plumbline-[\w-]+)": "(?!file:)|"plumb\w*": "[~^]?\d/],
  ["a dependency of a Python package", /dependencies = \[\s*"plumb/],
])("no instruction fetches from a registry: %s", (_, pattern) => {
  expect(placesWith(pattern)).toEqual([]);
});

test("no import has a name that is a stranger's in a registry", () => {
  expect(placesWith(/@plumbline\/sdk|^[\s"'`]*(import|from) plumb(line)?\b(?!_)|from ["']plumb(line)?["'/]/)).toEqual(
    [],
  );
});

test("packed files are named as this version makes them", () => {
  const named = /(?<![\w/])\.?\/?(?:[\w-]+\/)*(plumb\w*(?:-\w+)*-\d+\.\d+\.\d+(?:-py3-none-any\.whl|\.tgz))/g;
  const files = new Set(told.flatMap((path) => [...read(path).matchAll(named)].map(([, file]) => file)));
  expect([...files].sort()).toEqual(Object.values(packedFiles).sort());
});
