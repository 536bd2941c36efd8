// Holds the generated description of the API against other people's rules. Errors fail; warnings are counted.
import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const description = fileURLToPath(new URL("../../../docs/reference/openapi.json", import.meta.url));

const spectral = (ruleset) => [
  "spectral",
  ["lint", "--ruleset", ruleset, "--format", "json", "--quiet", description],
  ofSpectral,
];
const linters = {
  "Spectral (OpenAPI)": spectral("spectral.yaml"),
  "Spectral (OWASP)": spectral("owasp.yaml"),
  "IBM OpenAPI Validator": ["lint-openapi", ["--json", "--ruleset", "ibm.js", description], ofIbm],
  Redocly: ["redocly", ["lint", "--config", "redocly.yaml", "--format", "json", description], ofRedocly],
};

let errors = 0;
// Side by side: each has one thread.
await Promise.all(
  Object.entries(linters).map(async ([name, [command, args, read]]) => told(name, read, await output(command, args))),
);
process.exitCode = errors === 0 ? 0 : 1;

function output(command, args) {
  const options = { cwd: here, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 };
  return new Promise((resolve) => {
    // A linter that finds anything fails.
    execFile(join(here, "node_modules", ".bin", command), args, options, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

function told(name, read, { stdout, stderr }) {
  const found = parsed(stdout, read) ?? [{ isError: true, rule: "no output", message: stderr.slice(-2000), at: "" }];
  const wrong = found.filter((each) => each.isError);
  errors += wrong.length;
  process.stdout.write(`${name}: ${wrong.length} errors, ${found.length - wrong.length} warnings\n`);
  for (const { rule, message, at } of wrong) process.stdout.write(`  ${rule}: ${message} (${at})\n`);
}

function parsed(text, read) {
  try {
    return read(JSON.parse(text.slice(text.search(/[[{]/))));
  } catch {
    return undefined;
  }
}

function ofSpectral(results) {
  return results.map(({ severity, code, message, path }) => ({
    isError: severity === 0,
    rule: code,
    message,
    at: path.join("/"),
  }));
}

function ofIbm({ error, warning }) {
  const read =
    (isError) =>
    ({ rule, message, path }) => ({ isError, rule, message, at: path.join("/") });
  return [...error.results.map(read(true)), ...warning.results.map(read(false))];
}

function ofRedocly({ problems }) {
  return problems.map(({ severity, ruleId, message, location }) => {
    return { isError: severity === "error", rule: ruleId, message, at: location?.[0]?.pointer ?? "" };
  });
}
