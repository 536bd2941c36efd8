import type { JsonSchema } from "../json-schema.ts";
import {
  anyValue,
  count,
  flag,
  is,
  large,
  list,
  map,
  moment,
  object,
  oneOf,
  orNull,
  page,
  perhaps,
  ref,
  shaped,
  text,
} from "../schema-words.ts";

const actions = [
  "same",
  "create",
  "update",
  "replace",
  "delete",
  "read",
  "import",
  "adopt",
  "undelete",
  "retain",
  "move",
] as const;

const sampleDigest = `sha256:${"0123456789abcdef".repeat(4)}`;
const sampleRun = "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b";
const planDigest = shaped("Content address of the plan.", "^sha256:[0-9a-f]{64}$", 71, sampleDigest);
const runId = shaped("Id of the run.", "^[A-Za-z0-9._-]*$", 64, sampleRun);
const action = oneOf("What is done.", actions);
const counts = Object.fromEntries(actions.map((each) => [each, count(`Steps of the kind \`${each}\`.`)]));
const noCounts = Object.fromEntries(actions.map((each) => [each, 0]));
const name = text("Logical name.", { maxLength: 256 });
const type = text("Token of the type.", { maxLength: 256 });
const outputs = map(anyValue("A value; `{$secret: ...}` where it is sealed."), "Outputs of the stack.");
const problems = list(ref("Problem"), "Errors stop it from being carried out; warnings do not.");

const inFlightCall = {
  run: runId,
  name,
  type,
  operation: oneOf("What was asked.", ["create", "update", "delete", "undelete"]),
  id: text("Id on the platform."),
  fields: list(text("Name of an input.", { maxLength: 256 }), "The inputs that it writes.", 10_000),
  at: moment("When it was noted, just before it was sent."),
  isConfirmed: flag("The platform has answered that it is at work on it."),
};
const inFlight = list(ref("InFlightCall"), "Calls whose result is not recorded: these objects may exist.", 100_000);

const run = {
  run: runId,
  stack: text("Name of the stack.", { maxLength: 63 }),
  plan: planDigest,
  parallel: count("How many steps may be under way at once; 0 where it is not recorded."),
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
  startedBy: ref("StartedBy"),
  createdAt: moment("When it was asked for."),
  startedAt: orNull(moment("When it began.")),
  endedAt: orNull(moment("When it ended.")),
  approvalsNeeded: count("How many others must approve before it begins."),
  approvals: list(ref("Approval"), "The answers so far.", 100),
  eventsBefore: count("Number of the last event before it was resumed; 0 when it never was."),
};
const changes = count("Steps that changed something so far.");
const putBack = flag("Of a deletion or retention: the object stays, and is put back as it was before.");

const step = { event: is("step"), name, type, action, "putBack?": putBack } as const;

const sampleRunDocument = {
  run: sampleRun,
  stack: "dev",
  plan: sampleDigest,
  parallel: 32,
  status: "running",
  startedBy: { principal: "user:https://id.acme.example|ada", name: "ada@acme.example" },
  createdAt: "2026-01-01T00:00:00.000Z",
  startedAt: "2026-01-01T00:00:00.020Z",
  endedAt: null,
  approvalsNeeded: 0,
  approvals: [],
  eventsBefore: 0,
};

