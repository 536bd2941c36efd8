import {
  anyValue,
  component,
  count,
  document,
  flag,
  type Infer,
  is,
  large,
  list,
  map,
  moment,
  object,
  oneOf,
  perhaps,
  ref,
  text,
  variants,
} from "../../words.ts";
import { inFlight, SettledCall } from "../in-flight-calls.ts";
import {
  action,
  counts,
  name,
  planDigest,
  problems,
  putBack,
  runId,
  sampleDigest,
  sampleRun,
  stack,
  stepId,
  type,
} from "../members.ts";
import { Problem } from "../problems.ts";

const outputs = map(anyValue("A value; `{$secret: ...}` where it is sealed."), "Outputs of the stack.");

const at = moment("When; absent where it was not recorded, as in runs of older versions.");

export const RunSummary = document("RunSummary", "How a run ended.", {
  event: is("summary"),
  "at?": at,
  run: runId,
  status: oneOf("How it ended.", ["done", "failed", "refused", "stopped", "cancelled"]),
  ...counts,
  failed: count("Steps that failed."),
  skipped: count("Steps that were not begun."),
  inFlight,
  durationMs: large("How long it took, in milliseconds, whichever processes carried it out."),
  outputs,
  problems,
});
export type RunSummary = Infer<typeof RunSummary>;

const attempt = count("How often the step was tried by then, 1 for the first time.", { minimum: 1 });

const step = {
  event: is("step"),
  "at?": at,
  "step?": stepId,
  name,
  type,
  action,
  "attempt?": attempt,
  "putBack?": putBack,
} as const;

const ofStep = { "at?": at, step: stepId, name, type, action, attempt } as const;
const status = count("HTTP status of the answer; absent where none came.");

export const RunEvent = component(
  "RunEvent",
  variants("One event of a run; the last is the summary.", [
    object(
      {
        event: is("started"),
        "at?": at,
        run: runId,
        stack: stack,
        plan: planDigest,
        steps: count("How many steps there are."),
        inFlight: list(
          ref(SettledCall),
          "Of a run that goes on: calls that were in flight, and what became of them; empty where there were none.",
          100_000,
        ),
      },
      "It began, or another process goes on with what is left.",
    ),
    object(
      {
        event: is("taken-over"),
        "at?": at,
        run: runId,
        attempt: count("How often it was taken up by then, 2 for the second time."),
      },
      "Another process goes on with it.",
    ),
    object(
      {
        ...step,
        phase: is("started"),
        "platform?": text("Whom its calls go to, for people; absent where it makes none.", { maxLength: 256 }),
      },
      "A step began.",
    ),
    object(
      {
        ...step,
        phase: is("waiting"),
        "why?": perhaps(
          "Why: a call was put off, an operation goes on, or an earlier run's may; absent in older versions.",
          ["throttled", "unavailable", "operation", "earlier-run"],
        ),
        "platform?": text("Who is waited for, for people; absent in older versions.", { maxLength: 256 }),
        detail: text("For what.", { maxLength: 65_536 }),
        "since?": moment("When the wait began."),
      },
      "A step waits for its platform.",
    ),
    object(
      {
        event: is("retrying"),
        ...ofStep,
        why: oneOf("The result of the call before.", [
          "throttled",
          "unavailable",
          "conflict",
          "unknown",
          "absent",
          "denied",
          "invalid",
        ]),
        "status?": status,
        afterMs: large("After how long, in milliseconds."),
      },
      "A call of a step is made again after a wait; `attempt` counts that time too.",
    ),
    object(
      {
        event: is("call"),
        ...ofStep,
        method: text("Of the request.", { maxLength: 16 }),
        host: text("Host and port of the platform.", { maxLength: 512 }),
        "status?": status,
        durationMs: large("How long it took, in milliseconds."),
      },
      "A request of a step has ended. Nothing of its path, its query, its fields or its body is told.",
    ),
    object(
      {
        ...step,
        phase: is("done"),
        "id?": text("Id on the platform."),
        durationMs: large("How long it took since it first began, in milliseconds."),
        "wasAbsent?": flag("What was to be deleted was gone before; it is in no count of what was deleted."),
        "wasAsWanted?": flag(
          "No call was made, since the object was as wanted already; it is in no count of what changed.",
        ),
        "keepsOld?": flag("A replacement that has only made an object, which counts as created: the old one stays."),
        "warning?": ref(Problem),
      },
      "A step is done.",
    ),
    object(
      { ...step, phase: oneOf("How it ended.", ["failed", "skipped", "in-flight"]), problem: ref(Problem) },
      "A step failed, or was not begun, or its call was left in flight.",
    ),
    ref(RunSummary),
  ]),
  {
    event: "started",
    at: "2026-01-01T00:00:00.020Z",
    run: sampleRun,
    stack: "portal/dev",
    plan: sampleDigest,
    steps: 1,
    inFlight: [],
  },
);
export type RunEvent = Infer<typeof RunEvent>;

export const runEventsComponents = [RunSummary, RunEvent] as const;
