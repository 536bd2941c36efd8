import {
  anyValue,
  component,
  count,
  each,
  flag,
  type Infer,
  is,
  large,
  list,
  moment,
  object,
  oneOf,
  page,
  perhaps,
  ref,
  shaped,
  text,
  variants,
} from "../words.ts";
import { DeclarationText } from "./declarations.ts";
import { Difference, RightsChange } from "./differences/differences.ts";
import { DriftRow } from "./drift.ts";
import { ImportEntry, Imported } from "./imports.ts";
import { SettledCall } from "./in-flight-calls.ts";
import {
  action,
  actions,
  counts,
  dropAllOf,
  exclude,
  maxDeletions,
  name,
  noDelete,
  planDigest,
  problems,
  putBack,
  replace,
  sampleDigest,
  skipUnreadable,
  stack,
  stepId,
  target,
  type,
} from "./members.ts";

export const Field = component(
  "Field",
  object(
    {
      path: text("JSON pointer below the resource's properties; `/id` where the reason is the identity."),
      "old?": anyValue("The value so far; absent when there was none."),
      "new?": anyValue("The value to be; absent when it goes away, `{$unknown}` when only the run can tell."),
      reason: oneOf("Why it differs.", [
        "declared",
        "drifted",
        "identity",
        "before deletion",
        "platform default",
        "known after apply",
      ]),
      replace: flag("Changing it forces a replacement."),
      "difference?": ref(Difference),
    },
    "A field that differs.",
  ),
);
export type FieldView = Infer<typeof Field>;

