import {
  anyValue,
  component,
  document,
  each,
  flag,
  type Infer,
  list,
  object,
  oneOf,
  page,
  perhaps,
  ref,
  text,
} from "../../words.ts";
import { driftRanks } from "../drift.ts";
import { action, actions, counts, name, putBack, stepId, type } from "../members.ts";
import { Difference, RightsChange } from "./differences.ts";

export const Field = document("Field", "A field that differs.", {
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
  "rank?": perhaps(
    "Of a resource that governs access: what the change means for people's access, as the same drift would.",
    driftRanks,
  ),
});
export type FieldView = Infer<typeof Field>;

export const Step = document("Step", "What a run would do to one resource.", {
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
  "ignores?": object(
    { paths: list(text("A path, as `ignoreChanges` names it."), "At least one.") },
    "Of what is unchanged: what `ignoreChanges` leaves as it is, be it as declared or not.",
  ),
  "superseded?": flag(
    "The old self of a replaced or moved object, which goes apart from what is made in its place, " +
      "or (`goneWith`) with it.",
  ),
  "order?": perhaps("Of a replacement: which comes first.", ["create-before-delete", "delete-before-create"]),
  "keepsOld?": flag("Of a replacement: the old object stays, because the plan is to delete nothing."),
  "done?": flag("Of a read: it was done while planning."),
  "movedFrom?": text("The logical name that it had so far."),
  "undeletes?": flag("A soft-deleted object is undeleted instead of creating one."),
  "goneWith?": text(
    "The resource to which something is done that takes this object along: no call of its own is made.",
  ),
  "putBack?": putBack,
  "blocked?": flag("A run refuses it without a call, and what needs it too; `warnings` say why. It is not counted."),
});
export type StepView = Infer<typeof Step>;

export const OptionChange = document("OptionChange", "An option that is declared otherwise than it is recorded.", {
  name,
  option: text(
    "The option, as declarations name it; `version` is the interface version, `provider.KEY` a value of its " +
      "provider's configuration.",
    { maxLength: 256 },
  ),
  "old?": anyValue("The value so far; absent when there was none."),
  "new?": anyValue("The value to be; absent when there is none any more."),
  "difference?": ref(Difference),
});
export type OptionChangeView = Infer<typeof OptionChange>;

export const Summary = document(
  "Summary",
  "How many objects: each that is made, changed or removed counts once. " +
    "`replace` is one removed and another made in its place, and `create` where the old one stays; " +
    "`delete` is every other removal, " +
    "also one that comes with an update.",
  counts,
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

export const noCounts = each(actions, () => 0);

export const sampleStep = {
  step: "portal",
  needs: [],
  name: "portal",
  type: "iam:OAuthClient",
  action: "create",
  fields: [{ path: "/oauthClientId", new: "web-portal", reason: "declared", replace: false }],
  warnings: [],
} as const;

export const PlanStepList = component(
  "PlanStepList",
  page("steps", ref(Step), "A page of the steps of a plan, by name as the plan has them."),
  { steps: [sampleStep] },
);

export type Action = (typeof actions)[number];

export const stepsComponents = [Field, Step, OptionChange, Summary, PlanStepList] as const;
