import {
  component,
  count,
  document,
  flag,
  type Infer,
  large,
  list,
  object,
  oneOf,
  orNull,
  ref,
  text,
} from "../words.ts";
import { Problem } from "./problems.ts";

export const Version = document(
  "Version",
  "The version.",
  {
    version: text("Of Plumbline.", { maxLength: 64 }),
    readOnly: flag(
      "Nothing but reads leaves for the vendors, and nothing that is kept is changed (`PLUMB_READ_ONLY`).",
    ),
  },
  { version: "0.2.0", readOnly: false },
);
export type VersionView = Infer<typeof Version>;

export const Health = document(
  "Health",
  "How the process is.",
  {
    status: oneOf("How it is.", ["ok", "unavailable", "ending"]),
    "reason?": text("Why requests can't be served.", { maxLength: 200 }),
  },
  { status: "ok" },
);

export const OpenApiDocument = component<{ readonly openapi: string }>("OpenApiDocument", {
  type: "object",
  description: "A description in OpenAPI.",
  additionalProperties: true,
  properties: { openapi: text("Version of OpenAPI.", { maxLength: 10 }) },
  required: ["openapi"],
  examples: [{ openapi: "3.1.0" }],
});

export const MetricsText = component(
  "MetricsText",
  text("Counters in OpenMetrics.", { maxLength: 16_777_216 }),
  "# EOF\n",
);

export const StoreHealth = document(
  "StoreHealth",
  "How the store is.",
  {
    file: orNull(text("Where it is.")),
    status: oneOf("How it is.", ["nothing", "whole", "damaged", "repaired"]),
    counts: object(
      {
        stacks: count("Stacks."),
        records: count("Records."),
        openIntents: count("Calls whose result is not recorded."),
        claims: count("Claims."),
        journalEntries: large("Entries of journals."),
        plans: count("Plans."),
        sealedValues: count("Sealed values."),
      },
      "What there is, or what a repair keeps.",
    ),
    damage: list(text("A sentence.", { maxLength: 65_536 }), "What is not as it was written."),
    lost: list(text("A sentence.", { maxLength: 65_536 }), "What can't be recovered or is unsure."),
    mended: list(ref(Problem), "What a repair mends, or has mended, without any loss.", 10_000),
    "needsBackup?": flag("A repair brings nothing back here: the way back is a backup of the database."),
    "keys?": object(
      {
        version: count("Version of the newest data key."),
        former: count("Former data keys that are kept for values in files of the users' own."),
        unfinished: flag("A rotation was broken off: running it again ends it."),
      },
      "The keys of sealed values, where anything was sealed.",
    ),
    auditKeys: list(
      text("Id of a key.", { maxLength: 64 }),
      "Keys that signed the audit log and are not here, so that what they signed can't be checked.",
      100,
    ),
    keptAs: orNull(text("Where the damaged file is after a repair.")),
  },
  {
    file: "/var/lib/plumbline/state.db",
    status: "whole",
    counts: { stacks: 1, records: 7, openIntents: 0, claims: 7, journalEntries: 21, plans: 2, sealedValues: 1 },
    damage: [],
    lost: [],
    mended: [],
    auditKeys: [],
    keptAs: null,
  },
);
export type DoctorView = Infer<typeof StoreHealth>;

export const serviceComponents = [Version, Health, OpenApiDocument, MetricsText, StoreHealth] as const;
