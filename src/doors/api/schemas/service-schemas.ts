import type { JsonSchema } from "../json-schema.ts";
import {
  anyValue,
  count,
  flag,
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
} from "../schema-words.ts";

const principal = text("Unique and stable.", { maxLength: 600 });
const role = oneOf("The role.", ["reader", "planner", "operator", "admin"]);
const scope = object(
  {
    stacks: orNull(
      list(text("Name of a stack.", { maxLength: 63 }), "Null: every stack that its owner may reach.", 100),
    ),
    role,
  },
  "What a token is limited to.",
);
const token = {
  id: text("Names the token; no secret.", { maxLength: 64 }),
  name: text("What people know it by."),
  owner: orNull(text("Whose rights it lends; null: a machine's.", { maxLength: 600 })),
  "ownerName?": text("What people know the owner by."),
  scope: ref("TokenScope"),
  accountAdmin: flag("Of a machine: account admin of the platforms that know such a rank."),
  workspaces: list(text("Origin of a workspace."), "Of a machine: the workspaces it is a member of.", 100),
  createdBy: principal,
  createdAt: moment("When it was made."),
  expiresAt: moment("When it ends."),
  revokedAt: orNull(moment("When it was revoked.")),
  principal,
};
const sampleToken = {
  id: "3f9a0001c2d3",
  name: "deploys",
  owner: "user:https://id.acme.example|ada",
  scope: { stacks: ["prod"], role: "operator" },
  accountAdmin: false,
  workspaces: [],
  createdBy: "user:https://id.acme.example|ada",
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-01-31T00:00:00.000Z",
  revokedAt: null,
  principal: "token:3f9a0001c2d3",
};
const credentialPlace = object(
  {
    environment: orNull(text("Environment variable of the server that holds it.", { maxLength: 256 })),
    file: orNull(text("File of the server that holds it.", { maxLength: 4096 })),
    clientId: orNull(text("OAuth client whose secret it is; null: it is a bearer token.", { maxLength: 256 })),
  },
  "Where a credential is found; where neither is named, in the usual variables and tools of the kind.",
);
const sampleCredential = {
  name: "prod",
  etag: "7",
  kind: "databricks",
  origins: ["https://adb-1.azuredatabricks.net"],
  private: false,
  credential: { environment: null, file: "/run/secrets/databricks", clientId: null },
  stacks: ["prod-*"],
  from: "api",
  at: "2026-01-01T00:00:00.000Z",
  by: "user:https://id.acme.example|ada",
};
const link = {
  seq: large("Place in the log, from 1."),
  at: moment("When."),
  previous: orNull(text("Digest of the entry before.", { maxLength: 100 })),
  digest: text("Over all the rest of the entry.", { maxLength: 100 }),
};
const field = ref("TypeField");

/** Members of a role that somebody holds. */
const heldRole = {
  subject: text("A principal, or `group:` and the name of a group.", { maxLength: 600 }),
  "subjectName?": text("What people know the principal by, where the service has seen it."),
  stack: text("Name of the stack; `*`: every stack, and the service itself.", { maxLength: 63 }),
  role,
  by: text("Who gave it.", { maxLength: 600 }),
  at: moment("When."),
};

