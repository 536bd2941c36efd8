import { document, type Infer, list, ref, text } from "../words.ts";
import { DeclarationText } from "./declarations.ts";
import { id, name, providerName, type, values } from "./members.ts";
import { Problem } from "./problems.ts";

export const Imported = document(
  "Imported",
  "An object that was brought under management, and the declaration that plans empty for it.",
  {
    ...{ type, name, id, outputs: values("What was read.") },
    declaration: values("The entry under `resources:`."),
    problems: list(ref(Problem), "Warnings: what a run would do to others all the same."),
  },
);
export type ImportView = Infer<typeof Imported>;

export const ImportResult = document(
  "ImportResult",
  "What was recorded.",
  { imported: list(ref(Imported), "In the order asked for.", 1000) },
  {
    imported: [
      {
        type: "iam:OAuthClient",
        name: "portal",
        id: "projects/acme/locations/global/oauthClients/web-portal",
        outputs: {},
        declaration: { type: "iam:OAuthClient", properties: { oauthClientId: "web-portal" } },
        problems: [],
      },
    ],
  },
);

const nameForm = "^[^\\u0000-\\u001f\\u007f/]+$";

export const ImportEntry = document("ImportEntry", "An object to import.", {
  type: {
    ...text("Token of the type.", { minLength: 1, maxLength: 256 }),
    pattern: "^[^\\u0000-\\u001f\\u007f]+$",
  },
  name: { ...text("Logical name that it gets.", { minLength: 1, maxLength: 256 }), pattern: nameForm },
  id: text("Id, in any of the type's forms.", { minLength: 1, maxLength: 1024 }),
  "provider?": providerName,
});

export const ImportRequest = document(
  "ImportRequest",
  "Objects to import: all of them, or none.",
  {
    imports: list(ref(ImportEntry), "The objects.", 1000, { minItems: 1 }),
    "declaration?": ref(DeclarationText),
  },
  {
    imports: [
      {
        type: "iam:OAuthClient",
        name: "portal",
        id: "projects/acme/locations/global/oauthClients/web-portal",
      },
    ],
  },
);

export const importsComponents = [Imported, ImportResult, ImportEntry, ImportRequest] as const;
