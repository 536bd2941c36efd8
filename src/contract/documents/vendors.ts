import { document, type Infer, list, object, oneOf, orNull, ref, text } from "../words.ts";
import { DeclarationText } from "./declarations.ts";

export const Finding = document("Finding", "One thing that was looked at.", {
  check: text("What was looked at: one word, or the type and id of an object."),
  status: oneOf("`unknown`: it can't be told from there, which is no failure.", ["pass", "fail", "unknown"]),
  detail: text("What was found.", { maxLength: 65_536 }),
  remedy: orNull(text("What to do.", { maxLength: 65_536 })),
  permission: orNull(text("The right that is missing, by the vendor's name, where the answer names it.")),
  registers: orNull(
    text("The platform's name of what has to be registered, or switched on, before.", { maxLength: 1024 }),
  ),
});
export type FindingView = Infer<typeof Finding>;

export const Registration = document("Registration", "Something that a vendor is to register, or was asked to.", {
  provider: text("As the declaration calls it."),
  registers: text("As the platform calls it, and a finding says.", { maxLength: 1024 }),
});
export type RegistrationView = Infer<typeof Registration>;

const RefusedRegistration = document("RefusedRegistration", "Something that was not registered, and why.", {
  provider: text("As the declaration calls it."),
  registers: text("As the platform calls it, and a finding says.", { maxLength: 1024 }),
  finding: ref(Finding),
});

export const RegistrationList = document(
  "RegistrationList",
  "What became of registrations.",
  {
    registrations: list(ref(Registration), "What was asked for.", 1000),
    refused: list(ref(RefusedRegistration), "What a vendor refused, and what was not sent.", 1000),
  },
  { registrations: [], refused: [] },
);
export type RegistrationsView = Infer<typeof RegistrationList>;

export const Vendors = document(
  "Vendors",
  "How the vendors that a declaration leads to look from there.",
  {
    status: oneOf("The worst of all findings.", ["pass", "fail", "unknown"]),
    findings: list(ref(Finding), "What belongs to no provider."),
    providers: list(
      object(
        {
          name: text("As the declaration calls it."),
          kind: text("Of provider."),
          findings: list(ref(Finding), "What was found."),
        },
        "One provider.",
      ),
      "The providers of the declaration.",
      10_000,
    ),
  },
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
);
export type VendorsView = Infer<typeof Vendors>;

export const ExamineRequest = document(
  "ExamineRequest",
  "Whose providers to examine; without a declaration those of the one that is kept.",
  { "declaration?": ref(DeclarationText) },
  {},
);

export const RegisterRequest = document(
  "RegisterRequest",
  "What the vendors of a declaration's providers are to register.",
  {
    "declaration?": ref(DeclarationText),
    registrations: list(ref(Registration), "What is wanted; what no finding names is passed over.", 1000),
  },
  { registrations: [] },
);

export const vendorsComponents = [
  Finding,
  Registration,
  RefusedRegistration,
  RegistrationList,
  Vendors,
  ExamineRequest,
  RegisterRequest,
] as const;
