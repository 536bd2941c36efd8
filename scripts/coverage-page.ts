import type { Coverage, CoveredApi, CoveredOperation } from "../packages/local-cloud/coverage/covered-api.ts";
import type { LocalRoute } from "../packages/local-cloud/runtime/local-vendor.ts";

type Route = Pick<LocalRoute, "method" | "template">;

/**
 * The page that tells of every operation of the vendors' what the emulator does with it, and which of the emulator's
 * routes are for something else.
 */
export function coveragePage(apis: readonly CoveredApi[], routes: readonly Route[]): string {
  return [
    "# What the emulator serves",
    "",
    "Generated from `packages/local-cloud/coverage`. `test/local-cloud/coverage.test.ts` sends each request " +
      "below to the emulator, in every",
    "version and both [modes](../../packages/local-cloud/README.md#two-modes), and fails where the answer is " +
      "another than this page tells.",
    "",
    "| answer | means |",
    "|---|---|",
    "| served | the emulator does it, and answers in the vendor's form |",
    "| refused | the service has it in its documents and refuses it; the emulator gives the same status and " +
      "words, in the vendor's error form |",
    "| not there | the emulator has nothing of it; it answers as to any path that it does not know |",
    "",
    ...apis.flatMap(section),
    ...otherRoutes(apis, routes),
  ].join("\n");
}

function otherRoutes(apis: readonly CoveredApi[], routes: readonly Route[]): readonly string[] {
  const covered = new Set(apis.flatMap(({ operations }) => operations.map(({ method, path }) => plain(method, path))));
  const others = routes.filter(
    // A template for all that is left refuses it. HEAD is answered wherever GET is.
    ({ method, template }) =>
      method !== "HEAD" && !template.endsWith("{+rest}") && !covered.has(plain(method, template)),
  );
  return [
    "## Other paths",
    "",
    "The interface descriptions above do not have these: sign-in, what generic clients ask of a platform, " +
      "other versions and scopes.",
    "",
    ...others.map(({ method, template }) => `- ${code(`${method} /${template.replaceAll("{+", "{")}`)}`),
    "",
  ];
}

/** Method and path without the names of variables, which differ from one table to the next. */
function plain(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\+?\w+\}/g, "{}")}`.toLowerCase();
}

function section(api: CoveredApi): readonly string[] {
  const { title, source, versions = [], operations } = api;
  const spoken = versions.length === 0 ? "" : ` Versions: ${versions.map(code).join(", ")}.`;
  return [
    `## ${title}`,
    "",
    `From the ${source}.${spoken}`,
    "",
    "| operation | request | answer |",
    "|---|---|---|",
    ...operations.map((operation) => `| ${nameOf(operation)} | ${requestOf(operation)} | ${answerTo(operation)} |`),
    "",
  ];
}

function nameOf({ name, versions }: CoveredOperation): string {
  return versions === undefined ? code(name) : `${code(name)} in ${versions.map(code).join(", ")}`;
}

function requestOf({ method, path, isOfAccount }: CoveredOperation): string {
  return `${code(`${method} /${path}`)}${isOfAccount === true ? " on the account's host" : ""}`;
}

function answerTo({ documented = "served", faithful = "served" }: CoveredOperation): string {
  const [first, second] = [inWords(documented), inWords(faithful)];
  return first === second ? first : `${first}; \`faithful\`: ${second}`;
}

function inWords(coverage: Coverage): string {
  return typeof coverage === "string" ? coverage : `refused (${coverage.status}, "${coverage.says}")`;
}

function code(text: string): string {
  return `\`${text}\``;
}
