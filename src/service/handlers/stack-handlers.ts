import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { QueryValue } from "../../contract/operation.ts";
import { stackOperations } from "../../contract/operations/stacks.ts";
import { stackAddress, wholeName } from "../../contract/stack-name.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { AccessControl } from "../access/access-control.ts";
import { lastDrift } from "../background/drift-schedule.ts";
import { forgetStackDocuments } from "../background/moves/forget-stack-documents.ts";
import { moveStack } from "../background/moves/move-stack.ts";
import { pruneHistory } from "../background/prune/prune-history.ts";
import { changeStackSettings, showStackSettings } from "../background/stack-settings.ts";
import { CallRefusal } from "../requests/call-refusal.ts";
import { handledBy } from "../requests/handler.ts";
import { unansweredEffects } from "../requests/idempotency/unanswered-effects.ts";
import { driftStack } from "../use-cases/objects/drift-view.ts";
import { revealOutputs, showOutputs } from "../use-cases/stacks/show-outputs.ts";
import { listStacks, newStack, removeStack, showStack } from "../use-cases/stacks/stacks.ts";
import { refreshStack } from "../use-cases/state/refresh-stack.ts";

export const stackHandlers = handledBy(stackOperations, {
  listStacks: {
    handle: async ({ page, query }, { deployment }) => ({
      status: 200,
      document: page.answer(await listStacks({ ...page, project: query["project"] }, deployment)),
    }),
  },
  createStack: {
    makes: ({ name: stack }, { project = "" }) => wholeName({ project, stack }),
    handle: async ({ path: { project }, body }, { deployment, effect }) => {
      const name = wholeName({ project, stack: body.name });
      return { status: 201, document: await newStack(name, deployment, effect), location: stackAddress(name) };
    },
  },
  getStack: {
    handle: async ({ path }, { deployment }) => ({ status: 200, document: await showStack(path.stack, deployment) }),
  },
  moveStack: {
    // By its new name the stack is known when the call is repeated.
    makes: ({ to }) => to,
    handle: async ({ path, body }, { deployment, accessControl, effect }) => {
      const document = await moveStack(path.stack, body.to, deployment, effect);
      await accessControl?.moved(path.stack, body.to);
      return { status: 200, document, location: stackAddress(body.to) };
    },
  },
  pruneStack: {
    handle: async ({ path: { stack }, body = {} }, { deployment }) => {
      const repeatable = () => unansweredEffects(stack, deployment);
      return { status: 200, document: await pruneHistory(stack, body, { deployment, repeatable }) };
    },
  },
  deleteStack: {
    handle: async ({ path }, { deployment, accessControl }) => {
      const lineage = await removeStack(path.stack, deployment);
      await accessControl?.look(path.stack);
      await forgetStackDocuments({ stack: path.stack, lineage }, deployment);
      return { status: 204 };
    },
  },
  getStackOutputs: {
    handle: async ({ path, query }, { deployment, revealing }) => {
      const outputs = await showOutputs(path.stack, deployment);
      if (query["reveal"] !== true) return { status: 200, document: { outputs } };
      const paths = secretPlaces(outputs).map((place) => `/outputs${place}`);
      const opened = await revealing(paths, () => revealOutputs(path.stack, outputs, deployment));
      return { status: 200, document: { outputs: opened } };
    },
  },
  getStackSettings: {
    handle: async ({ path }, { deployment }) => {
      const { revision, ...document } = await showStackSettings(path.stack, deployment);
      return { status: 200, document, etag: settingsEtag(revision) };
    },
  },
  replaceStackSettings: {
    handle: async ({ path, body, expected }, { deployment, accessControl }) => {
      const { revision: now } = await showStackSettings(path.stack, deployment);
      const settings = settingsEtag(now);
      const isMet =
        expected.kind === "one of" ? expected.etags.includes(settings) : expected.kind !== "nothing" || now === null;
      // What stood there may be replaced in between: the expectation is held to by the write itself.
      const revision = isMet ? now : -1;
      const { revision: next, ...document } = await changeStackSettings(path.stack, body, { revision }, deployment);
      const problems = warningsOn(document.approvals, accessControl);
      return { status: 200, document: { ...document, problems }, etag: settingsEtag(next) };
    },
  },
  getStackDrift: {
    handle: async ({ path, query }, { deployment }) => {
      if (query["scheduled"] !== true) {
        const selection = { target: patternsOf(query["target"]), exclude: patternsOf(query["exclude"]) };
        return { status: 200, document: await driftStack(path.stack, deployment, selection) };
      }
      const document = await lastDrift(path.stack, deployment);
      if (document === null)
        throw new CallRefusal("not-found", `no scheduled drift check of stack \`${path.stack}\` has run yet`);
      return { status: 200, document };
    },
  },
  refreshState: {
    handle: async ({ path, body }, { deployment }) => ({
      status: 200,
      document: await refreshStack(path.stack, deployment, body ?? {}),
    }),
  },
});

function patternsOf(value: QueryValue | undefined): readonly string[] {
  return value === undefined ? [] : String(value).split(",");
}

/** Settings that were never changed are a version of them too. */
function settingsEtag(revision: number | null): string {
  return `s${revision ?? 0}`;
}

/** Approvals count by person, and a service without an identity provider knows only the first admin. */
function warningsOn(approvals: number, control: AccessControl | null): readonly Problem[] {
  if (approvals === 0 || control === null || control.trustsIssuers) return [];
  const detail = "the service trusts no identity provider, so all tokens count as the one person of the first admin";
  return [problem("no-approver", detail, { pointer: "/approvals" })];
}
