import {
  component,
  count,
  document,
  flag,
  type Infer,
  large,
  list,
  moment,
  oneOf,
  orNull,
  page,
  ref,
  shaped,
  text,
} from "../../words.ts";
import { InFlightCall, inFlight } from "../in-flight-calls.ts";
import { name, planDigest, runId, sampleDigest, sampleRun, stack, stepId, type } from "../members.ts";

const StartedBy = document("StartedBy", "Whose rights each step is checked against.", {
  principal: text("Unique and stable.", { maxLength: 600 }),
  name: text("What people know it by."),
});

const Approval = document("Approval", "An answer to a run that waits for approval.", {
  by: text("Principal of a person.", { maxLength: 600 }),
  name: text("What people know them by."),
  at: moment("When."),
  comment: orNull(text("Why.", { maxLength: 2000 })),
  verdict: oneOf("The answer.", ["approved", "rejected"]),
});

const run = {
  run: runId,
  stack: stack,
  plan: planDigest,
  "kind?": text("What its plan is for: apply, destroy, undo, refresh or import; absent in runs of 0.1.", {
    maxLength: 16,
  }),
  parallel: count("How many steps may be under way at once; 0 where it is not recorded."),
  "retryForMs?": count("How long a platform may put off the calls of one step, where that was given."),
  "allowEmpty?": flag("It may leave the stack with nothing to manage."),
  status: oneOf("How it stands.", [
    "awaiting-approval",
    "queued",
    "running",
    "done",
    "failed",
    "refused",
    "rejected",
    "stopped",
    "cancelled",
    "broken-off",
  ]),
  startedBy: ref(StartedBy),
  createdAt: moment("When it was asked for."),
  startedAt: orNull(moment("When it began.")),
  endedAt: orNull(moment("When it ended.")),
  approvalsNeeded: count("How many others must approve before it begins."),
  approvals: list(ref(Approval), "The answers so far.", 100),
  eventsBefore: count("Number of the last event before it was resumed; 0 when it never was."),
};

const changes = count("Steps that changed something so far.");

const sampleRunDocument = {
  run: sampleRun,
  stack: "portal/dev",
  plan: sampleDigest,
  kind: "apply",
  parallel: 32,
  status: "running",
  startedBy: { principal: "user:https://id.acme.example|ada", name: "ada@acme.example" },
  createdAt: "2026-01-01T00:00:00.000Z",
  startedAt: "2026-01-01T00:00:00.020Z",
  endedAt: null,
  approvalsNeeded: 0,
  approvals: [],
  eventsBefore: 0,
} as const;

export const Run = document("Run", "A run as it is now.", { ...run, "changes?": changes }, sampleRunDocument);
export type RunDocument = Infer<typeof Run>;

export const CancelledRun = document(
  "CancelledRun",
  "A run that was asked to stop, and its calls in flight.",
  {
    ...run,
    "changes?": changes,
    inFlight,
    putOff: list(
      ref(InFlightCall),
      "Calls that their platform has turned away for now (429), and that are not sent again.",
      100_000,
    ),
  },
  { ...sampleRunDocument, inFlight: [], putOff: [] },
);
export type CancelledRun = Infer<typeof CancelledRun>;

export const RunList = component("RunList", page("runs", ref(Run), "A page of runs, newest first."), {
  runs: [{ ...sampleRunDocument, changes: 1 }],
});

export const RunStep = document("RunStep", "One call of a run, or a step that ended without any.", {
  "step?": stepId,
  needs: list(stepId, "The steps of its plan that went before; empty too where that plan is not kept any more."),
  name,
  type: orNull(type),
  operation: orNull(oneOf("The call.", ["create", "update", "delete", "undelete"])),
  id: orNull(text("Id on the platform.")),
  at: orNull(moment("When it was sent.")),
  "endedAt?": moment("When its result was recorded; absent without one, and in runs of older versions."),
  "attempts?": count("How often it was made, where its platform had pushed it back.", { minimum: 2 }),
  "waitedMs?": large("How long it was left before it was made again, all waits together, in milliseconds."),
  outcome: oneOf("What came of it; `open`: not known, since no result of its own is recorded.", [
    "done",
    "failed",
    "open",
  ]),
  detail: text("In words.", { maxLength: 65_536 }),
  "superseded?": flag("It is about the old object of a resource, which has another one now."),
  "removed?": text("Id of the old object that the call has taken along, as its plan says."),
});
export type RunStepRow = Infer<typeof RunStep>;

const sampleStep = {
  step: "portal",
  needs: [],
  name: "portal",
  type: "iam:OAuthClient",
  operation: "create",
  id: "projects/acme/locations/global/oauthClients/web-portal",
  at: "2026-01-01T00:00:00.030Z",
  endedAt: "2026-01-01T00:00:04.110Z",
  attempts: 3,
  waitedMs: 4000,
  outcome: "done",
  detail: "",
} as const;

export const RunStepList = component(
  "RunStepList",
  page("steps", ref(RunStep), "A page of the steps of a run, in the order in which they began."),
  { steps: [sampleStep] },
);

const StepCounts = document("StepCounts", "How many steps of a run have which result, as `listRunSteps` has them.", {
  done: count("How many are done."),
  failed: count("How many failed."),
  open: count("Of how many the result is not known."),
});

export const RunDetails = document(
  "RunDetails",
  "A run, with how many of its steps have which result and its calls in flight.",
  { ...run, changes, stepCounts: ref(StepCounts), inFlight },
  { ...sampleRunDocument, changes: 1, stepCounts: { done: 1, failed: 0, open: 0 }, inFlight: [] },
);
export type RunDetails = Infer<typeof RunDetails>;

const parallel = count("How many steps may be under way at once.", { minimum: 1, maximum: 1024, default: 32 });
const retryForMs = count(
  "How long a platform that is asked too much may put off the calls of one step, all waits together.",
  { minimum: 0, maximum: 86_400_000, default: 600_000 },
);

export const RunRequest = document(
  "RunRequest",
  "A plan to be carried out.",
  {
    plan: shaped("Digest of the plan.", "^sha256:[0-9a-f]{64}$", 71, `sha256:${"0123456789abcdef".repeat(4)}`),
    "parallel?": parallel,
    "retryForMs?": retryForMs,
    "allowEmpty?": flag("It may delete everything that the stack manages.", { default: false }),
  },
  { plan: `sha256:${"0123456789abcdef".repeat(4)}`, parallel: 32 },
);

export type RunRequest = Infer<typeof RunRequest>;

export const ResumeRequest = document(
  "ResumeRequest",
  "How to go on.",
  { "parallel?": parallel, "retryForMs?": retryForMs },
  {
    parallel: 32,
  },
);

export const ApprovalRequest = document(
  "ApprovalRequest",
  "An answer to a run that waits for approval.",
  { "comment?": text("Why; shown with the run.", { maxLength: 2000 }) },
  { comment: "checked with the network team" },
);

export const runsComponents = [
  StartedBy,
  Approval,
  Run,
  CancelledRun,
  RunList,
  RunStep,
  RunStepList,
  StepCounts,
  RunDetails,
  RunRequest,
  ResumeRequest,
  ApprovalRequest,
] as const;