export const serviceSchemas: Readonly<Record<string, JsonSchema>> = {
  Version: {
    ...object(
      {
        version: text("Of Plumbline.", { maxLength: 64 }),
        readOnly: flag("Nothing but reads leaves for the vendors, and no run begins (`PLUMB_READ_ONLY`)."),
      },
      "The version.",
    ),
    examples: [{ version: "0.1.0", readOnly: false }],
  },
  Health: {
    ...object({ status: oneOf("How it is.", ["ok", "ending"]) }, "How the process is."),
    examples: [{ status: "ok" }],
  },
  OpenApiDocument: {
    type: "object",
    description: "A description in OpenAPI 3.1.",
    additionalProperties: true,
    properties: { openapi: text("Version of OpenAPI.", { maxLength: 10 }) },
    required: ["openapi"],
    examples: [{ openapi: "3.1.0" }],
  },
  MetricsText: { ...text("Counters in OpenMetrics.", { maxLength: 16_777_216 }), examples: ["# EOF\n"] },
  TokenScope: scope,
  Caller: object(
    {
      principal,
      "owner?": text("Whose token it is.", { maxLength: 600 }),
      "person?": text("Who is behind the token: approvals count by this.", { maxLength: 600 }),
      name: text("An e-mail address, or the name of a token."),
      groups: list(text("Name of a group."), "The groups it is in."),
      accountAdmin: flag("Account admin of the platforms that know such a rank."),
      workspaces: list(text("Origin of a workspace."), "The workspaces it is a member of."),
      scope: orNull(scope),
    },
    "Who asks, as far as it was proved.",
  ),
  WhoAmI: {
    ...object(
      {
        caller: ref("Caller"),
        readOnly: flag("Nothing but reads leaves for the vendors, and no run begins (`PLUMB_READ_ONLY`)."),
      },
      "Who asks.",
    ),
    examples: [
      {
        readOnly: false,
        caller: {
          principal: "user:https://id.acme.example|ada",
          name: "ada@acme.example",
          groups: ["platform-team"],
          accountAdmin: false,
          workspaces: [],
          scope: null,
        },
      },
    ],
  },
  CredentialPlace: credentialPlace,
  Credential: {
    ...object(
      {
        name: text("A provider of that name means it where several would do.", { maxLength: 64 }),
        etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
        kind: text("Kind of the providers that it is for.", { maxLength: 64 }),
        origins: orNull(list(text("An origin.", { maxLength: 300 }), "Where it may go; null: the vendor's own.", 100)),
        private: flag("Those origins may have private addresses."),
        credential: ref("CredentialPlace"),
        stacks: list(
          text("Name of stacks, in which `*` stands for any text.", { maxLength: 63 }),
          "Who may use it.",
          100,
        ),
        from: oneOf("Where it was named.", ["settings", "api"]),
        at: orNull(moment("When it was named; null of one of the settings.")),
        by: orNull(text("Principal of who named it; null of one of the settings.", { maxLength: 600 })),
      },
      "A credential of the service for a vendor: where it is found and where it may go, never what it is.",
    ),
    examples: [sampleCredential],
  },
  CredentialList: {
    ...page("credentials", ref("Credential"), "A page of credentials."),
    examples: [{ credentials: [sampleCredential] }],
  },
  Login: object(
    {
      issuer: text("Of tokens.", { maxLength: 2048 }),
      clientId: text("As which the command signs in."),
      scope: text("What is asked for."),
      audience: text("For whom tokens must be."),
    },
    "Where one can sign in.",
  ),
  LoginList: {
    ...object({ logins: list(ref("Login"), "The issuers.", 100) }, "Where one can sign in."),
    examples: [{ logins: [] }],
  },
  Finding: object(
    {
      check: text("What was looked at: one word, or the type and id of an object."),
      status: oneOf("`unknown`: it can't be told from there, which is no failure.", ["pass", "fail", "unknown"]),
      detail: text("What was found.", { maxLength: 65_536 }),
      remedy: orNull(text("What to do.", { maxLength: 65_536 })),
      permission: orNull(text("The right that is missing, by the vendor's name, where the answer names it.")),
      registers: orNull(
        text("The platform's name of what has to be registered, or switched on, before.", { maxLength: 1024 }),
      ),
    },
    "One thing that was looked at.",
  ),
  RefusedRegistration: object(
    {
      provider: text("As the declaration calls it."),
      registers: text("As the platform calls it, and a finding says.", { maxLength: 1024 }),
      finding: ref("Finding"),
    },
    "Something that was not registered, and why.",
  ),
  RegistrationList: {
    ...object(
      {
        registrations: list(ref("Registration"), "What was asked for.", 1000),
        refused: list(ref("RefusedRegistration"), "What a vendor refused, or nobody was asked for.", 1000),
      },
      "What became of registrations.",
    ),
    examples: [{ registrations: [], refused: [] }],
  },
  Vendors: {
    ...object(
      {
        status: oneOf("The worst of all findings.", ["pass", "fail", "unknown"]),
        findings: list(ref("Finding"), "What belongs to no provider."),
        providers: list(
          object(
            {
              name: text("As the declaration calls it."),
              kind: text("Of provider."),
              findings: list(ref("Finding"), "What was found."),
            },
            "One provider.",
          ),
          "The providers of the declaration.",
          10_000,
        ),
      },
      "How the vendors that a declaration leads to look from there.",
    ),
    examples: [
      {
        status: "pass",
        findings: [],
        providers: [
          {
            name: "google",
            kind: "google",
            findings: [
              {
                check: "clock",
                status: "pass",
                detail: "the vendor's clock is 0 s ahead",
                remedy: null,
                permission: null,
                registers: null,
              },
            ],
          },
        ],
      },
    ],
  },
  StoreHealth: {
    ...object(
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
        mended: list(ref("Problem"), "What a repair mends, or has mended, without any loss.", 10_000),
        keptAs: orNull(text("Where the damaged file is after a repair.")),
      },
      "How the store is.",
    ),
    examples: [
      {
        file: "/var/lib/plumbline/state.db",
        status: "whole",
        counts: { stacks: 1, records: 7, openIntents: 0, claims: 7, journalEntries: 21, plans: 2, sealedValues: 1 },
        damage: [],
        lost: [],
        mended: [],
        keptAs: null,
      },
    ],
  },
  TypeRow: object(
    {
      type: text("Token, `namespace:Name`.", { maxLength: 256 }),
      kind: oneOf("What it is.", ["resource", "function"]),
      title: text("For people."),
      provider: text("Kind of the provider that it needs."),
    },
    "A type or a function in a list.",
  ),
  TypeList: {
    ...page("types", ref("TypeRow"), "What can be declared or called."),
    examples: [{ types: [{ type: "iam:OAuthClient", kind: "resource", title: "OAuth client", provider: "google" }] }],
  },
  TypeField: object(
    {
      name: text("Of the field."),
      type: text("In words."),
      required: flag("It must be given."),
      replace: flag("Changing it forces a replacement."),
      "immutable?": flag("The platform never changes it."),
      "secret?": flag("Sealed at rest, masked everywhere."),
      description: text("For people.", { maxLength: 65_536 }),
      limits: list(text("A rule, as a sentence part.", { maxLength: 65_536 }), "Rules on the value."),
      "default?": text("Where the value comes from when it is left out."),
      "absentMeans?": anyValue("The value that the platform means when the field is absent."),
      fields: list(field, "The fields inside it."),
    },
    "A field of a type.",
  ),
  Type: {
    ...object(
      {
        type: text("Token.", { maxLength: 256 }),
        kind: oneOf("What it is.", ["resource", "function"]),
        title: text("For people."),
        provider: text("Kind of the provider that it needs."),
        aliases: list(text("Token."), "Other tokens."),
        description: text("For people.", { maxLength: 65_536 }),
        section: text("Of the specification."),
        versions: object(
          { default: text("The usual one."), others: list(text("A version."), "Asked for as `type@version`.") },
          "Interface versions.",
        ),
        fields: list(field, "Inputs, or arguments."),
        outputs: list(field, "What references may read besides the inputs; the result of a function."),
        importForms: list(text("A form with `<variables>`."), "Forms of an id."),
        "onDestroy?": perhaps("What a destroy does to an object.", ["delete", "restore", "retain"]),
      },
      "Everything one can know of a type before writing it down.",
    ),
    examples: [
      {
        type: "iam:OAuthClient",
        kind: "resource",
        title: "OAuth client",
        provider: "google",
        aliases: [],
        description: "A client of an identity provider.",
        section: "1",
        versions: { default: "v1", others: [] },
        fields: [],
        outputs: [],
        importForms: [],
        onDestroy: "delete",
      },
    ],
  },
  TypeSchema: {
    type: "object",
    description: "A schema of JSON Schema 2020-12.",
    properties: {
      $schema: text("The dialect.", { pattern: "^https?://" }),
      type: text("Of the inputs.", { maxLength: 16 }),
    },
    required: ["$schema"],
    additionalProperties: true,
    examples: [{ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }],
  },
  Token: { ...object(token, "A token, without its secret."), examples: [sampleToken] },
  CreatedToken: {
    ...object(
      { ...token, "token?": text("The token itself: here, and never again.", { maxLength: 200 }) },
      "A token that was made.",
    ),
    examples: [sampleToken],
  },
  TokenList: {
    ...page("tokens", ref("Token"), "A page of tokens, newest first."),
    examples: [{ tokens: [sampleToken] }],
  },
  Principal: {
    type: "object",
    description: "A person who has signed in.",
    properties: {
      principal,
      name: text("What people know them by."),
      groups: list(text("Name of a group."), "The groups they are in."),
      accountAdmin: flag("Account admin of the platforms that know such a rank."),
      workspaces: list(text("Origin of a workspace."), "The workspaces they are members of."),
    },
    required: ["principal", "name", "groups", "workspaces"],
    additionalProperties: true,
  },
  PrincipalList: { ...page("principals", ref("Principal"), "A page of principals."), examples: [{ principals: [] }] },
  RoleAssignment: {
    ...object(heldRole, "A role, and who holds it."),
    examples: [
      {
        subject: "group:platform-team",
        stack: "prod",
        role: "operator",
        by: "user:https://id.acme.example|ada",
        at: "2026-01-01T00:00:00.000Z",
      },
    ],
  },
  GivenRole: {
    ...object(
      { ...heldRole, problems: list(ref("Problem"), "Warnings: that the service has never seen whom it is for.", 100) },
      "A role as it was given.",
    ),
    examples: [
      {
        subject: "group:platform-team",
        stack: "prod",
        role: "operator",
        by: "user:https://id.example|4711",
        at: "2026-01-01T00:00:00.000Z",
        problems: [],
      },
    ],
  },
  RoleAssignmentList: {
    ...page("assignments", ref("RoleAssignment"), "A page of roles, by who holds them."),
    examples: [{ assignments: [] }],
  },
  AuditEntry: {
    description: "An entry of the audit log.",
    oneOf: [
      object(
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
          "role?": perhaps("The role that is given.", ["reader", "planner", "operator", "admin"]),
          stack: orNull(text("Name of the stack.", { maxLength: 255 })),
          subject: orNull(text("What it is about below the stack.")),
          plan: orNull(text("Digest of a plan.", { maxLength: 100 })),
          paths: list(text("A JSON pointer."), "Of secrets that are revealed: where they stand."),
        },
        "What is about to be done.",
      ),
      object(
        {
          ...link,
          kind: is("outcome"),
          of: large("Place of the intent."),
          result: oneOf("What came of it.", ["done", "refused", "failed"]),
          status: orNull(count("HTTP status of the answer.")),
          code: orNull(text("Code of the problem.", { maxLength: 64 })),
        },
        "What came of it.",
      ),
    ],
  },
  AuditEntryList: {
    ...page("entries", ref("AuditEntry"), "A page of the log, oldest first."),
    examples: [{ entries: [] }],
  },
  AuditReport: {
    ...object(
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
      "How the audit log is.",
    ),
    examples: [{ ok: true, length: 42, head: "sha256:0123", findings: [], vouchedFor: 42, ofOtherKeys: 0, open: [] }],
  },
};
