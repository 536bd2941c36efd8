import { longestName, longestPart } from "../stack-name.ts";
import {
  component,
  count,
  document,
  flag,
  type Infer,
  large,
  list,
  map,
  moment,
  object,
  oneOf,
  orNull,
  page,
  ref,
  shaped,
  text,
} from "../words.ts";
import { driftClasses } from "./drift.ts";
import { mostNames, stack, values } from "./members.ts";
import { Problem } from "./problems.ts";

const lastRun = object(
  {
    run: text("Its id.", { maxLength: 256 }),
    status: oneOf("How it stands, or how it ended.", ["running", "done", "failed", "cancelled", "broken-off"]),
    startedAt: moment("When it began."),
    endedAt: orNull(moment("When it ended.")),
  },
  "The run that began last; null where none ever did, and for who may not read runs.",
);

const driftCounts = object(
  {
    at: moment("When the objects were looked at."),
    byClass: map(count("How many."), "Differences by their class, those that there are.", driftClasses.length),
  },
  "What the last look by the clock found; null where there was none, and for who may not read the state.",
);

const sampleStack = {
  ...{ stack: "portal/prod", project: "portal", name: "prod", resources: 7, serial: 12, problems: [] },
  lastRun: {
    ...{ run: "0b6f4a52c8e14a7d9b1c", status: "done" as const },
    ...{ startedAt: "2026-01-01T00:00:00.020Z", endedAt: "2026-01-01T00:00:04.130Z" },
  },
  drift: { at: "2026-01-01T01:00:00.000Z", byClass: { "out-of-band": 1 } },
};

export const Stack = document(
  "Stack",
  "A stack.",
  {
    stack,
    project: text("Its project: the `name` of the declarations that it takes.", { maxLength: longestPart }),
    name: text("Its name within the project.", { maxLength: longestPart }),
    resources: count("How many objects it manages."),
    serial: large("Grows with every write to its state."),
    lastRun: orNull(lastRun),
    drift: orNull(driftCounts),
    "restored?": object(
      { at: moment("When it was restored."), madeAt: moment("When the backup was made.") },
      "The stack was restored from a backup, and no run of all of it has ended well since. Left out elsewhere.",
    ),
    "transfer?": object(
      {
        phase: oneOf("How far the move has come.", ["leaving", "moved", "arriving"]),
        place: text("The other store, in words.", { maxLength: 4_096 }),
      },
      "The stack is on its way to or from another store, or has gone there. Left out elsewhere.",
    ),
    problems: list(ref(Problem), "Why nothing more is known of it: its numbers are 0 then.", 100),
  },
  sampleStack,
);
export type StackRow = Infer<typeof Stack>;

export const StackList = component("StackList", page("stacks", ref(Stack), "A page of stacks, by name."), {
  stacks: [sampleStack],
});

export const Outputs = document(
  "Outputs",
  "The outputs of a stack.",
  { outputs: values("By name.") },
  {
    outputs: { clientId: "web-portal" },
  },
);

const Webhook = document("Webhook", "A target that is told what happens to a stack.", {
  id: text("Names it within the stack.", { maxLength: 40 }),
  url: text("Where messages are sent.", { maxLength: 2048, pattern: "^https?://" }),
  topics: list(oneOf("What is told.", ["run.ended", "drift.found"]), "What is told.", 2),
});

const settings = {
  approvals: count("How many others must approve a run."),
  driftEveryMs: orNull(large("How often drift is looked for, in milliseconds; null: never.")),
  webhooks: list(ref(Webhook), "Who is told.", 20),
};
const sampleSettings = { approvals: 1, driftEveryMs: 3_600_000, webhooks: [] };

export const StackSettings = document("StackSettings", "How the service treats a stack.", settings, sampleSettings);

export const ChangedStackSettings = document(
  "ChangedStackSettings",
  "How the service treats a stack after a change.",
  { ...settings, problems: list(ref(Problem), "Warnings: that no one can give the approvals.", 100) },
  { ...sampleSettings, problems: [] },
);

