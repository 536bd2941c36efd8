import { component, flag, is, list, object, ref, shaped, text, variants } from "../../words.ts";
import { DeclarationText } from "../declarations.ts";
import { ImportEntry } from "../imports.ts";
import {
  dropAllOf,
  exclude,
  maxDeletions,
  name,
  noDelete,
  planDigest,
  replace,
  skipUnreadable,
  target,
} from "../members.ts";

const refresh = flag("False believes the last observations of managed objects.", { default: true });

const forRun = flag(
  "True for a plan that is to be run at once: while another holds the stack it is refused (`stack-busy`), " +
    "before anything is read. False shows what there is of the moment, and says so first.",
  { default: false },
);

const round = object(
  {
    "used?": list(name, "Resources with whose recorded outputs the declaration was computed.", 100_000),
    "after?": planDigest,
  },
  "Of a declaration that a program gives, in rounds. `after` is the plan of the round before, which was carried out.",
);

export const PlanRequest = component(
  "PlanRequest",
  variants("What to plan.", [
    object(
      {
        kind: is("apply"),
        "declaration?": ref(DeclarationText),
        "refresh?": refresh,
        "forRun?": forRun,
        "withoutConfig?": list(
          text("A config key.", { minLength: 1, maxLength: 256 }),
          "Keys whose values are to be missing, though the last run had them.",
          1000,
        ),
        "dropAllOf?": dropAllOf,
        "target?": target,
        "exclude?": exclude,
        "replace?": replace,
        "skipUnreadable?": skipUnreadable,
        "noDelete?": noDelete,
        "maxDeletions?": maxDeletions,
        "round?": round,
        "newStack?": flag("The stack may be one that the run makes; otherwise it must exist.", { default: false }),
      },
      "Apply a declaration to the platforms: the one given, or the one kept for the stack.",
    ),
    object(
      {
        kind: is("destroy"),
        "declaration?": ref(DeclarationText),
        "refresh?": refresh,
        "dropAllOf?": dropAllOf,
        "target?": target,
        "exclude?": exclude,
        "skipUnreadable?": skipUnreadable,
        "keepProtected?": flag("What is protected is left as it is, with what it needs.", { default: false }),
        "maxDeletions?": maxDeletions,
        "forRun?": forRun,
      },
      "Remove everything the stack manages, or a part of it.",
    ),
    object(
      {
        kind: is("refresh"),
        "dropAllOf?": dropAllOf,
        "target?": target,
        "exclude?": exclude,
        "forRun?": forRun,
      },
      "Record what the platforms show now.",
    ),
    object(
      {
        kind: is("import"),
        imports: list(ref(ImportEntry), "The objects.", 1000, { minItems: 1 }),
        "declaration?": ref(DeclarationText),
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
  ]),
  { kind: "apply", refresh: true },
);
