import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { documentCodec } from "../../../packages/base/json/plain.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { SecretMarker } from "../../definitions/schema/value.ts";
import type { Expectation, StoredDocument } from "../../engine/ports/document-store.ts";
import { allDocuments } from "../access/all-documents.ts";
import { Rejection } from "../rejection.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { secretsOf } from "../use-cases/stacks/at-stack.ts";
import { noSuchStack } from "../use-cases/stacks/require-stack.ts";
import { stackDocuments } from "../use-cases/stacks/stack-documents.ts";
import { secretBytes } from "./webhooks/webhook-signature.ts";

const settingsCollection = stackDocuments.settings;

export type WebhookTopic = "run.ended" | "drift.found";

const topics: ReadonlySet<Json> = new Set<WebhookTopic>(["run.ended", "drift.found"]);

interface WebhookTarget {
  /** Names it within the stack. */
  readonly id: string;
  readonly url: string;
  readonly topics: readonly WebhookTopic[];
}

/** Somebody who wants to hear of a stack. */
export interface Webhook extends WebhookTarget {
  /** What messages are signed with, sealed. */
  readonly secret: SecretMarker;
}

/** How the service treats a stack. */
export interface StackSettings {
  /** How many others must approve a run. */
  readonly approvals: number;
  /** How often it is looked for drift, in milliseconds; null: never. */
  readonly driftEveryMs: number | null;
  readonly webhooks: readonly Webhook[];
}

const settingsCodec = documentCodec<StackSettings>();

/** The same as it may be shown: without secrets. */
export interface StackSettingsView extends Omit<StackSettings, "webhooks"> {
  readonly webhooks: readonly WebhookTarget[];
  /** Of the settings, for conditional writes; null where they were never changed. */
  readonly revision: number | null;
}

/** The settings of a stack of which nothing was said. */
const plain: StackSettings = { approvals: 0, driftEveryMs: null, webhooks: [] };

const mostApprovals = 20;
const mostWebhooks = 20;
const leastDriftEveryMs = 60_000;

type DeploymentPart = Pick<Deployment, "documentStore" | "store" | "movesFinished">;

/** The settings of the stack that stands under a name now, and its lineage: empty where there is no such stack. */
export async function stackSettings(
  stack: string,
  deployment: DeploymentPart,
): Promise<{ readonly settings: StackSettings; readonly lineage: string }> {
  const { found, lineage } = await kept(stack, deployment);
  return { settings: found === null ? plain : settingsOf(found), lineage };
}

async function kept(stack: string, deployment: DeploymentPart) {
  await deployment.movesFinished();
  const { lineage, serial } = await deployment.store.progress(stack);
  const found = serial === 0 ? null : await deployment.documentStore.get(settingsCollection, lineage);
  return { found, lineage: serial === 0 ? "" : lineage };
}

function settingsOf({ document: { stack: _, ...settings } }: StoredDocument): StackSettings {
  return settingsCodec.read(settings);
}

/** How often a stack is looked for drift. */
export interface DriftInterval {
  readonly stack: string;
  readonly lineage: string;
  readonly everyMs: number;
}

/** Stacks that are looked for drift, and how often. */
export async function driftIntervals(deployment: DeploymentPart): Promise<readonly DriftInterval[]> {
  await deployment.movesFinished();
  const lineages = await deployment.store.lineages();
  const intervals: DriftInterval[] = [];
  for (const each of await allDocuments(deployment.documentStore, settingsCollection)) {
    const { stack } = each.document;
    const { driftEveryMs } = settingsOf(each);
    if (typeof stack === "string" && lineages.get(stack) === each.key && driftEveryMs !== null)
      intervals.push({ stack, lineage: each.key, everyMs: driftEveryMs });
  }
  return intervals;
}

export async function showStackSettings(stack: string, deployment: Deployment): Promise<StackSettingsView> {
  const { found } = await kept(stack, deployment);
  return found === null
    ? { ...viewOf(plain), revision: null }
    : { ...viewOf(settingsOf(found)), revision: found.revision };
}

/**
 * Puts other settings in the place of a stack's: `{approvals, driftEveryMs, webhooks: [{id, url, topics, secret}]}`. A
 * webhook's secret (`whsec_` and base64) is sealed and never shown; one that is left out stays as it was. Rejection
 * "unprocessable" with all that is wrong, "conflict" when another revision stands, "missing" where there is no such
 * stack.
 */