const WebhookWrite = document("WebhookWrite", "A target that is told what happens to a stack.", {
  id: shaped("Names it within the stack.", "^[a-z][a-z0-9-]*$", 40, "deploys"),
  url: text("Where messages are sent, by HTTPS.", { maxLength: 2048, pattern: "^https://" }),
  topics: list(oneOf("What is told.", ["run.ended", "drift.found"]), "What is told.", 2, { minItems: 1 }),
  "secret?": text("What messages are signed with; kept as it was where it is left out.", {
    maxLength: 200,
    pattern: "^whsec_[A-Za-z0-9+/=_-]+$",
    writeOnly: true,
  }),
});

export const StackSettingsWrite = document(
  "StackSettingsWrite",
  "How the service is to treat a stack.",
  {
    "approvals?": count("How many others must approve a run.", { maximum: 20, default: 0 }),
    "driftEveryMs?": orNull(large("How often drift is looked for, in milliseconds; null: never.", 60_000)),
    "webhooks?": list(ref(WebhookWrite), "Who is told.", 20),
  },
  { approvals: 1, driftEveryMs: 3_600_000, webhooks: [] },
);

export const NewStack = document(
  "NewStack",
  "A stack to be made.",
  { name: text("Its name within the project.", { minLength: 1, maxLength: longestPart }) },
  { name: "prod" },
);

export const StackMove = document(
  "StackMove",
  "Another name for a stack.",
  { to: text("Its new whole name: `PROJECT/STACK`.", { minLength: 3, maxLength: longestName }) },
  { to: "portal/prod" },
);

export const StackPrune = document(
  "StackPrune",
  "Which runs of a stack are to go: those that nothing of it keeps.",
  {
    "keep?": count("So many of the newest runs stay; 10 where neither this nor an age is given."),
    "olderThanMs?": large("What happened in this time stays, in milliseconds."),
    "dryRun?": flag("Only tell what would go.", { default: false }),
  },
  { keep: 20, olderThanMs: 2_592_000_000 },
);
export type StackPrune = Infer<typeof StackPrune>;

export const PrunedStack = document(
  "PrunedStack",
  "What was pruned of a stack.",
  {
    stack,
    dryRun: flag("Nothing went: it was only told what would go."),
    runs: count("How many runs went, with their events."),
    edits: count("How many edits of the state went from its history."),
    plans: count("How many plans went."),
    runsKept: count("How many runs stay."),
    upTo: orNull(moment("Of what happened up to then only its result is kept; null: all of it is.")),
  },
  {
    stack: "portal/prod",
    dryRun: false,
    runs: 41,
    edits: 3,
    plans: 57,
    runsKept: 20,
    upTo: "2026-01-01T00:00:04.130Z",
  },
);
export type PrunedStack = Infer<typeof PrunedStack>;

export const SealedConfigValue = document(
  "SealedConfigValue",
  "A sealed config value.",
  { sealed: text("For a file.", { maxLength: 200_000 }) },
  { sealed: "1.c2VhbGVk" },
);

export const OpenedConfig = document(
  "OpenedConfig",
  "Config values in the clear.",
  { values: map(text("A value.", { maxLength: 65_536 }), "By config key.") },
  { values: { password: "correct horse" } },
);

export const ConfigValue = document(
  "ConfigValue",
  "A config value to be sealed.",
  {
    key: text("The config key.", { minLength: 1, maxLength: 256 }),
    value: text("Its value.", { maxLength: 65_536 }),
  },
  { key: "password", value: "correct horse" },
);

export const SealedConfig = document(
  "SealedConfig",
  "Sealed config values of a stack.",
  { values: map(text("A sealed value.", { maxLength: 200_000 }), "By config key.", mostNames) },
  { values: { password: "1.c2VhbGVk" } },
);

export const stacksComponents = [
  Stack,
  StackList,
  Outputs,
  Webhook,
  StackSettings,
  ChangedStackSettings,
  WebhookWrite,
  StackSettingsWrite,
  NewStack,
  StackMove,
  StackPrune,
  PrunedStack,
  SealedConfigValue,
  OpenedConfig,
  ConfigValue,
  SealedConfig,
] as const;
