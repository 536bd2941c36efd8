import {
  anyValue,
  component,
  document,
  either,
  flag,
  type Infer,
  large,
  list,
  map,
  moment,
  mostText,
  object,
  oneOf,
  page,
  ref,
  text,
} from "../words.ts";
import { mostNames, name, stack, type } from "./members.ts";
import { Problem, Span } from "./problems.ts";

export const DeclarationText = document(
  "DeclarationText",
  "A declaration as the user wrote it, with the configuration values given beside it.",
  {
    file: text("Name for the places of problems, as the user typed it.", { maxLength: 1024 }),
    text: text("YAML or JSON.", { maxLength: mostText }),
    "config?": map(anyValue("A value; in words of the command line always text."), "Values for `config`.", mostNames),
    "sealed?": map(
      text("What `config:seal` answered.", { maxLength: 200_000 }),
      "Values for `config` that are sealed, by key: they are opened where the request is about the stack that they " +
        "are sealed for. The key must be a secret one. Whoever may plan may send them, and is never shown them.",
      mostNames,
    ),
    "configFrom?": map(
      oneOf("Where it comes from.", ["option", "environment", "file", "program"]),
      "Where values of `config` come from. A value that is missing later is told; a program's own are not.",
      mostNames,
    ),
    "configAt?": map(
      object({
        key: ref(Span),
        value: ref(Span),
        isPlain: flag("It stands there in the clear, not sealed."),
      }),
      "Where values of `config` stand in a file of their own: problems with them are told there.",
      mostNames,
    ),
  },
  {
    file: "plumb.yaml",
    text:
      "name: portal\nconfig:\n  environment: { type: string }\nproviders:\n" +
      "  google: { kind: google, project: acme, region: europe-west1 }\n",
    config: { environment: "dev" },
  },
);
/** A declaration as it is sent: without `config` where no values are given. */
export type GivenDeclaration = Infer<typeof DeclarationText>;

export type DeclarationText = GivenDeclaration & Required<Pick<GivenDeclaration, "config">>;

export const DeclarationSummary = document(
  "DeclarationSummary",
  "What a declaration says of itself.",
  {
    project: text("Its `name`; empty where it has none.", { maxLength: 63 }),
    config: map(
      object({ type: text("Of its values.", { maxLength: 20 }), secret: flag("Values are sealed.") }, "A config key."),
      "By key.",
    ),
  },
  { project: "portal", config: { environment: { type: "boolean", secret: false } } },
);
export type DeclarationSummary = Infer<typeof DeclarationSummary>;

const version = {
  version: large("1 for the first; each further one has the next number."),
  etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
  file: text("As the user named the text.", { maxLength: 1024 }),
  at: moment("When it was kept."),
  by: text("Principal of who kept it.", { maxLength: 600 }),
  byName: text("What people know them by."),
};

export const DeclarationVersion = document("DeclarationVersion", "A version of a declaration.", version);
export type DeclarationRow = Infer<typeof DeclarationVersion>;

const sampleVersion = {
  version: 3,
  etag: "0000000000000000000000000000002a",
  file: "plumb.yaml",
  at: "2026-01-01T00:00:00.000Z",
  by: "user:https://id.acme.example|ada",
  byName: "ada@acme.example",
} as const;

export const DeclarationVersionList = component(
  "DeclarationVersionList",
  page("versions", ref(DeclarationVersion), "A page of versions, newest first."),
  { versions: [sampleVersion] },
);

export const CheckResult = document(
  "CheckResult",
  "Every problem of a declaration.",
  { problems: list(ref(Problem), "In the order of the text.") },
  { problems: [] },
);
export type CheckView = Infer<typeof CheckResult>;

export const Declaration = document(
  "Declaration",
  "The declaration that is kept for a stack.",
  {
    ...version,
    stack,
    text: text("YAML or JSON.", { maxLength: mostText }),
    config: map(anyValue("A value; `{$secret: ...}` where it is sealed."), "Values for `config`."),
    problems: list(ref(Problem), "Advice from its check."),
  },
  { ...sampleVersion, stack: "portal/dev", text: "name: portal\n", config: {}, problems: [] },
);
export type DeclarationView = Infer<typeof Declaration>;

export const DeclarationWritten = component(
  "DeclarationWritten",
  either("The new version; or, under `validateOnly`, the problems.", [ref(Declaration), ref(CheckResult)]),
  { problems: [] },
);

const GraphNode = document("GraphNode", "A node.", {
  name,
  kind: oneOf("What it is.", ["resource", "get", "lookup"]),
  type,
  "parent?": text("The resource that it is grouped under."),
  "span?": ref(Span),
});

export const Graph = document(
  "Graph",
  "What needs what.",
  {
    nodes: list(ref(GraphNode), "What is declared.", 100_000),
    edges: list(object({ from: name, to: name }, "`from` needs `to`."), "What needs what.", 1_000_000),
  },
  { nodes: [{ name: "portal", kind: "resource", type: "iam:OAuthClient" }], edges: [] },
);
export type GraphView = Infer<typeof Graph>;

/** Where a config value comes from. */
export type ConfigFrom = NonNullable<DeclarationText["configFrom"]>[string];

/** Where a config value stands; `isPlain`: in the clear, not sealed. */
export type ConfigPlace = NonNullable<DeclarationText["configAt"]>[string];

export const declarationsComponents = [
  DeclarationText,
  DeclarationSummary,
  DeclarationVersion,
  DeclarationVersionList,
  CheckResult,
  Declaration,
  DeclarationWritten,
  GraphNode,
  Graph,
] as const;
