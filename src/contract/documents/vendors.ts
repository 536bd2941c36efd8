import { component, type Infer, list, object, oneOf, orNull, ref, text } from "../words.ts";
import { DeclarationText } from "./declarations.ts";

export const Finding = component(
  "Finding",
  object(
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
);
export type FindingView = Infer<typeof Finding>;

export const Registration = component(
  "Registration",
  object(
    {
      provider: text("As the declaration calls it."),
      registers: text("As the platform calls it, and a finding says.", { maxLength: 1024 }),
    },
    "Something that a vendor is to register, or was asked to.",
  ),
);
export type RegistrationView = Infer<typeof Registration>;

const RefusedRegistration = component(
  "RefusedRegistration",
  object(
    {
      provider: text("As the declaration calls it."),
      registers: text("As the platform calls it, and a finding says.", { maxLength: 1024 }),
      finding: ref(Finding),
    },
    "Something that was not registered, and why.",
  ),
);

export const RegistrationList = component(
  "RegistrationList",
  object(
    {
      registrations: list(ref(Registration), "What was asked for.", 1000),
      refused: list(ref(RefusedRegistration), "What a vendor refused, and what was not sent.", 1000),
    },
    "What became of registrations.",
  ),
  { registrations: [], refused: [] },
);
export type RegistrationsView = Infer<typeof RegistrationList>;

export const Vendors = component(
  "Vendors",
  object(
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
    "How the vendors that a declaration leads to look from there.",
  ),
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

export const ExamineRequest = component(
  "ExamineRequest",
  object(
    { "declaration?": ref(DeclarationText) },
    "Whose providers to examine; without a declaration those of the one that is kept.",
  ),
  {},
);

export const RegisterRequest = component(
  "RegisterRequest",
  object(
    {
      "declaration?": ref(DeclarationText),
      registrations: list(ref(Registration), "What is wanted; what no finding names is passed over.", 1000),
    },
    "What the vendors of a declaration's providers are to register.",
  ),
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
