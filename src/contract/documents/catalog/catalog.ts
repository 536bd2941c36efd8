import {
  anyValue,
  count,
  document,
  flag,
  type Infer,
  is,
  list,
  map,
  object,
  oneOf,
  perhaps,
  ref,
  shaped,
  text,
} from "../../words.ts";
import { sampleDigest } from "../members.ts";
import { catalogField, catalogValuesComponents } from "./catalog-values.ts";

const fields = (description: string) => list(catalogField, description, 10_000);

const CatalogVersions = document("CatalogVersions", "Interface versions.", {
  default: text("The usual one.", { maxLength: 64 }),
  others: list(text("A version.", { maxLength: 64 }), "Asked for as `type@version`.", 1000),
});

const CatalogVersionForm = document(
  "CatalogVersionForm",
  "Versions that are not listed and can be asked for all the same, as `type@unlisted:version`.",
  { pattern: text("What such a version matches."), description: text("The form, in words.") },
);

const CatalogPermissions = document(
  "CatalogPermissions",
  "The rights at the vendor that it takes, as the vendor documents them.",
  {
    read: list(text("A right."), "To plan.", 1000),
    write: list(text("A right."), "To carry a plan out, besides.", 1000),
    "note?": text("What a name can't say."),
    source: text("The document of the vendor."),
  },
);

const about = {
  type: text("Token, `namespace:Name`.", { maxLength: 256 }),
  title: text("For people."),
  description: text("For people.", { maxLength: 65_536 }),
  section: text("Of the specification."),
  provider: text("Kind of the provider that it needs.", { maxLength: 256 }),
  versions: ref(CatalogVersions),
  "unlistedVersions?": ref(CatalogVersionForm),
  "permissions?": ref(CatalogPermissions),
  examples: list(text("A whole declaration in YAML.", { maxLength: 65_536 }), "Declarations that have one.", 100),
} as const;

const source = object(
  {
    "input?": text("An input, or a dotted path into one."),
    "template?": text("What the input is matched with."),
    "variable?": text("The variable of the template that is meant."),
    "take?": perhaps("The part of the input that is taken.", ["without-leading-slashes", "last-segment"]),
    "provider?": text("A field of the provider's configuration."),
    "constant?": flag("It is the same for every provider of the kind."),
  },
  "Where a variable gets its value: from an input or from the provider.",
);

const identity = object(
  {
    variables: map(list(source, "The first that has a value counts.", 100), "The variables of the templates.", 100),
    formats: list(
      text("A template: `{name}` is one segment, `{+name}` may be several."),
      "The id: the first of these whose variables all have values.",
      100,
    ),
    "claim?": text("The physical object that a declaration claims for itself, where that is more than its id."),
    renamed: list(text("A dotted path."), "Outputs that hold a name which the platform changes by itself.", 100),
    "ignoreCase?": flag("Ids compare without regard to case."),
    imports: list(
      object(
        {
          template: text("A template."),
          source: oneOf("Who says so.", ["specification", "ours"]),
        },
        "A form of an id.",
      ),
      "The forms of an id that `import` and `get` take.",
      100,
    ),
  },
  "How an object is named on the platform.",
);

