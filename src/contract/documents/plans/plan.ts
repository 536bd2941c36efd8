import {
  anyValue,
  component,
  count,
  document,
  flag,
  type Infer,
  large,
  list,
  moment,
  object,
  oneOf,
  page,
  ref,
  text,
  variants,
} from "../../words.ts";
import { DriftRow } from "../drift.ts";
import { Imported } from "../imports.ts";
import { SettledCall } from "../in-flight-calls.ts";
import { name, planDigest, planKinds, problems, sampleDigest, stack, type } from "../members.ts";
import { Problem } from "../problems.ts";
import { Difference } from "./differences.ts";
import { noCounts, OptionChange, Step, Summary, sampleStep } from "./steps.ts";

const PlannedOutput = document("PlannedOutput", "An output whose value differs.", {
  name,
  "old?": anyValue("The value so far."),
  "new?": anyValue("The value to be."),
  "difference?": ref(Difference),
});

const Deferred = document("Deferred", "What can be planned only after other steps.", {
  name,
  why: text("The reason."),
});

const why = text("The reason.", { maxLength: 65_536 });

const IncludedResource = document("IncludedResource", "A resource that is none of the targets and is needed by one.", {
  name,
  neededBy: name,
});

const LeftResource = document("LeftResource", "A resource that a plan leaves as it is.", { name, why });

const UnobservedResource = document("UnobservedResource", "A resource that could not be read.", { name, type, why });

const RunEstimate = document(
  "RunEstimate",
  "What a run will cost, as far as can be told before it. Platforms that work in the background or ask for " +
    "fewer calls take longer.",
  {
    calls: list(
      object({ vendor: text("The vendor.", { maxLength: 64 }), calls: count("How many.") }, "Calls to one vendor."),
      "The calls by vendor, the most first. Reads that make sure of a call are not counted.",
    ),
    atLeastMs: large("How long the calls take where each takes as long as usual, in milliseconds."),
  },
);
export type RunEstimate = Infer<typeof RunEstimate>;

const planMembers = {
  digest: planDigest,
  stack: stack,
  kind: oneOf("What it is for.", planKinds),
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
  "round?": object(
    {
      doubted: list(
        name,
        "Of the resources in `used`, those whose recorded outputs the plan does not leave as they are: " +
          "the declaration is to be computed again without them.",
        100_000,
      ),
      beyond: list(
        ref(Problem),
        "What the plan in `after` did not defer, or would take something away: it needs an approval of its own. " +
          "None without `after`.",
        100_000,
      ),
    },
    "Where the request tells of its round; told where the plan is made.",
  ),
  "notesContext?": flag("The run notes another project or other sources of config than before, if nothing else."),
  "restored?": flag("The stack was restored from a backup: a run that ends well ends that, if nothing else."),
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

export const Plan = document(
  "Plan",
  "What a run would do, addressed by its content.",
  {
    ...planMembers,
    steps: list(
      ref(Step),
      "What would be done, sorted by the characters of the names (`a10` before `a2`), so that two plans can be " +
        "compared. `needs` has the order of the run; texts for people group the steps by risk.",
      100_000,
    ),
  },
  samplePlan,
);
export type PlanView = Infer<typeof Plan>;

const PlanWithoutSteps = document(
  "PlanWithoutSteps",
  "What a run would do, without the steps, which `listPlanSteps` gives in pages.",
  planMembers,
  samplePlanWithoutSteps,
);

export const ShownPlan = component(
  "ShownPlan",
  variants("A plan, with its steps or without them.", [ref(Plan), ref(PlanWithoutSteps)]),
  samplePlan,
);

export const PlanRow = document("PlanRow", "A plan in a list.", {
  digest: planDigest,
  kind: oneOf("What it is for.", planKinds),
  createdAt: moment("When it was made."),
  summary: ref(Summary),
});
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

export const plansComponents = [
  PlannedOutput,
  Deferred,
  IncludedResource,
  LeftResource,
  UnobservedResource,
  RunEstimate,
  Plan,
  PlanWithoutSteps,
  ShownPlan,
  PlanRow,
  PlanList,
] as const;
