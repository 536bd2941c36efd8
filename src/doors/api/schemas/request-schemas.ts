import { invariant } from "../../../base/invariant.ts";
import type { JsonSchema } from "../json-schema.ts";
import {
  anyValue,
  count,
  flag,
  is,
  list,
  map,
  mostText,
  object,
  oneOf,
  orNull,
  ref,
  shaped,
  text,
} from "../schema-words.ts";
import { problemSchemas } from "./problem-schemas.ts";

const name = "^[^\\u0000-\\u001f\\u007f/]+$";

/** How many names somebody gives values for at most: more than people write, and little to look at. */
const mostNames = 1000;

const declaration = ref("DeclarationText");
const provider = text("Name of the provider; its kind's default where none is named.", {
  minLength: 1,
  maxLength: 256,
});
const providerChoice: JsonSchema = {
  description: "Name of a kept provider, or a provider itself; the service's own surroundings where none is given.",
  anyOf: [text("Name of a kept provider.", { minLength: 1, maxLength: 256 }), ref("ProviderWrite")],
};
const options = map(anyValue("A value."), "Options of the resource, as in a declaration.", mostNames);
const dropAllOf = list(
  text("A provider's name.", { minLength: 1, maxLength: 256 }),
  "Providers of which every record may go. A plan or a refresh that would drop records of a provider of which no object is seen is refused without its name.",
  1000,
);
const refresh = flag("False believes the last observations of managed objects.", { default: true });
const forRun = flag(
  "True for a plan that is to be run at once: while another holds the stack it is refused (`stack-busy`), before anything is read. False shows what there is of the moment, and says so first.",
  { default: false },
);
const parallel = count("How many steps may be under way at once.", { minimum: 1, maximum: 1024, default: 32 });