export const CatalogResource = document("CatalogResource", "A type of resource.", {
  kind: is("resource"),
  ...about,
  "requiresProvider?": map(anyValue("The value."), "What the provider's configuration must say.", 100),
  inputs: fields("What a declaration gives. Each is an output too."),
  outputs: fields(
    "What the platform tells besides, and inputs that answer with more than was sent, " +
      "in the form in which they answer.",
  ),
  identity,
  existence: oneOf(
    "`created`: not there before it is created; `standing`: always there; `part`: a share of a larger object.",
    ["created", "standing", "part"],
  ),
  "governsAccess?": flag("It decides who may do what: drift of its values is ranked by what it means for that."),
  "grants?": object(
    {
      who: text("A dotted path."),
      what: text("A dotted path."),
      "when?": text("A dotted path: the condition under which the right holds."),
      "decides?": text("A dotted path below the condition: what of it decides; absent where all of it does."),
      "beside?": object(
        {
          who: text("A dotted path, which leads to a list."),
          what: text("A dotted path."),
          "when?": text("A dotted path."),
        },
        "The same in what is told of others that a write takes away.",
      ),
    },
    "Where its inputs tell which right it grants, to whom.",
  ),
  rights: list(
    object(
      {
        at: text("A dotted path; `*` is each member of a list."),
        "is?": anyValue("Only where this value stands there."),
        "who?": text("Who; absent where the path leads to the people themselves."),
        "formerly?": text("Who has had it by a value that another one has taken the place of."),
        "called?": text("The member of those people that says what they are called."),
        what: text("What the right is; `{value}` stands for the value, `{stage}` for its place in a list."),
        "verb?": text("What they may do with it; they gain or lose it where this is left out."),
        "guards?": flag("The value keeps people from it."),
        "anew?": flag("A replacement takes it away at the old object and gives it at the new one."),
        "itself?": flag("It is a right to the object itself, neither gained nor lost where that comes or goes."),
        "limit?": object(
          {
            some: text("What is said of a value; `{value}` stands for it."),
            none: text("What is said where there is none."),
          },
          "The value is a limit, or a level, whose `drift` tells what permits more.",
        ),
        "others?": text("What is said of all that a list does not name; the list names what is kept from people."),
      },
      "A value that says who may do what.",
    ),
    "Where its values say who may do what.",
    1000,
  ),
  "softDelete?": object(
    {
      days: count("For how long."),
      stateField: text("The output that tells."),
      deletedValue: text("Its value then."),
    },
    "After a deletion the platform keeps the object and its identifier.",
  ),
  onDestroy: oneOf("What a destroy does to an object.", ["delete", "restore", "retain"]),
  "beforeDelete?": map(
    anyValue("The value."),
    "Inputs with the values that an object must have before the platform deletes it; a deletion sets them first.",
    100,
  ),
  "liesIn?": object(
    {
      type: text("The type of that object."),
      id: text("Its id, a template over the identity's variables."),
    },
    "The object that it lies in on the platform: made before it, deleted after it, " +
      "and kept with it while that one can come back.",
  ),
  "refusedIn?": map(
    anyValue("The value."),
    "Values of the object that it lies in with which the platform makes none in it.",
    100,
  ),
  "strictness?": object(
    { field: text("A dotted path."), strictestFirst: list(text("A value."), "From strict to wide.", 100) },
    "The field whose value may go from strict to wide.",
  ),
  "lastChange?": object(
    { "by?": text("A dotted path below the outputs."), "at?": text("A dotted path below the outputs.") },
    "Where the platform tells who changed the object last, and when.",
  ),
  "createdAt?": text("Where the platform tells when the object was made: a dotted path below the outputs."),
  "noAutoNaming?": object(
    { field: text("The identifier."), says: text("Why.") },
    "The identifier is never chosen for anybody.",
  ),
  "longestOperation?": object(
    { milliseconds: count("So long."), source: text("Who says so.") },
    "How long an operation on it may run in the background.",
  ),
});
export type CatalogResource = Infer<typeof CatalogResource>;

export const CatalogFunction = document("CatalogFunction", "A function that looks something up.", {
  kind: is("function"),
  ...about,
  aliases: list(text("Token.", { maxLength: 256 }), "Other tokens.", 100),
  needsOfProvider: list(text("A field."), "What the provider's configuration must have.", 100),
  arguments: fields("What it takes."),
  result: fields("What it gives."),
});
export type CatalogFunction = Infer<typeof CatalogFunction>;

const CatalogProviderField = document("CatalogProviderField", "A field of a provider's configuration.", {
  field: catalogField,
  environment: list(text("A variable."), "Variables that give the value where the declaration does not.", 100),
  aliases: list(text("A name."), "Other names of the field.", 100),
  ofCalls: flag("It says how calls are made: not where they lead, nor what becomes of an object."),
  "default?": anyValue("The value where nothing gives one."),
});

export const CatalogProvider = document("CatalogProvider", "A kind of provider.", {
  kind: is("provider"),
  type: text("What a declaration names as its kind.", { maxLength: 256 }),
  title: text("For people."),
  description: text("For people.", { maxLength: 65_536 }),
  fields: list(ref(CatalogProviderField), "Its configuration.", 1000),
  constants: map(text("A value."), "Values that stand in ids and are the same for all of the kind.", 100),
  takesOAuthClients: flag("A credential of it may be an OAuth client, whose secret is exchanged for tokens."),
  knownElsewhereAs: list(text("A name."), "What other tools call it.", 100),
  hostLevels: list(
    object(
      {
        field: text("A field."),
        value: text("Its value."),
        hosts: text("A pattern of hosts that go with no other value."),
      },
      "What an address tells of a field.",
    ),
    "What addresses tell.",
    100,
  ),
});
export type CatalogProvider = Infer<typeof CatalogProvider>;

/** Not `Catalog`: so the definitions themselves are called. */
export const CatalogDocument = document(
  "Catalog",
  "All that can be declared, for machines.",
  {
    digest: shaped("Content address of the rest.", "^sha256:[0-9a-f]{64}$", 71, sampleDigest),
    resources: list(ref(CatalogResource), "Types of resources.", 10_000),
    functions: list(ref(CatalogFunction), "Functions.", 10_000),
    providers: list(ref(CatalogProvider), "Kinds of providers.", 1000),
  },
  { digest: sampleDigest, resources: [], functions: [], providers: [] },
);
export type CatalogDocument = Infer<typeof CatalogDocument>;

export const catalogComponents = [
  ...catalogValuesComponents,
  CatalogVersions,
  CatalogVersionForm,
  CatalogPermissions,
  CatalogResource,
  CatalogFunction,
  CatalogProviderField,
  CatalogProvider,
  CatalogDocument,
] as const;
