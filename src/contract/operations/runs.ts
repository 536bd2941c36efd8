import { RunEvent } from "../documents/runs/run-events.ts";
import {
  ApprovalRequest,
  CancelledRun,
  ResumeRequest,
  Run,
  RunDetails,
  RunList,
  RunRequest,
  RunStepList,
} from "../documents/runs/runs.ts";
import { jsonLines, serverSentEvents } from "../media.ts";
import { operations } from "../operation.ts";

const runPath = "/v1/projects/{project}/stacks/{stack}/runs/{run}";

const decision = {
  method: "POST",
  tag: "Runs",
  description: "By others than its starter, by each once. It begins with the last approval that it needs.",
  action: "run:approve",
  body: { schema: ApprovalRequest, isOptional: true },
  isIdempotentByKey: true,
  isAudited: true,
  refusals: { 404: "The stack has no such run.", 409: "It does not wait for an approval by the caller." },
  responses: { 200: { description: "The run, as it is now.", schema: Run } },
} as const;

export const runOperations = operations({
  startRun: {
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}/runs",
    tag: "Runs",
    summary: "Start a run",
    description:
      "Carries a plan out. A plan with errors is refused with them, and no run begins. " +
      "The run goes on after its caller is gone; its events tell what happens. " +
      "`Prefer: wait=N` lets the answer wait so many seconds for the end of the run.",
    action: "run:start",
    body: { schema: RunRequest },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "The stack has no such plan.", 409: "The plan has errors, or the run can't be started now." },
    responses: { 202: { description: "The run, as it is now.", schema: Run, headers: ["Location"] } },
  },

  listRuns: {
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/runs",
    tag: "Runs",
    summary: "List the runs of a stack",
    description: "Newest first.",
    action: "run:read",
    pages: { member: "runs", filter: ["status"] },
    responses: { 200: { description: "A page of the runs.", schema: RunList } },
  },

  getRun: {
    method: "GET",
    path: runPath,
    tag: "Runs",
    summary: "Get a run",
    description:
      "With how many of its steps have which result, and its calls in flight. `listRunSteps` tells them one by one.",
    action: "run:read",
    refusals: { 404: "The stack has no such run." },
    responses: { 200: { description: "The run.", schema: RunDetails } },
  },

  listRunSteps: {
    method: "GET",
    path: `${runPath}/steps`,
    tag: "Runs",
    summary: "List the steps of a run",
    description:
      "What it did so far, call by call, in the order in which it began. " +
      "While the run goes on, what is new comes at the end, and what is under way may come to something.",
    action: "run:read",
    pages: { member: "steps", filter: ["name", "type", "outcome"] },
    refusals: { 404: "The stack has no such run." },
    responses: { 200: { description: "A page of the steps.", schema: RunStepList } },
  },

  followRun: {
    method: "GET",
    path: `${runPath}/events`,
    tag: "Runs",
    summary: "Follow a run",
    description:
      "The events of the run as they happen, those that have happened first; the last is the summary. " +
      "As server-sent events each has its number as its id, and `Last-Event-ID` goes on after it; " +
      "as JSON lines they are counted from `after` + 1.",
    action: "run:read",
    isStream: true,
    query: {
      after: {
        description: "Number of the last event that the caller has; 0 for none.",
        schema: { type: "integer", format: "int64", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
        example: 2,
      },
    },
    refusals: {
      404: "The stack has no such run.",
      410: "The run has no event of that number, as after a restore from a backup: follow it from the beginning.",
    },
    responses: {
      200: { description: "The events.", schema: RunEvent, media: [jsonLines, serverSentEvents] },
    },
  },

  cancelRun: {
    method: "POST",
    path: `${runPath}:cancel`,
    tag: "Runs",
    summary: "Ask a run to stop",
    description: "Calls in flight are finished, none is begun. The run's events tell when it is over.",
    action: "run:cancel",
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "The stack has no such run.", 409: "It has ended." },
    responses: { 202: { description: "The run, as it is now.", schema: CancelledRun, headers: ["Location"] } },
  },

  resumeRun: {
    method: "POST",
    path: `${runPath}:resume`,
    tag: "Runs",
    summary: "Take a run up again",
    description: "One that stopped or broke off goes on with the plan that was approved.",
    action: "run:start",
    body: { schema: ResumeRequest, isOptional: true },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "The stack has no such run.", 409: "It is under way, has ended, or others came after it." },
    responses: { 202: { description: "The run, as it is now.", schema: Run, headers: ["Location"] } },
  },

  approveRun: {
    ...decision,
    path: `${runPath}:approve`,
    summary: "Approve a run",
  },

  rejectRun: {
    ...decision,
    path: `${runPath}:reject`,
    summary: "Reject a run",
  },
});
