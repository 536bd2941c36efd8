import { canonicalJson } from "../../base/canonical-json.ts";
import { Fault } from "../../base/fault.ts";
import type { Fetch } from "../../base/fetch.ts";
import type { JsonObject } from "../../base/json.ts";
import { concealSecrets } from "../../definitions/schema/secret-values.ts";
import type { RegisterDocument } from "../../engine/ports/register.ts";
import { secretsOf } from "../at-stack.ts";
import type { Deployment } from "../deployment.ts";
import { fullJitter } from "./full-jitter.ts";
import type { Note } from "./happening.ts";
import { stackSettings, type Webhook, type WebhookTopic } from "./stack-settings.ts";
import { secretBytes, signatureHeaders } from "./webhook-signature.ts";

const collection = "webhook-outbox";

/** How long one target may take to answer. */
const timeoutMs = 10_000;
/** A message that somebody has begun to send is anybody's again after this long. */
const claimMs = 30_000;
const baseMs = 1_000;
const mostMs = 3_600_000;
/** About a day of attempts; what is not delivered by then is given up. */
const mostAttempts = 50;
/** However many attempts, a message that old is of no use to anybody. */
const keptMs = 3 * 24 * 3_600_000;
const pageSize = 100;

interface Message {
  readonly stack: string;
  readonly webhook: string;
  /** Sent with each attempt, by which receivers know a repetition. */
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly nextAt: number;
}

interface OutboxInput {
  readonly deployment: Deployment;
  /** Guards where it leads. Null: nothing is sent from here. */
  readonly fetch: Fetch | null;
  readonly random: () => number;
  readonly note: Note;
  /** Aborted when the process drains. */
  readonly signal: AbortSignal;
}

/** Messages to webhooks, durable until they are delivered: each at least once, signed, retried up to a bound. */
export class WebhookOutbox {
  readonly #input: OutboxInput;

  constructor(input: OutboxInput) {
    this.#input = input;
  }

  /** Puts a message for everybody who wants to hear of the topic. The same `occasion` again is the same message. */
  async put(stack: string, topic: WebhookTopic, occasion: string, at: string, data: JsonObject): Promise<void> {
    const { register, clock } = this.#input.deployment;
    const { webhooks } = await stackSettings(stack, register);
    for (const { id: webhook, topics } of webhooks) {
      if (!topics.includes(topic)) continue;
      const id = `msg_${occasion}_${webhook}`;
      const now = clock.now();
      const body = canonicalJson({ type: topic, timestamp: at, data: concealSecrets({ stack, ...data }) });
      const message: Message = { stack, webhook, id, body, attempts: 0, nextAt: now };
      const expiresAt = now + keptMs;
      await register.put(collection, id, message as unknown as JsonObject, { revision: null, expiresAt });
    }
  }

  /** Sends what is due. */
  async look(): Promise<void> {
    const { deployment, fetch, signal } = this.#input;
    if (fetch === null) return;
    for (let after: string | undefined; ; ) {
      const page = await deployment.register.list(collection, {
        limit: pageSize,
        ...(after === undefined ? {} : { after }),
      });
      const due = page.filter(({ document }) => messageOf(document).nextAt <= deployment.clock.now());
      await Promise.all(due.map((found) => (signal.aborted ? undefined : this.#send(found, fetch))));
      after = page.at(-1)?.key;
      if (after === undefined || page.length < pageSize) return;
    }
  }

  async #send(found: RegisterDocument, fetch: Fetch): Promise<void> {
    const { deployment, random, note } = this.#input;
    const { register, clock } = deployment;
    const message = messageOf(found.document);
    const { stack, webhook, id } = message;
    const attempts = message.attempts + 1;
    const store = (nextAt: number, revision: number) => {
      const document = { ...message, attempts, nextAt } as unknown as JsonObject;
      return register.put(collection, id, document, { revision, expiresAt: clock.now() + keptMs });
    };
    const claimed = await store(clock.now() + claimMs, found.revision);
    // Another process sends it.
    if (claimed.kind === "mismatch") return;
    const target = (await stackSettings(stack, register)).webhooks.find((each) => each.id === webhook);
    const why = target === undefined ? null : await this.#post(message, target, fetch);
    if (why === null) {
      await register.remove(collection, id);
      return note({ kind: "webhook-sent", stack, webhook });
    }
    note({ kind: "webhook-failed", stack, webhook, why });
    if (attempts >= mostAttempts) {
      await register.remove(collection, id);
      return note({ kind: "webhook-given-up", stack, webhook });
    }
    await store(clock.now() + fullJitter(attempts, baseMs, mostMs, random), claimed.revision);
  }

  /** Why the target did not take the message; null when it did. */
  async #post(message: Message, target: Webhook, fetch: Fetch): Promise<string | null> {
    const { deployment, signal } = this.#input;
    const over = new AbortController();
    const answered = new AbortController();
    void deployment.clock.sleep(timeoutMs, answered.signal).then(
      () => over.abort(),
      () => {},
    );
    try {
      const response = await fetch(await this.#request(message, target, AbortSignal.any([over.signal, signal])));
      await response.body?.cancel();
      return response.ok ? null : `status ${response.status}`;
    } catch (cause) {
      return over.signal.aborted ? "no answer in time" : cause instanceof Error ? cause.message : "it failed";
    } finally {
      answered.abort();
    }
  }

  async #request({ id, stack, body }: Message, { url, secret }: Webhook, signal: AbortSignal): Promise<Request> {
    const { clock, version } = this.#input.deployment;
    const opened = await secretsOf(stack, this.#input.deployment).open(secret);
    const bytes = typeof opened === "string" ? secretBytes(opened) : null;
    if (bytes === null) throw new Fault("secrets-unreadable", "the secret of the webhook can't be read");
    const headers = {
      ...signatureHeaders(id, clock.now(), body, bytes),
      "content-type": "application/json",
      "user-agent": `plumbline/${version}`,
    };
    // A redirect leads where nobody has looked.
    return new Request(url, { method: "POST", body, headers, redirect: "manual", signal });
  }
}

function messageOf(document: JsonObject): Message {
  return document as unknown as Message;
}