export async function changeStackSettings(
  stack: string,
  given: Json,
  expected: Expectation,
  deployment: Deployment,
): Promise<StackSettingsView> {
  const { documentStore } = deployment;
  const { found, lineage } = await kept(stack, deployment);
  if (lineage === "") throw await noSuchStack(stack, deployment);
  const before = found === null ? plain : settingsOf(found);
  const read = readSettings(given, before, deployment.whyNoWebhook ?? (() => null));
  if (read.problems.length > 0) throw new Rejection("unprocessable", read.problems);
  const secrets = secretsOf(stack, deployment);
  const webhooks: Webhook[] = [];
  for (const { secret, ...target } of read.webhooks) {
    webhooks.push({ ...target, secret: typeof secret === "string" ? await secrets.seal(secret) : secret });
  }
  const { approvals, driftEveryMs } = read;
  const settings: StackSettings = { approvals, driftEveryMs, webhooks };
  // What was left out was taken from what stood there.
  const revision = expected.revision === undefined ? (found?.revision ?? null) : expected.revision;
  const document = { ...settingsCodec.write(settings), stack };
  const outcome = await documentStore.put(settingsCollection, lineage, document, { revision });
  if (outcome.kind === "mismatch")
    throw new Rejection("stale", [
      problem("changed-meanwhile", `the settings of stack \`${stack}\` were changed by another request`),
    ]);
  return { ...viewOf(settings), revision: outcome.revision };
}

function viewOf({ approvals, driftEveryMs, webhooks }: StackSettings): Omit<StackSettingsView, "revision"> {
  return { approvals, driftEveryMs, webhooks: webhooks.map(({ secret: _, ...target }) => target) };
}

interface ReadSettings extends Omit<StackSettings, "webhooks"> {
  readonly webhooks: readonly (WebhookTarget & { readonly secret: string | SecretMarker })[];
  readonly problems: readonly Problem[];
}

/** Why no webhook may lead to a URL; null where one may. */
type WhyNoWebhook = (url: URL) => string | null;

function readSettings(given: Json, before: StackSettings, whyNot: WhyNoWebhook): ReadSettings {
  const problems: Problem[] = [];
  const wrong = (pointer: string, detail: string) => {
    problems.push(problem("invalid-settings", detail, { pointer }));
  };
  const settings = isJsonObject(given) ? given : {};
  if (!isJsonObject(given)) wrong("", "settings are an object");
  const { approvals = 0, driftEveryMs = null, webhooks = [] } = settings;
  for (const key of Object.keys(settings))
    if (!["approvals", "driftEveryMs", "webhooks"].includes(key)) wrong(`/${key}`, `\`${key}\` is not a setting`);
  if (!isWholeIn(approvals, 0, mostApprovals)) wrong("/approvals", `a whole number from 0 to ${mostApprovals}`);
  if (driftEveryMs !== null && !isWholeIn(driftEveryMs, leastDriftEveryMs, Number.MAX_SAFE_INTEGER))
    wrong("/driftEveryMs", `milliseconds, at least ${leastDriftEveryMs}, or null`);
  const list: readonly Json[] = Array.isArray(webhooks) ? webhooks : [];
  if (!Array.isArray(webhooks) || list.length > mostWebhooks) wrong("/webhooks", `a list of at most ${mostWebhooks}`);
  const read = list.flatMap((item, index) => readWebhook(item, `/webhooks/${index}`, before, whyNot, wrong));
  if (new Set(read.map(({ id }) => id)).size < read.length) wrong("/webhooks", "each has an `id` of its own");
  return {
    approvals: typeof approvals === "number" ? approvals : 0,
    driftEveryMs: typeof driftEveryMs === "number" ? driftEveryMs : null,
    webhooks: read,
    problems,
  };
}

function readWebhook(
  item: Json,
  pointer: string,
  before: StackSettings,
  whyNot: WhyNoWebhook,
  wrong: (pointer: string, detail: string) => void,
): ReadSettings["webhooks"] {
  const { id, url, topics: wanted, secret } = isJsonObject(item) ? item : {};
  const former = before.webhooks.find((each) => each.id === id);
  const list: readonly Json[] = Array.isArray(wanted) ? wanted : [];
  const isNamed = typeof id === "string" && /^[a-z][a-z0-9-]{0,39}$/.test(id);
  const urlFault = targetFault(url, whyNot);
  const isTopical = list.length > 0 && list.every((topic) => topics.has(topic));
  // A secret that was given for one target is not sent the same way to another.
  const known = secret === undefined && former?.url === url ? former?.secret : secret;
  const isSigned =
    typeof known === "string" ? secretBytes(known) !== null : known !== undefined && secret === undefined;
  if (!isNamed) wrong(`${pointer}/id`, "at most 40 of a-z, 0-9 and hyphens, beginning with a letter");
  if (urlFault !== null) wrong(`${pointer}/url`, urlFault);
  if (!isTopical) wrong(`${pointer}/topics`, `some of ${[...topics].join(", ")}`);
  if (!isSigned)
    wrong(`${pointer}/secret`, "`whsec_` and 24 to 64 random bytes in base64; to be given with each new URL");
  if (!isNamed || typeof url !== "string" || urlFault !== null || !isTopical || !isSigned) return [];
  return [{ id, url, topics: list as readonly WebhookTopic[], secret: known as string | SecretMarker }];
}

/** Why a webhook can't lead there; null where it can. */
function targetFault(given: Json | undefined, whyNot: WhyNoWebhook): string | null {
  const url = typeof given === "string" ? URL.parse(given) : null;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "")
    return "an https URL without user and password";
  return whyNot(url);
}

function isWholeIn(value: Json, least: number, most: number): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most;
}