export const runSchemas: Readonly<Record<string, JsonSchema>> = {
  Field: object(
    {
      path: text("JSON pointer below the resource's properties; `/id` where the reason is the identity."),
      "old?": anyValue("The value so far; absent when there was none."),
      "new?": anyValue("The value to be; absent when it goes away, `{$unknown}` when only the run can tell."),
      reason: oneOf("Why it differs.", ["declared", "drifted", "identity", "platform default", "known after apply"]),
      replace: flag("Changing it forces a replacement."),
    },
    "A field that differs.",
  ),
  Step: object(
    {
      name,
      type,
      action,
      "id?": text("Id on the platform, when it is known."),
      fields: list(ref("Field"), "What differs."),
      warnings: list(text("A sentence.", { maxLength: 65_536 }), "What a careful colleague would say."),
      "superseded?": flag(
        "The old self of a replaced or moved object, which goes apart from what is made in its place, or (`goneWith`) with it.",
      ),
      "order?": perhaps("Of a replacement: which comes first.", ["create-before-delete", "delete-before-create"]),
      "done?": flag("Of a read: it was done while planning."),
      "movedFrom?": text("The logical name that it had so far."),
      "undeletes?": flag("A soft-deleted object is undeleted instead of creating one."),
      "goneWith?": text(
        "The resource to which something is done that takes this object along: no call of its own is made.",
      ),
      "putBack?": putBack,
      "blocked?": flag(
        "A run refuses it without a call, and what needs it too; `warnings` say why. It is not counted.",
      ),
    },
    "What a run would do to one resource.",
  ),
  OptionChange: object(
    {
      name,
      option: text(
        "The option, as declarations name it; `version` is the interface version, `provider.KEY` a value of its provider's configuration.",
        { maxLength: 256 },
      ),
      "old?": anyValue("The value so far; absent when there was none."),
      "new?": anyValue("The value to be; absent when there is none any more."),
    },
    "An option that is declared otherwise than it is recorded.",
  ),
  Summary: object(
    counts,
    "How many objects: each that is made, changed or removed counts once. `replace` is one removed and another made in its place; `delete` is every other removal, also one that comes with an update.",
  ),
  PlannedOutput: object(
    { name, "old?": anyValue("The value so far."), "new?": anyValue("The value to be.") },
    "An output whose value differs.",
  ),
  Deferred: object({ name, why: text("The reason.") }, "What can be planned only after other steps."),
  Plan: {
    ...object(
      {
        digest: planDigest,
        stack: text("Name of the stack.", { maxLength: 63 }),
        kind: oneOf("What it is for.", ["apply", "destroy", "undo", "refresh", "import"]),
        summary: ref("Summary"),
        steps: list(ref("Step"), "What would be done.", 100_000),
        outputs: list(ref("PlannedOutput"), "Outputs whose values differ."),
        deferred: list(ref("Deferred"), "What is planned later."),
        drift: list(
          ref("DriftRow"),
          "What moved on the platform since it was recorded and no step puts back: a run takes the new values into the records.",
          1_000_000,
        ),
        options: list(
          ref("OptionChange"),
          "Options of managed resources that are declared otherwise than they are recorded: a run notes them without a call.",
          1_000_000,
        ),
        records: list(name, "Unchanged resources whose record alone is brought up to date.", 100_000),
        imports: list(ref("Imported"), "Of an import: each object, and the declaration that plans empty for it."),
        inFlight: list(ref("SettledCall"), "Calls that were in flight when it was made; told where it is made."),
        "makesStack?": flag("There is no such stack yet: the run makes it."),
        "removesAll?": flag(
          "Nothing of what the stack manages stays: a run is refused unless its request says `allowEmpty`.",
        ),
        "readOnly?": flag(
          "Made in the read-only mode, in which no run begins (`PLUMB_READ_ONLY`); told where it is made.",
        ),
        "notesContext?": flag("The run notes another project or other sources of config than before, if nothing else."),
        problems,
      },
      "What a run would do, addressed by its content.",
    ),
    examples: [
      {
        digest: sampleDigest,
        stack: "dev",
        kind: "apply",
        summary: { ...noCounts, create: 1 },
        steps: [
          {
            name: "portal",
            type: "iam:OAuthClient",
            action: "create",
            fields: [{ path: "/oauthClientId", new: "web-portal", reason: "declared", replace: false }],
            warnings: [],
          },
        ],
        outputs: [],
        deferred: [],
        drift: [],
        options: [],
        records: [],
        imports: [],
        inFlight: [],
        makesStack: true,
        problems: [],
      },
    ],
  },
  PlanRow: object(
    {
      digest: planDigest,
      kind: oneOf("What it is for.", ["apply", "destroy", "undo", "refresh", "import"]),
      createdAt: moment("When it was made."),
      summary: ref("Summary"),
    },
    "A plan in a list.",
  ),
  PlanList: {
    ...page("plans", ref("PlanRow"), "A page of plans, newest first."),
    examples: [
      {
        plans: [
          {
            digest: sampleDigest,
            kind: "apply",
            createdAt: "2026-01-01T00:00:00.000Z",
            summary: { ...noCounts, create: 1 },
          },
        ],
      },
    ],
  },
  StartedBy: object(
    { principal: text("Unique and stable.", { maxLength: 600 }), name: text("What people know it by.") },
    "Whose rights each step is checked against.",
  ),
  Approval: object(
    {
      by: text("Principal of a person.", { maxLength: 600 }),
      name: text("What people know them by."),
      at: moment("When."),
      comment: orNull(text("Why.", { maxLength: 2000 })),
      verdict: oneOf("The answer.", ["approved", "rejected"]),
    },
    "An answer to a run that waits for approval.",
  ),
  InFlightCall: object(inFlightCall, "A call that was sent and not answered: its object may exist."),
  SettledCall: object(
    {
      ...inFlightCall,
      became: perhaps("What a look at its object has told.", [
        "took-effect",
        "came-to-nothing",
        "not-shown",
        "not-seen",
        "pending",
        "unreadable",
        "not-provably-ours",
      ]),
      detail: text("In words.", { maxLength: 65_536 }),
    },
    "A call that was in flight, and what became of it.",
  ),
  Run: {
    ...object({ ...run, "changes?": changes }, "A run as it is now."),
    examples: [sampleRunDocument],
  },
  CancelledRun: {
    ...object({ ...run, "changes?": changes, inFlight }, "A run that was asked to stop, and its calls in flight."),
    examples: [{ ...sampleRunDocument, inFlight: [] }],
  },
  RunList: {
    ...page("runs", ref("Run"), "A page of runs, newest first."),
    examples: [{ runs: [{ ...sampleRunDocument, changes: 1 }] }],
  },
  RunStep: object(
    {
      name,
      type: orNull(type),
      operation: orNull(oneOf("The call.", ["create", "update", "delete", "undelete"])),
      id: orNull(text("Id on the platform.")),
      at: orNull(moment("When it was sent.")),
      outcome: oneOf("What came of it; `open`: no result is recorded.", ["done", "failed", "open"]),
      detail: text("In words.", { maxLength: 65_536 }),
    },
    "One call of a run, or a step that ended without any.",
  ),
  RunWithSteps: {
    ...object(
      { ...run, changes, steps: list(ref("RunStep"), "What it did so far.", 100_000), inFlight },
      "A run, call by call.",
    ),
    examples: [
      {
        ...sampleRunDocument,
        changes: 1,
        steps: [
          {
            name: "portal",
            type: "iam:OAuthClient",
            operation: "create",
            id: "projects/acme/locations/global/oauthClients/web-portal",
            at: "2026-01-01T00:00:00.030Z",
            outcome: "done",
            detail: "",
          },
        ],
        inFlight: [],
      },
    ],
  },
  RunEvent: {
    description: "One event of a run; the last is the summary.",
    oneOf: [
      object(
        {
          event: is("started"),
          run: runId,
          stack: text("Name of the stack.", { maxLength: 63 }),
          plan: planDigest,
          steps: count("How many steps there are."),
        },
        "It began.",
      ),
      object({ ...step, phase: is("started") }, "A step began."),
      object(
        { ...step, phase: is("waiting"), detail: text("For what.", { maxLength: 65_536 }) },
        "A step waits for its platform.",
      ),
      object(
        {
          ...step,
          phase: is("done"),
          "id?": text("Id on the platform."),
          durationMs: large("How long it took, in milliseconds."),
          "wasAbsent?": flag("What was to be deleted was gone before; it is in no count of what was deleted."),
          "warning?": ref("Problem"),
        },
        "A step is done.",
      ),
      object(
        { ...step, phase: oneOf("How it ended.", ["failed", "skipped", "in-flight"]), problem: ref("Problem") },
        "A step failed, or was not begun, or its call was left in flight.",
      ),
      ref("RunSummary"),
    ],
    examples: [{ event: "started", run: sampleRun, stack: "dev", plan: sampleDigest, steps: 1 }],
  },
  RunSummary: object(
    {
      event: is("summary"),
      run: runId,
      status: oneOf("How it ended.", ["done", "failed", "refused", "stopped", "cancelled"]),
      ...counts,
      failed: count("Steps that failed."),
      skipped: count("Steps that were not begun."),
      inFlight,
      durationMs: large("How long it took, in milliseconds."),
      outputs,
      problems,
    },
    "How a run ended.",
  ),
};
