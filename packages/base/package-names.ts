import { version } from "./version.ts";

/**
 * The names of our packages, in one place: `package.json`, `pyproject.toml` and all documents say the same, which
 * test/architecture/package-names.test.ts holds (decision 0108).
 */
export const packageNames = {
  /** The command `plumb`, for npm. */
  command: "plumbline-cli",
  /** The SDK for TypeScript, for npm, which is also what a program imports. */
  typescript: "plumbline-sdk",
  /** The SDK for Python, for PyPI. */
  python: "plumbline-sdk",
  /** The module of the SDK for Python, as a program imports it. */
  pythonModule: "plumbline_sdk",
} as const;

/** The files that `npm run pack` makes of them. No registry has the packages, so they are installed from these. */
export const packedFiles = {
  command: `${packageNames.command}-${version}.tgz`,
  typescript: `${packageNames.typescript}-${version}.tgz`,
  python: `${packageNames.pythonModule}-${version}-py3-none-any.whl`,
} as const;

/** Whether who asks for a package of this name means ours: in the registries such names are, or may be, strangers'. */
export function meansOurs(name: string): boolean {
  return /^@?plumb(?:line)?(?![a-z])/.test(name);
}

/** What installs the SDK of a language, said to people. */
export const sdkInstallation = {
  typescript:
    `\`npm install ./${packedFiles.typescript}\` in the folder of the program installs it. ` +
    "`npm run pack` in the checkout of Plumbline makes that file",
  python:
    `\`pip install ./${packedFiles.python}\` installs it, for the interpreter that runs the program: \`.venv\` ` +
    "beside it, or PLUMB_PYTHON. `npm run pack` in the checkout of Plumbline makes that file",
} as const;