export const Step = component(
  "Step",
  object(
    {
      "step?": text(
        "Id of the step, unique in its plan; absent of what is left as it is, and of what goes with another step.",
        {
          maxLength: 1024,
        },
      ),
      needs: list(stepId, "The steps that must be done before."),
      name,
      type,
      action,
      "id?": text("Id on the platform, when it is known."),
      fields: list(ref(Field), "What differs."),
      "rights?": ref(RightsChange),
      warnings: list(text("A sentence.", { maxLength: 65_536 }), "What a careful colleague would say."),
      "superseded?": flag(
        "The old self of a replaced or moved object, which goes apart from what is made in its place, " +
          "or (`goneWith`) with it.",
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
);
export type StepView = Infer<typeof Step>;

export const OptionChange = component(
  "OptionChange",
  object(
    {
      name,
      option: text(
        "The option, as declarations name it; `version` is the interface version, `provider.KEY` a value of its " +
          "provider's configuration.",
        { maxLength: 256 },
      ),
      "old?": anyValue("The value so far; absent when there was none."),
      "new?": anyValue("The value to be; absent when there is none any more."),
    },
    "An option that is declared otherwise than it is recorded.",
  ),
);
export type OptionChangeView = Infer<typeof OptionChange>;

export const Summary = component(
  "Summary",
  object(
    counts,
    "How many objects: each that is made, changed or removed counts once. " +
      "`replace` is one removed and another made in its place; `delete` is every other removal, " +
      "also one that comes with an update.",
  ),
);
export type Summary = Infer<typeof Summary>;

/** What no steps come to. */
export const noSteps: Summary = {
  create: 0,
  update: 0,
  replace: 0,
  delete: 0,
  same: 0,
  read: 0,
  import: 0,
  adopt: 0,
  undelete: 0,
  retain: 0,
  move: 0,
};

const noCounts = each(actions, () => 0);

const PlannedOutput = component(
  "PlannedOutput",
  object(
    { name, "old?": anyValue("The value so far."), "new?": anyValue("The value to be.") },
    "An output whose value differs.",
  ),
);

const Deferred = component(
  "Deferred",
  object({ name, why: text("The reason.") }, "What can be planned only after other steps."),
);

const why = text("The reason.", { maxLength: 65_536 });

const IncludedResource = component(
  "IncludedResource",
  object({ name, neededBy: name }, "A resource that is none of the targets and is needed by one."),
);

const LeftResource = component("LeftResource", object({ name, why }, "A resource that a plan leaves as it is."));

const UnobservedResource = component(
  "UnobservedResource",
  object({ name, type, why }, "A resource that could not be read."),
);

const RunEstimate = component(
  "RunEstimate",
  object(
    {
      calls: list(
        object({ vendor: text("The vendor.", { maxLength: 64 }), calls: count("How many.") }, "Calls to one vendor."),
        "The calls by vendor, the most first. Reads that make sure of a call are not counted.",
      ),
      atLeastMs: large("How long the calls take where each takes as long as usual, in milliseconds."),
    },
    "What a run will cost, as far as can be told before it. Platforms that work in the background or ask for " +
      "fewer calls take longer.",
  ),
);
export type RunEstimate = Infer<typeof RunEstimate>;

const planMembers = {
  digest: planDigest,
  stack: stack,
  kind: oneOf("What it is for.", ["apply", "destroy", "undo", "refresh", "import"]),
  summary: ref(Summary),
  outputs: list(ref(PlannedOutput), "Outputs whose values differ."),
  deferred: list(ref(Deferred), "What is planned later."),
  drift: list(
    ref(DriftRow),
    "What moved on the platform since it was recorded and no step puts back: " +
      "a run takes the new values into the records.",
    1_000_000,
  ),
  options: list(
    ref(OptionChange),
    "Options of managed resources that are declared otherwise than they are recorded: a run notes them without a call.",
    1_000_000,
  ),
  "estimate?": ref(RunEstimate),
  records: list(name, "Unchanged resources whose record alone is brought up to date.", 100_000),
  imports: list(ref(Imported), "Of an import: each object, and the declaration that plans empty for it."),
  inFlight: list(ref(SettledCall), "Calls that were in flight when it was made; told where it is made."),
  "makesStack?": flag("There is no such stack yet: the run makes it."),
  "removesAll?": flag(
    "Nothing of what the stack manages stays: a run is refused unless its request says `allowEmpty`.",
  ),
  "readOnly?": flag("Made in the read-only mode, in which no run begins (`PLUMB_READ_ONLY`); told where it is made."),
  "notesContext?": flag("The run notes another project or other sources of config than before, if nothing else."),
  included: list(
    ref(IncludedResource),
    "Of a plan with targets: what is done beside them, since they need it.",
    100_000,
  ),
  left: list(ref(LeftResource), "What is left as it is, and why.", 100_000),
  notObserved: list(ref(UnobservedResource), "What could not be read and is left as it is, and why.", 100_000),
  "outside?": count("How many others of the stack are none of the targets and needed by none."),
  problems,
} as const;

const sampleStep = {
  step: "portal",
  needs: [],
  name: "portal",
  type: "iam:OAuthClient",
  action: "create",
  fields: [{ path: "/oauthClientId", new: "web-portal", reason: "declared", replace: false }],
  warnings: [],
} as const;

const samplePlanWithoutSteps = {
  digest: sampleDigest,
  stack: "portal/dev",
  kind: "apply",
  summary: { ...noCounts, create: 1 },
  outputs: [],
  deferred: [],
  drift: [],
  options: [],
  records: [],
  imports: [],
  inFlight: [],
  makesStack: true,
  included: [],
  left: [],
  notObserved: [],
  problems: [],
} as const;

const samplePlan = { ...samplePlanWithoutSteps, steps: [sampleStep] };

export const Plan = component(
  "Plan",
  object(
    { ...planMembers, steps: list(ref(Step), "What would be done.", 100_000) },
    "What a run would do, addressed by its content.",
  ),
  samplePlan,
);
export type PlanView = Infer<typeof Plan>;

const PlanWithoutSteps = component(
  "PlanWithoutSteps",
  object(planMembers, "What a run would do, without the steps, which `listPlanSteps` gives in pages."),
  samplePlanWithoutSteps,
);

export const ShownPlan = component(
  "ShownPlan",
  variants("A plan, with its steps or without them.", [ref(Plan), ref(PlanWithoutSteps)]),
  samplePlan,
);

export const PlanStepList = component(
  "PlanStepList",
  page("steps", ref(Step), "A page of the steps of a plan, by name as the plan has them."),
  { steps: [sampleStep] },
);

export const PlanRow = component(
  "PlanRow",
  object(
    {
      digest: planDigest,
      kind: oneOf("What it is for.", ["apply", "destroy", "undo", "refresh", "import"]),
      createdAt: moment("When it was made."),
      summary: ref(Summary),
    },
    "A plan in a list.",
  ),
);
export type PlanListRow = Infer<typeof PlanRow>;

export const PlanList = component("PlanList", page("plans", ref(PlanRow), "A page of plans, newest first."), {
  plans: [
    {
      digest: sampleDigest,
      kind: "apply",
      createdAt: "2026-01-01T00:00:00.000Z",
      summary: { ...noCounts, create: 1 },
    },
  ],
});

const refresh = flag("False believes the last observations of managed objects.", { default: true });

const forRun = flag(
  "True for a plan that is to be run at once: while another holds the stack it is refused (`stack-busy`), " +
    "before anything is read. False shows what there is of the moment, and says so first.",
  { default: false },
);

export const PlanRequest = component(
  "PlanRequest",
  variants("What to plan.", [
    object(
      {
        kind: is("apply"),
        "declaration?": ref(DeclarationText),
        "refresh?": refresh,
        "forRun?": forRun,
        "withoutConfig?": list(
          text("A config key.", { minLength: 1, maxLength: 256 }),
          "Keys whose values are to be missing, though the last run had them.",
          1000,
        ),
        "dropAllOf?": dropAllOf,
        "target?": target,
        "exclude?": exclude,
        "replace?": replace,
        "skipUnreadable?": skipUnreadable,
        "noDelete?": noDelete,
        "maxDeletions?": maxDeletions,
        "newStack?": flag("The stack may be one that the run makes; otherwise it must exist.", { default: false }),
      },
      "Apply a declaration to the platforms: the one given, or the one kept for the stack.",
    ),
    object(
      {
        kind: is("destroy"),
        "declaration?": ref(DeclarationText),
        "refresh?": refresh,
        "dropAllOf?": dropAllOf,
        "target?": target,
        "exclude?": exclude,
        "skipUnreadable?": skipUnreadable,
        "keepProtected?": flag("What is protected is left as it is, with what it needs.", { default: false }),
        "maxDeletions?": maxDeletions,
        "forRun?": forRun,
      },
      "Remove everything the stack manages, or a part of it.",
    ),
    object(
      {
        kind: is("refresh"),
        "dropAllOf?": dropAllOf,
        "target?": target,
        "exclude?": exclude,
        "forRun?": forRun,
      },
      "Record what the platforms show now.",
    ),
    object(
      {
        kind: is("import"),
        imports: list(ref(ImportEntry), "The objects.", 1000, { minItems: 1 }),
        "declaration?": ref(DeclarationText),
        "forRun?": forRun,
      },
      "Bring existing objects under management.",
    ),
    object(
      {
        kind: is("undo"),
        run: shaped(
          "The run to take back, or the edit of the state.",
          "^[A-Za-z0-9._:-]+$",
          64,
          "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
        ),
        "dropAllOf?": dropAllOf,
        "forRun?": forRun,
      },
      "Take back what a run did.",
    ),
  ]),
  { kind: "apply", refresh: true },
);

export type Action = (typeof actions)[number];

export const plansComponents = [
  Field,
  Step,
  OptionChange,
  Summary,
  PlannedOutput,
  Deferred,
  IncludedResource,
  LeftResource,
  UnobservedResource,
  RunEstimate,
  Plan,
  PlanWithoutSteps,
  ShownPlan,
  PlanStepList,
  PlanRow,
  PlanList,
  PlanRequest,
] as const;