/** Schemas of what is sent; each request is held against its own. */
const schemas: Readonly<Record<string, JsonSchema>> = {
  DeclarationText: {
    ...object(
      {
        file: text("Name for the places of problems, as the user typed it.", { maxLength: 1024 }),
        text: text("YAML or JSON.", { maxLength: mostText }),
        "config?": map(
          anyValue("A value; in words of the command line always text."),
          "Values for `config`.",
          mostNames,
        ),
        "configFrom?": map(
          oneOf("Where it comes from.", ["option", "environment", "file", "program"]),
          "Where values of `config` come from. A value that is missing later is told; a program's own are not.",
          mostNames,
        ),
        "configAt?": map(
          object({
            key: ref("Span"),
            value: ref("Span"),
            isPlain: flag("It stands there in the clear, not sealed."),
          }),
          "Where values of `config` stand in a file of their own: problems with them are told there.",
          mostNames,
        ),
      },
      "A declaration as the user wrote it, with the configuration values given beside it.",
    ),
    examples: [
      {
        file: "plumb.yaml",
        text: "name: portal\nproviders:\n  google: { kind: google, project: acme, region: europe-west1 }\n",
        config: { environment: "dev" },
      },
    ],
  },
  NewStack: {
    ...object({ name: text("Name of the stack.", { minLength: 1, maxLength: 63 }) }, "A stack to be made."),
    examples: [{ name: "prod" }],
  },
  ConfigValue: {
    ...object(
      {
        key: text("The config key.", { minLength: 1, maxLength: 256 }),
        value: text("Its value.", { maxLength: 65_536 }),
      },
      "A config value to be sealed.",
    ),
    examples: [{ key: "password", value: "correct horse" }],
  },
  SealedConfig: {
    ...object(
      { values: map(text("A sealed value.", { maxLength: 200_000 }), "By config key.", mostNames) },
      "Sealed config values of a stack.",
    ),
    examples: [{ values: { password: "1.c2VhbGVk" } }],
  },
  StackAdoption: {
    ...object(
      { project: text("Whose declarations it is to take.", { minLength: 1, maxLength: 63 }) },
      "A new project.",
    ),
    examples: [{ project: "portal" }],
  },
  PlanRequest: {
    description: "What to plan.",
    oneOf: [
      object(
        {
          kind: is("apply"),
          "declaration?": declaration,
          "refresh?": refresh,
          "forRun?": forRun,
          "withoutConfig?": list(
            text("A config key.", { minLength: 1, maxLength: 256 }),
            "Keys whose values are to be missing, though the last run had them.",
            1000,
          ),
          "dropAllOf?": dropAllOf,
          "newStack?": flag("The stack may be one that the run makes; otherwise it must exist.", { default: false }),
        },
        "Bring the platforms true to a declaration: the one given, or the one kept for the stack.",
      ),
      object(
        {
          kind: is("destroy"),
          "declaration?": declaration,
          "refresh?": refresh,
          "dropAllOf?": dropAllOf,
          "forRun?": forRun,
        },
        "Remove everything the stack manages.",
      ),
      object(
        { kind: is("refresh"), "dropAllOf?": dropAllOf, "forRun?": forRun },
        "Record what the platforms show now.",
      ),
      object(
        {
          kind: is("import"),
          imports: { ...list(ref("ImportEntry"), "The objects.", 1000), minItems: 1 },
          "declaration?": declaration,
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
    ],
    examples: [{ kind: "apply", refresh: true }],
  },
  RunRequest: {
    ...object(
      {
        plan: shaped("Digest of the plan.", "^sha256:[0-9a-f]{64}$", 71, `sha256:${"0123456789abcdef".repeat(4)}`),
        "parallel?": parallel,
        "allowEmpty?": flag("It may delete everything that the stack manages.", { default: false }),
      },
      "A plan to be carried out.",
    ),
    examples: [{ plan: `sha256:${"0123456789abcdef".repeat(4)}`, parallel: 32 }],
  },
  ResumeRequest: { ...object({ "parallel?": parallel }, "How to go on."), examples: [{ parallel: 32 }] },
  ApprovalRequest: {
    ...object(
      { "comment?": text("Why; shown with the run.", { maxLength: 2000 }) },
      "An answer to a run that waits for approval.",
    ),
    examples: [{ comment: "checked with the network team" }],
  },
  RefreshRequest: {
    ...object({ "dropAllOf?": dropAllOf }, "What a refresh may do."),
    examples: [{ dropAllOf: ["azure"] }],
  },
  RenameRequest: {
    ...object({ to: text("The new name.", { minLength: 1, maxLength: 256 }) }, "Another logical name."),
    examples: [{ to: "customer-portal" }],
  },
  ImportEntry: object(
    {
      type: {
        ...text("Token of the type.", { minLength: 1, maxLength: 256 }),
        pattern: "^[^\\u0000-\\u001f\\u007f]+$",
      },
      name: { ...text("Logical name that it gets.", { minLength: 1, maxLength: 256 }), pattern: name },
      id: text("Id, in any of the type's forms.", { minLength: 1, maxLength: 1024 }),
      "provider?": provider,
    },
    "An object to import.",
  ),
  ImportRequest: {
    ...object(
      {
        imports: { ...list(ref("ImportEntry"), "The objects.", 1000), minItems: 1 },
        "declaration?": declaration,
      },
      "Objects to import: all of them, or none.",
    ),
    examples: [
      {
        imports: [
          {
            type: "iam:OAuthClient",
            name: "portal",
            id: "projects/acme/locations/global/oauthClients/web-portal",
          },
        ],
      },
    ],
  },
  StateImport: object(
    {
      document: anyValue("A state as it was exported."),
      "force?": flag("Take it even if it is older, or of another stack's history.", { default: false }),
    },
    "A state to be put in the place of what is recorded.",
  ),
  ExamineRequest: {
    ...object(
      { "declaration?": declaration },
      "Whose providers to examine; without a declaration those of the one that is kept.",
    ),
    examples: [{}],
  },
  Registration: object(
    {
      provider: text("As the declaration calls it."),
      registers: text("As the platform calls it, and a finding says.", { maxLength: 1024 }),
    },
    "Something that a vendor is to register, or was asked to.",
  ),
  RegisterRequest: {
    ...object(
      {
        "declaration?": declaration,
        registrations: list(ref("Registration"), "What is wanted; what no finding names is passed over.", 1000),
      },
      "What the vendors of a declaration's providers are to register.",
    ),
    examples: [{ registrations: [] }],
  },
  ReadRequest: {
    ...object(
      {
        id: text("Id, in any of the type's forms.", { minLength: 1, maxLength: 1024 }),
        "state?": map(anyValue("A value that must match what is read."), "Qualifiers."),
        "declaration?": declaration,
        "provider?": provider,
      },
      "An object to be read.",
    ),
    examples: [{ id: "projects/acme/locations/global/oauthClients/web-portal" }],
  },
  UnmanagedRequest: {
    ...object(
      {
        "within?": map(
          anyValue("A value."),
          "What the id holds before its last part, as far as the provider does not say it.",
          mostNames,
        ),
        "declaration?": declaration,
        "provider?": provider,
      },
      "A collection to be searched.",
    ),
    examples: [{ within: { location: "europe-west1" } }],
  },
  CallRequest: {
    ...object(
      {
        "arguments?": map(anyValue("A value."), "Arguments of the function.", mostNames),
        "declaration?": declaration,
        "provider?": provider,
      },
      "A function to be called.",
    ),
    examples: [{ arguments: { resourceGroupName: "rg", privateEndpointConnectionName: "pec", projectName: "p" } }],
  },
  StackSettingsWrite: {
    ...object(
      {
        "approvals?": count("How many others must approve a run.", { maximum: 20, default: 0 }),
        "driftEveryMs?": orNull({
          type: "integer",
          format: "int64",
          description: "How often drift is looked for, in milliseconds; null: never.",
          minimum: 60_000,
          maximum: Number.MAX_SAFE_INTEGER,
        }),
        "webhooks?": list(ref("WebhookWrite"), "Who is told.", 20),
      },
      "How the service is to treat a stack.",
    ),
    examples: [{ approvals: 1, driftEveryMs: 3_600_000, webhooks: [] }],
  },
  WebhookWrite: object(
    {
      id: shaped("Names it within the stack.", "^[a-z][a-z0-9-]*$", 40, "deploys"),
      url: text("Where messages are sent, by HTTPS.", { maxLength: 2048, pattern: "^https://" }),
      topics: {
        ...list(oneOf("What is told.", ["run.ended", "drift.found"]), "What is told.", 2),
        minItems: 1,
      },
      "secret?": text("What messages are signed with; kept as it was where it is left out.", {
        maxLength: 200,
        pattern: "^whsec_[A-Za-z0-9+/=_-]+$",
        writeOnly: true,
      }),
    },
    "A target that is told what happens to a stack.",
  ),
  ObjectCreate: {
    ...object(
      {
        properties: map(anyValue("A value."), "Inputs of the type.", mostNames),
        "options?": options,
        "provider?": providerChoice,
      },
      "An object to be made.",
    ),
    examples: [{ properties: { oauthClientId: "web-portal", location: "global" }, provider: "google" }],
  },
  ObjectReplace: {
    ...object(
      {
        properties: map(anyValue("A value."), "Inputs of the type.", mostNames),
        "options?": options,
        "provider?": providerChoice,
      },
      "What an object is to be.",
    ),
    examples: [{ properties: { displayName: "Portal" } }],
  },
  ObjectImport: {
    ...object(
      { id: text("Id, in any of the type's forms.", { minLength: 1, maxLength: 1024 }), "provider?": providerChoice },
      "An object to be managed.",
    ),
    examples: [{ id: "projects/acme/locations/global/oauthClients/web-portal" }],
  },
  ProviderWrite: {
    type: "object",
    description: "A provider: its kind, and whatever its kind takes.",
    properties: { kind: text("`google`, `azure` or `databricks`.", { maxLength: 64, pattern: "^[a-z]+$" }) },
    required: ["kind"],
    additionalProperties: anyValue("A value."),
    maxProperties: 100,
    examples: [{ kind: "google", project: "acme", region: "europe-west1" }],
  },
  NewToken: {
    ...object(
      {
        name: text("What people know it by.", { minLength: 1, maxLength: 100 }),
        role: oneOf("The most that it may do; never more than its owner may.", [
          "reader",
          "planner",
          "operator",
          "admin",
        ]),
        "stacks?": orNull({
          ...list(
            text("Name of a stack.", { minLength: 1, maxLength: 63 }),
            "The stacks that it reaches; all that its owner may reach where none are named.",
            100,
          ),
        }),
        expiresInDays: count("How long it lasts.", { minimum: 1, maximum: 366 }),
        "machine?": flag("It has no rights of its maker: roles are assigned to it.", { default: false }),
        "accountAdmin?": flag("Of a machine: account admin of the platforms that know such a rank, as the caller is.", {
          default: false,
        }),
        "workspaces?": list(
          text("Origin of a workspace.", { minLength: 1, maxLength: 300 }),
          "Of a machine: the workspaces it is a member of, as the caller is.",
          100,
        ),
      },
      "A token to be made.",
    ),
    examples: [{ name: "deploys", role: "operator", stacks: ["prod"], expiresInDays: 30 }],
  },
  CredentialWrite: {
    ...object(
      {
        kind: text("Kind of the providers: `google`, `azure` or `databricks`.", { maxLength: 64, pattern: "^[a-z]+$" }),
        "origins?": orNull({
          ...list(
            text("An origin, such as `https://adb-1.azuredatabricks.net`.", { minLength: 1, maxLength: 300 }),
            "Where it may go; the vendor's own where none are named.",
            100,
          ),
        }),
        "private?": flag("Those origins may have private addresses.", { default: false }),
        "credential?": orNull({
          ...object(
            {
              "environment?": orNull(
                text("Environment variable of the server that holds it.", { minLength: 1, maxLength: 256 }),
              ),
              "file?": orNull(text("File of the server that holds it.", { minLength: 1, maxLength: 4096 })),
              "clientId?": orNull(
                text("OAuth client whose secret it is; a bearer token where none is named.", {
                  minLength: 1,
                  maxLength: 256,
                }),
              ),
            },
            "Where it is found; where none is named, in the usual variables and tools of the kind.",
          ),
        }),
        "stacks?": list(
          text("Name of stacks, in which `*` stands for any text.", { minLength: 1, maxLength: 63 }),
          "The stacks that may use it; all where none are named.",
          100,
        ),
      },
      "A credential for a vendor, by where it is found.",
    ),
    examples: [
      {
        kind: "databricks",
        origins: ["https://adb-1.azuredatabricks.net"],
        credential: { file: "/run/secrets/databricks" },
        stacks: ["prod-*"],
      },
    ],
  },
  RoleWrite: {
    ...object({ role: oneOf("The role.", ["reader", "planner", "operator", "admin"]) }, "A role to be held."),
    examples: [{ role: "operator" }],
  },
};

/** A schema of what is sent, by its name. */
export function requestSchema(schemaName: string): JsonSchema {
  const schema = schemas[schemaName] ?? problemSchemas[schemaName];
  invariant(schema !== undefined, `there is no schema ${schemaName} of a request`);
  return schema;
}

/** All of them, for the description. */
export const requestSchemas = schemas;
