import type { Problem as PlainProblem } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { component, count, document, type Infer, list, object, oneOf, perhaps, ref, text } from "../words.ts";

const line = (description: string) => count(description, { minimum: 1 });

export const Span = document("Span", "A place in a text that the user wrote.", {
  file: text("Name of the text, as it was given.", { maxLength: 1024 }),
  line: line("From 1."),
  column: line("From 1, in UTF-16 units."),
  endLine: line("From 1."),
  endColumn: line("From 1; exclusive."),
});

export const Problem = component<PlainProblem>(
  "Problem",
  object(
    {
      code: text<ProblemCode>("Stable code; the reference lists them.", { maxLength: 64, pattern: "^[a-z][a-z-]*$" }),
      severity: oneOf("Errors stop; warnings never do.", ["error", "warning"]),
      summary: text("One sentence part, the same for every problem of the code."),
      detail: text("What is wrong here, why, and what to do.", { maxLength: 65_536 }),
      "address?": text("The logical name it is about."),
      "pointer?": text("JSON pointer into the declaration, or into the body that was sent."),
      "at?": perhaps("Whether the guilty token is the key or the value at the pointer.", ["key", "value"]),
      "span?": ref(Span),
      "hint?": text("A way out in words."),
      "fix?": text("A replacement for the guilty token, where there is exactly one sensible."),
    },
    "Something that the caller can mend.",
  ),
  {
    code: "unknown-field",
    severity: "error",
    summary: "this field is not known",
    detail: "`displayname` is not known here",
    pointer: "/resources/portal/properties/displayname",
    at: "key",
    span: { file: "plumb.yaml", line: 9, column: 7, endLine: 9, endColumn: 18 },
    hint: "did you mean `displayName`?",
    fix: "displayName",
  },
);

export const ProblemDocument = document(
  "ProblemDocument",
  "What went wrong (RFC 9457).",
  {
    type: text("Names the kind of problem.", { maxLength: 200 }),
    title: text("The same for every problem of the kind."),
    status: count("The HTTP status.", { minimum: 400, maximum: 599 }),
    detail: text("What is wrong here.", { maxLength: 65_536 }),
    code: text("Stable code.", { maxLength: 64, pattern: "^[a-z][a-z-]*$" }),
    problems: list(ref(Problem), "Every violation, where there are such."),
  },
  {
    type: "urn:plumbline:problem:not-found",
    title: "there is no such thing",
    status: 404,
    detail: "there is no stack `portal/prod`",
    code: "not-found",
    problems: [],
  },
);
export type ProblemDocument = Infer<typeof ProblemDocument>;

export const problemsComponents = [Span, Problem, ProblemDocument] as const;
