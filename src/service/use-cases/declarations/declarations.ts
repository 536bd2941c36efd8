import { invariant } from "../../../../packages/base/invariant.ts";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { documentCodec } from "../../../../packages/base/json/plain.ts";
import { pointer, pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type {
  CheckView,
  DeclarationRow,
  DeclarationText,
  DeclarationView,
} from "../../../contract/documents/declarations.ts";
import { type Expected, isMet } from "../../../contract/expected.ts";
import { isMarkerFor, openSecrets, sealedShapes } from "../../../definitions/schema/secret-values.ts";
import type { SecretMarker } from "../../../definitions/schema/value.ts";
import type { StoredDocument } from "../../../engine/ports/document-store.ts";
import type { Secrets } from "../../../engine/ports/secrets.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import { Rejection } from "../../rejection.ts";
import { checkStackName } from "../../stack-name.ts";
import type { Deployment } from "../deployment.ts";
import { type Page, type PageRequest, pageOf } from "../lists/page.ts";
import { withOpened } from "../secrets/seal-config.ts";
import { atNoStack, secretsOf } from "../stacks/at-stack.ts";
import { ensureStack } from "../stacks/begin-stack.ts";
import { checkProject, projectOf } from "../stacks/declared-context.ts";
import { documentLineage } from "../stacks/document-lineage.ts";
import { namedLineage } from "../stacks/named-lineage.ts";
import { stackDocuments } from "../stacks/stack-documents.ts";
import { lookAtText } from "./look-at-text.ts";
import { accept, problemsOf } from "./read-and-check.ts";

const { declarations: collection, earlierDeclarations: earlierCollection } = stackDocuments;

/** How many versions of a declaration are kept. */
const keptVersions = 50;

/** A version in the document store. The text is sealed as a whole: a secret may stand in it anywhere. */
interface Kept extends Omit<DeclarationRow, "etag"> {
  readonly stack: string;
  readonly text: SecretMarker;
  readonly config: JsonObject;
  /** Keys of the configuration whose values are sealed. */
  readonly sealed: readonly string[];
}

/**
 * Keeps a declaration as a new version, if what is expected stands there. A Rejection holds all problems of the text
 * ("unprocessable"), or says that it was changed meanwhile ("stale"); nothing is kept then.
 */
export async function keepDeclaration(
  stack: string,
  given: DeclarationText,
  expected: Expected,
  deployment: Deployment,
): Promise<DeclarationView> {
  const { documentStore, clock, authority } = deployment;
  checkStackName(stack);
  checkProject(stack, await projectOf(given, deployment));
  const declaration = await withOpened(given, stack, deployment);
  for (;;) {
    const before = await expectedVersion(stack, expected, deployment);
    const config = await withKeptSecrets(declaration, before?.kept ?? null, secretsOf(stack, deployment), deployment);
    const { problems } = await accept({ ...declaration, config }, atNoStack(deployment));
    const lineage = before?.lineage ?? originalLineage(await namedLineage(stack, deployment));
    const secrets = secretsOf(stack, deployment, lineage);
    // What is replaced stays to be looked up; a write that is repeated writes the same.
    if (before !== null)
      await documentStore.put(earlierCollection, earlierKey(lineage, before.kept.version), earlier(stack, before));
    const kept: Kept = {
      stack,
      version: (before?.kept.version ?? 0) + 1,
      file: declaration.file,
      at: new Date(clock.now()).toISOString(),
      by: authority.caller.principal,
      byName: authority.caller.name,
      ...(await sealed({ ...declaration, config }, secrets, deployment)),
    };
    const document = keptCodec.write(kept);
    const outcome = await documentStore.put(collection, lineage, document, { revision: before?.revision ?? null });
    if (outcome.kind === "mismatch") continue;
    await documentStore.remove(earlierCollection, earlierKey(lineage, kept.version - keptVersions));
    await ensureStack(stack, deployment);
    // The stack was removed meanwhile: what was kept went with it.
    if ((await documentLineage(stack, deployment)) !== lineage) continue;
    return {
      ...rowOf({ kept, revision: outcome.revision }),
      stack,
      text: declaration.text,
      config: kept.config,
      problems,
    };
  }
}

/** Every problem that keeping it would meet; nothing is kept. */
export async function validateDeclaration(
  stack: string,
  given: DeclarationText,
  expected: Expected,
  deployment: Deployment,
): Promise<CheckView> {
  checkStackName(stack);
  checkProject(stack, await projectOf(given, deployment));
  const declaration = await withOpened(given, stack, deployment);
  const before = await expectedVersion(stack, expected, deployment);
  const secrets = secretsOf(stack, deployment);
  const config = await withKeptSecrets(declaration, before?.kept ?? null, secrets, deployment);
  return { problems: await problemsOf({ ...declaration, config }, deployment) };
}

/** The declaration of a stack as it is now, or one of its earlier versions. */
export async function showDeclaration(
  stack: string,
  deployment: Deployment,
  version: number | null = null,
): Promise<DeclarationView> {
  const current = await currentVersion(stack, deployment);
  const isCurrent = version === null || version === current?.kept.version;
  const found = isCurrent || current === null ? current : await earlierVersion(current, version, deployment);
  if (found === null) {
    const which = version === null ? "no declaration" : `no version ${version} of its declaration`;
    throw new Rejection("missing", [problem("not-found", `stack \`${stack}\` has ${which}`)]);
  }
  const { kept } = found;
  return {
    ...rowOf(found),
    stack,
    text: await textOf(kept, secretsOf(stack, deployment)),
    config: kept.config,
    problems: [],
  };
}

/** Who kept which version and when, the newest first. Cursors are version numbers. */
export async function declarationHistory(
  stack: string,
  request: PageRequest,
  deployment: Deployment,
): Promise<Page<DeclarationRow>> {
  const current = await currentVersion(stack, deployment);
  if (current === null) throw new Rejection("missing", [problem("not-found", `stack \`${stack}\` has no declaration`)]);
  const prefix = `${current.lineage}/`;
  const earlier = await deployment.documentStore.list(earlierCollection, { prefix, limit: 2 * keptVersions });
  const before = earlier.map(earlierOf).filter(({ kept }) => kept.version < current.kept.version);
  const newestFirst = [...before, current].map(rowOf).reverse();
  // Ascending keys for what descends: the newest has the smallest.
  const keyOf = (version: number) => String(Number.MAX_SAFE_INTEGER - version).padStart(16, "0");
  const after = request.after === null ? null : keyOf(Number(request.after));
  const page = pageOf(newestFirst, ({ version }) => keyOf(version), { ...request, after });
  const last = page.items.at(-1);
  return { items: page.items, next: page.next === null || last === undefined ? null : String(last.version) };
}

/** What a plan is made from when the request brings no declaration; null where none is kept. */
export async function keptDeclaration(stack: string, deployment: Deployment): Promise<DeclarationText | null> {
  const current = await currentVersion(stack, deployment);
  if (current === null) return null;
  const { kept } = current;
  const secrets = secretsOf(stack, deployment);
  return {
    file: kept.file,
    text: await textOf(kept, secrets),
    config: { ...kept.config, ...(await openConfig(kept.config, kept.sealed, secrets)) },
  };
}

interface Version {
  readonly revision: number;
  readonly kept: Kept;
}

const keptCodec = documentCodec<Kept>();
const versions = documentCodec<Version>();

interface Current extends Version {
  /** Of its stack. */
  readonly lineage: string;
}

async function currentVersion(stack: string, deployment: Deployment): Promise<Current | null> {
  const lineage = await documentLineage(stack, deployment);
  const found = lineage === "" ? null : await deployment.documentStore.get(collection, lineage);
  return found === null ? null : { lineage, revision: found.revision, kept: keptCodec.read(found.document) };
}

/** What stands there, as expected, or a Rejection. */
async function expectedVersion(stack: string, expected: Expected, deployment: Deployment): Promise<Current | null> {
  const current = await currentVersion(stack, deployment);
  if (isMet(expected, current === null ? null : String(current.revision))) return current;
  const { version, byName, at } = current?.kept ?? {};
  const detail =
    current === null
      ? `stack \`${stack}\` has no declaration any more, or has had none`
      : `the declaration of stack \`${stack}\` is at version ${version}, kept by ${byName} at ${at}`;
  throw new Rejection("stale", [problem("changed-meanwhile", detail)]);
}

/**
 * The configuration in the clear. A marker stands for what the same key of the stack has held so far and for nothing
 * else: a marker gives no access to another's secret. The text has to keep the key secret: whoever sends a marker need
 * not be allowed to see what it stands for.
 */
async function withKeptSecrets(
  { text, file, config }: DeclarationText,
  before: Kept | null,
  secrets: Secrets,
  deployment: Deployment,
): Promise<JsonObject> {
  const places = sealedShapes(config);
  if (places.length === 0) return config;
  const known = Object.keys(config).filter((key) =>
    isMarkerFor(config[key] ?? null, before?.sealed.includes(key) === true ? before.config[key] : undefined),
  );
  const strange = places.filter((place) => !known.some((key) => pointer("", key) === place));
  if (strange.length > 0) throw new Rejection("unprocessable", strange.map(strangeMarker));
  const { config: declared } = await lookAtText("describe", { text, file }, deployment);
  // One that the text does not declare is refused with the text.
  const open = known.filter((key) => Object.hasOwn(declared, key) && declared[key]?.secret !== true);
  if (open.length > 0) throw new Rejection("unprocessable", open.map(openedMarker));
  return { ...config, ...(await openConfig(before?.config ?? {}, known, secrets)) };
}

function strangeMarker(place: string): Problem {
  const key = pointerSegments(place)[0] ?? "";
  return problem("sealed-value", `the marker given for \`${key}\` is not that of its kept value; give the value`, {
    pointer: `/config${place}`,
  });
}

function openedMarker(key: string): Problem {
  const detail =
    `the kept value of \`${key}\` is a secret, and the text does not declare the key with \`secret: true\`; ` +
    "declare it so, or give the value";
  return problem("sealed-value", detail, { pointer: pointer("/config", key) });
}

/** The values of the keys that are sealed, in the clear. */
async function openConfig(config: JsonObject, sealed: readonly string[], secrets: Secrets): Promise<JsonObject> {
  const opened = sealed.map(
    async (key): Promise<[string, Json]> => [key, await openSecrets(config[key] ?? null, secrets.open)],
  );
  return Object.fromEntries(await Promise.all(opened));
}

/** What of a declaration must not lie open, sealed. */
async function sealed(
  { file, text, config }: DeclarationText,
  secrets: Secrets,
  deployment: Deployment,
): Promise<Pick<Kept, "text" | "config" | "sealed">> {
  const { config: declared } = await lookAtText("describe", { text, file }, deployment);
  const keys = Object.keys(config).filter((key) => Object.hasOwn(declared, key) && declared[key]?.secret === true);
  const values = keys.map(async (key): Promise<[string, Json]> => [key, await secrets.seal(config[key] ?? null)]);
  return {
    text: await secrets.seal(text),
    config: { ...config, ...Object.fromEntries(await Promise.all(values)) },
    sealed: keys,
  };
}

async function textOf({ text }: Kept, secrets: Secrets): Promise<string> {
  const opened = await secrets.open(text);
  invariant(typeof opened === "string", "a declaration is text");
  return opened;
}

function earlierKey(lineage: string, version: number): string {
  return `${lineage}/${String(Math.max(0, version)).padStart(12, "0")}`;
}

async function earlierVersion(
  { lineage }: Current,
  version: number,
  { documentStore }: Deployment,
): Promise<Version | null> {
  const found = await documentStore.get(earlierCollection, earlierKey(lineage, version));
  return found === null ? null : earlierOf(found);
}

/** A version that is replaced, with the revision that it had. */
function earlier(stack: string, { kept, revision }: Version): JsonObject {
  return { stack, ...versions.write({ revision, kept }) };
}

function earlierOf({ document }: StoredDocument): Version {
  return versions.read(document);
}

function rowOf({ kept: { version, file, at, by, byName }, revision }: Version): DeclarationRow {
  return { version, etag: String(revision), file, at, by, byName };
}
