import { roles } from "../roles.ts";
import {
  component,
  count,
  document,
  flag,
  type Infer,
  is,
  large,
  list,
  moment,
  object,
  oneOf,
  orNull,
  page,
  perhaps,
  ref,
  text,
  variants,
} from "../words.ts";
import { principal, stack } from "./members.ts";

const link = {
  seq: large("Place in the log, from 1."),
  at: moment("When."),
  previous: orNull(text("Digest of the entry before.", { maxLength: 100 })),
  digest: text("Over all the rest of the entry.", { maxLength: 100 }),
};

export const auditResults = ["done", "refused", "failed"] as const;

const intent = object(
  {
    ...link,
    kind: is("intent"),
    principal,
    "principalName?": text("What people know the principal by now; no part of the chain."),
    from: object(
      { address: orNull(text("Of the network.")), userAgent: orNull(text("As it calls itself.")) },
      "From where.",
    ),
    request: text("Id of the request.", { maxLength: 64 }),
    action: text("In the words of the policies.", { maxLength: 64 }),
    "operation?": text("Id of the request's operation, in this description.", { maxLength: 64 }),
    "role?": perhaps("The role that is given.", roles),
    stack: orNull(stack),
    subject: orNull(text("What it is about below the stack.")),
    plan: orNull(text("Digest of a plan.", { maxLength: 100 })),
    paths: list(text("A JSON pointer."), "Of secrets that are revealed: where they stand."),
  },
  "What is about to be done.",
);

export const AuditEntry = component(
  "AuditEntry",
  variants("An entry of the audit log.", [
    intent,
    object(
      {
        ...link,
        kind: is("outcome"),
        of: large("Place of the intent."),
        result: oneOf("What came of it.", auditResults),
        status: orNull(count("HTTP status of the answer.")),
        code: orNull(text("Code of the problem.", { maxLength: 64 })),
        "intent?": intent,
      },
      "What came of it. Where the list was asked for by `result`, its intent stands beside it, " +
        "which is no part of what the digest is over.",
    ),
  ]),
);
export type AuditRow = Infer<typeof AuditEntry>;

export const AuditEntryList = component("AuditEntryList", page("entries", ref(AuditEntry), "A page of the log."), {
  entries: [],
});

export const AuditReport = document(
  "AuditReport",
  "How the audit log is.",
  {
    ok: flag("Nothing was found."),
    length: large("How many entries there are."),
    head: orNull(text("Digest of the last entry.", { maxLength: 100 })),
    findings: list(
      object(
        {
          seq: large("Place in the log that it shows at."),
          kind: text("What is wrong.", { maxLength: 64 }),
          detail: text("In words.", { maxLength: 65_536 }),
        },
        "Something that is not as it was written.",
      ),
      "The first ones.",
      100,
    ),
    "moreFindings?": count("How many there are besides."),
    vouchedFor: large("Up to where checkpoints vouch for the log."),
    ofOtherKeys: count("Checkpoints of keys that are not at hand."),
    open: list(large("A place."), "Places of intents without an outcome.", 100),
  },
  { ok: true, length: 42, head: "sha256:0123", findings: [], vouchedFor: 42, ofOtherKeys: 0, open: [] },
);
export type AuditReport = Infer<typeof AuditReport>;

/** Something in the audit log that is not as it was written. */
export type AuditFinding = AuditReport["findings"][number];

export const auditComponents = [AuditEntry, AuditEntryList, AuditReport] as const;
