import { longestName } from "../stack-name.ts";
import {
  component,
  document,
  flag,
  type Infer,
  list,
  moment,
  object,
  oneOf,
  orNull,
  page,
  ref,
  text,
} from "../words.ts";

const credentialPlace = object(
  {
    environment: orNull(text("Environment variable of the server that holds it.", { maxLength: 256 })),
    file: orNull(text("File of the server that holds it.", { maxLength: 4096 })),
    clientId: orNull(text("OAuth client whose secret it is; null: it is a bearer token.", { maxLength: 256 })),
  },
  "Where a credential is found; where neither is named, in the usual variables and tools of the kind.",
);

export const CredentialPlace = component("CredentialPlace", credentialPlace);
export type CredentialPlaceView = Infer<typeof CredentialPlace>;

const sampleCredential = {
  name: "prod",
  etag: "7",
  kind: "databricks",
  origins: ["https://adb-1.azuredatabricks.net"],
  private: false,
  credential: { environment: null, file: "/run/secrets/databricks", clientId: null },
  stacks: ["portal/prod-*"],
  from: "api",
  at: "2026-01-01T00:00:00.000Z",
  by: "user:https://id.acme.example|ada",
} as const;

export const Credential = document(
  "Credential",
  "A credential of the service for a vendor: where it is found and where it may go, never what it is.",
  {
    name: text("A provider of that name means it where several would do.", { maxLength: 64 }),
    etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
    kind: text("Kind of the providers that it is for.", { maxLength: 64 }),
    origins: orNull(list(text("An origin.", { maxLength: 300 }), "Where it may go; null: the vendor's own.", 100)),
    private: flag("Those origins may have private addresses."),
    credential: ref(CredentialPlace),
    stacks: list(
      text("Whole names of stacks, in which `*` stands for any text.", { maxLength: longestName }),
      "Who may use it.",
      100,
    ),
    from: oneOf("Where it was named.", ["settings", "api"]),
    at: orNull(moment("When it was named; null of one of the settings.")),
    by: orNull(text("Principal of who named it; null of one of the settings.", { maxLength: 600 })),
  },
  sampleCredential,
);
export type CredentialView = Infer<typeof Credential>;

export const CredentialList = component(
  "CredentialList",
  page("credentials", ref(Credential), "A page of credentials."),
  { credentials: [sampleCredential] },
);

export const CredentialWrite = document(
  "CredentialWrite",
  "A credential for a vendor, by where it is found.",
  {
    kind: text("Kind of the providers: `google`, `azure` or `databricks`.", { maxLength: 64, pattern: "^[a-z]+$" }),
    "origins?": orNull(
      list(
        text("An origin, such as `https://adb-1.azuredatabricks.net`.", { minLength: 1, maxLength: 300 }),
        "Where it may go; the vendor's own where none are named.",
        100,
      ),
    ),
    "private?": flag("Those origins may have private addresses.", { default: false }),
    "credential?": orNull(
      object(
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
    ),
    "stacks?": list(
      text("Whole names of stacks (`PROJECT/STACK`), in which `*` stands for any text.", {
        minLength: 1,
        maxLength: longestName,
      }),
      "The stacks that may use it; all where none are named.",
      100,
    ),
  },
  {
    kind: "databricks",
    origins: ["https://adb-1.azuredatabricks.net"],
    credential: { file: "/run/secrets/databricks" },
    stacks: ["portal/prod-*"],
  },
);
export type CredentialWrite = Infer<typeof CredentialWrite>;

export const credentialsComponents = [CredentialPlace, Credential, CredentialList, CredentialWrite] as const;
