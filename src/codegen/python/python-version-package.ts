import { packageNames } from "../../../packages/base/package-names.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import { version as sdkVersion } from "../../../packages/base/version.ts";
import type { CatalogDocument } from "../../contract/documents/catalog/catalog.ts";
import { type MemberAt, membersAt } from "../members-at.ts";
import { pythonModule } from "./python-module.ts";

/**
 * An installable package with the types of a namespace in an interface version, by path inside its folder. It is used
 * beside the SDK, on which it is built. The error says what there is instead.
 */
export function pythonVersionPackage(
  catalog: CatalogDocument,
  namespace: string,
  version: string | undefined,
): Result<Readonly<Record<string, string>>, string> {
  const members = membersAt(catalog, namespace, version);
  if (!members.ok) return members;
  const module = [packageNames.pythonModule, namespace, ...(version === undefined ? [] : [version])]
    .join("_")
    .replace(/\W/g, "_");
  const title = `\`${namespace}\`${version === undefined ? "" : ` in its version ${version}`}`;
  const types = members.value.map(({ definition }) => definition.title).join(", ");
  return ok({
    "README.md": readme(members.value, module, title),
    "pyproject.toml": pyproject(module, namespace, version),
    [`${module}/__init__.py`]: pythonModule({
      description: `Types of the namespace ${title}: ${types}.`,
      definitions: members.value.map(({ definition }) => definition),
      tokenOf: ({ type }) => members.value.find(({ definition }) => definition.type === type)?.token ?? type,
      runtime: `${packageNames.pythonModule}.`,
    }),
    [`${module}/py.typed`]: "",
  });
}

function pyproject(module: string, namespace: string, version: string | undefined): string {
  const about = version === undefined ? namespace : `${namespace} in its version ${version}`;
  return `[build-system]
requires = ["setuptools>=64"]
build-backend = "setuptools.build_meta"

[project]
name = "${module.replaceAll("_", "-")}"
version = "${sdkVersion}"
description = "Types of ${about} for ${packageNames.python}"
readme = "README.md"
requires-python = ">=3.9"
dependencies = []

[tool.setuptools]
packages = ["${module}"]

[tool.setuptools.package-data]
${module} = ["py.typed"]
`;
}

function readme(members: readonly MemberAt[], module: string, title: string): string {
  const rows = members.map(({ definition, token }) => `| ${definition.title} | \`${token}\` |`);
  return `# ${module}

Types of the namespace ${title} for programs that use \`${packageNames.pythonModule}\`.
No registry has it. Install it beside that package, in this folder with

    pip install .

and \`import ${module}\`. What it declares has these tokens:

| type | token |
| --- | --- |
${rows.join("\n")}
`;
}
