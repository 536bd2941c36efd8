import { component, type Infer, list, object, ref, text } from "../words.ts";
import { DeclarationText } from "./declarations.ts";
import { id, name, providerName, type, values } from "./members.ts";
import { Problem } from "./problems.ts";

export const Imported = component(
  "Imported",
  object(
    {
      ...{ type, name, id, outputs: values("What was read.") },
      declaration: values("The entry under `resources:`."),
      problems: list(ref(Problem), "Warnings: what a run would do to others all the same."),
    },
    "An object that was brought under management, and the declaration that plans empty for it.",
  ),
);
export type ImportView = Infer<typeof Imported>;

export const ImportResult = component(
  "ImportResult",
  object({ imported: list(ref(Imported), "In the order asked for.", 1000) }, "What was recorded."),
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

export const ImportEntry = component(
  "ImportEntry",
  object(
    {
      type: {
        ...text("Token of the type.", { minLength: 1, maxLength: 256 }),
        pattern: "^[^\\u0000-\\u001f\\u007f]+$",
      },
      name: { ...text("Logical name that it gets.", { minLength: 1, maxLength: 256 }), pattern: nameForm },
      id: text("Id, in any of the type's forms.", { minLength: 1, maxLength: 1024 }),
      "provider?": providerName,
    },
    "An object to import.",
  ),
);

export const ImportRequest = component(
  "ImportRequest",
  object(
    {
      imports: list(ref(ImportEntry), "The objects.", 1000, { minItems: 1 }),
      "declaration?": ref(DeclarationText),
    },
    "Objects to import: all of them, or none.",
  ),
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
