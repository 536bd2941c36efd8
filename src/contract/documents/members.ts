/** Members that several documents have in common. */
import { anyValue, count, each, flag, list, map, oneOf, ref, shaped, text } from "../words.ts";
import { Problem } from "./problems.ts";

export const name = text("Logical name.", { maxLength: 256 });

/** A stack by its whole name; those of single objects that are managed without a declaration have no project. */
export const stack = text("Whole name of the stack: its project's, a slash, its own.", { maxLength: 255 });

export const type = text("Token of the type.", { maxLength: 256 });

export const id = text("Id on the platform.");

export const values = (description: string) =>
  map(anyValue("A value; `{$secret: ...}` where it is sealed."), description);

export const actions = [
  "same",
  "create",
  "update",
  "replace",
  "delete",
  "read",
  "import",
  "adopt",
  "undelete",
  "retain",
  "move",
] as const;

export const sampleDigest = `sha256:${"0123456789abcdef".repeat(4)}` as const;

export const sampleRun = "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b" as const;

/** What a plan is for. */
export const planKinds = ["apply", "destroy", "undo", "refresh", "import"] as const;

export const planDigest = shaped("Content address of the plan.", "^sha256:[0-9a-f]{64}$", 71, sampleDigest);

export const runId = shaped("Id of the run.", "^[A-Za-z0-9._-]*$", 64, sampleRun);

export const action = oneOf("What is done.", actions);

export const stepId = text("Id of the step in its plan.", { maxLength: 1024 });

export const counts = each(actions, (kind) => count(`Steps of the kind \`${kind}\`.`));

export const problems = list(ref(Problem), "Errors stop it from being carried out; warnings do not.");

export const putBack = flag("Of a deletion or retention: the object stays, and is put back as it was before.");

export const principal = text("Unique and stable.", { maxLength: 600 });

/** How many names somebody gives values for at most: more than people write, and little to look at. */
export const mostNames = 1000;

export const providerName = text("Name of the provider; its kind's default where none is named.", {
  minLength: 1,
  maxLength: 256,
});

export const dropAllOf = list(
  text("A provider's name.", { minLength: 1, maxLength: 256 }),
  "Providers of which every record may go. A plan or a refresh that would drop records of a provider of which no " +
    "object is seen is refused without its name.",
  1000,
);

const pattern = text("A name, a glob such as `web-*`, or a type such as `iam:OAuthClient` or `iam:*`.", {
  minLength: 1,
  maxLength: 256,
});

export const target = list(pattern, "Only these, with what they need. A pattern that names nothing is refused.", 1000);

export const exclude = list(pattern, "All but these and what leans on them.", 1000);

export const replace = list(pattern, "Resources that are made anew, whether anything differs or not.", 1000);

export const skipUnreadable = flag("What can't be read is left as it is, with what leans on it.", { default: false });

export const noDelete = flag(
  "Nothing is deleted: what would be stays as it is, and so does what would have to be deleted before it is made " +
    "anew, and a share of a policy whose write would remove grants of others.",
  { default: false },
);

export const maxDeletions = count("A plan that deletes more objects, and removes more grants of others, is refused.");
