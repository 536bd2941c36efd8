import type { Json } from "../../../../packages/base/json/json.ts";
import {
  anyValue,
  component,
  count,
  flag,
  is,
  large,
  list,
  object,
  ref,
  refToItself,
  text,
  variants,
} from "../../words.ts";

/** What values of a place look like, for machines: told apart by `kind`. */
export type CatalogType =
  | {
      readonly kind: "text";
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly values?: readonly string[];
      readonly knownValues?: readonly string[];
      readonly pattern?: string;
      readonly rules?: readonly { readonly pattern: string; readonly description: string }[];
      readonly format?: "cel" | "date-time" | "duration";
      readonly equality?: "exact" | "ignore-case";
    }
  | { readonly kind: "boolean" }
  | { readonly kind: "integer"; readonly minimum?: number; readonly maximum?: number }
  | {
      readonly kind: "list";
      readonly items: CatalogValue;
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly unordered?: boolean;
      readonly itemKey?: string;
    }
  | { readonly kind: "map"; readonly values: CatalogValue }
  | { readonly kind: "object"; readonly name?: string; readonly fields: readonly CatalogField[] }
  | { readonly kind: "union"; readonly discriminator: string; readonly variants: readonly CatalogValue[] };

/** Where the value of a field that was left out comes from. */
export type CatalogDefault =
  | { readonly from: "provider"; readonly field: string }
  | { readonly from: "auto-name"; readonly suffixLength: number }
  | { readonly from: "composed"; readonly format: string }
  | { readonly from: "platform"; readonly by: readonly string[] };

export interface CatalogVendorLimit {
  readonly pattern?: string;
  readonly values: readonly string[];
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly minItems?: number;
  readonly keyPattern?: string;
  readonly says: string;
}

/** A value: its type, and what is said of it besides. */
export interface CatalogValue {
  readonly type: CatalogType;
  readonly description: string;
  readonly replace?: boolean;
  readonly immutable?: boolean;
  readonly secret?: boolean;
  readonly precondition?: boolean;
  readonly volatile?: string;
  readonly followsWrites?: boolean;
  readonly composed?: string;
  readonly drift?: Json;
  readonly default?: CatalogDefault;
  readonly absentMeans?: Json;
  readonly reference?: string;
  readonly vendorRefusesUpdate?: boolean;
  readonly vendorLimits: readonly CatalogVendorLimit[];
  readonly since?: string;
  readonly until?: string;
}

/** A value under a name in an object. */
export interface CatalogField extends CatalogValue {
  readonly name: string;
  readonly required: boolean;
}

const typeItself = refToItself<CatalogType>("CatalogType");
const valueItself = refToItself<CatalogValue>("CatalogValue");
const fieldItself = refToItself<CatalogField>("CatalogField");

const CatalogDefaultSchema = component<CatalogDefault>(
  "CatalogDefault",
  variants("Where the value of a field that was left out comes from.", [
    object({ from: is("provider"), field: text("Of the provider's configuration.") }, "The provider's value."),
    object(
      { from: is("auto-name"), suffixLength: count("How many random characters follow the logical name.") },
      "A name of its own, chosen once.",
    ),
    object(
      { from: is("composed"), format: text("A template over the variables of the identity.") },
      "Put together from other fields.",
    ),
    object(
      { from: is("platform"), by: list(text("A field."), "What it is found by.", 100) },
      "Found on the platform by a read.",
    ),
  ]),
);

const CatalogVendorLimitSchema = component<CatalogVendorLimit>(
  "CatalogVendorLimit",
  object(
    {
      "pattern?": text("What a text must match."),
      values: list(text("A value."), "The only values; none where it does not list them.", 1000),
      "maxLength?": count("Characters at most."),
      "maxProperties?": count("Keys of a map at most."),
      "minItems?": count("Items of a list at least."),
      "keyPattern?": text("What each key of a map must match."),
      says: text("The rule, as a sentence part."),
    },
    "A tighter rule that only the vendor documents: to break it is warned of, and is no mistake.",
  ),
);

const CatalogTypeSchema = component<CatalogType>(
  "CatalogType",
  variants("What values of a place look like, for machines.", [
    object(
      {
        kind: is("text"),
        "minLength?": count("Characters at least, as code points."),
        "maxLength?": count("Characters at most."),
        "values?": list(text("A value."), "A closed list: anything else is refused.", 1000),
        "knownValues?": list(text("A value."), "An open list: others are taken too.", 1000),
        "pattern?": text("What it must match: a regular expression of ECMAScript with the flag `u`, not anchored."),
        "rules?": list(
          object(
            { pattern: text("What it must match."), description: text("The rule, as a sentence part.") },
            "A rule with its own sentence.",
          ),
          "More rules.",
          100,
        ),
        "format?": text<"cel" | "date-time" | "duration">(
          "`cel`: Common Expression Language; `date-time`: compared as a moment; `duration`: " +
            "ISO 8601, compared by length.",
          { enum: ["cel", "date-time", "duration"] },
        ),
        "equality?": text<"exact" | "ignore-case">("How two compare; `exact` where it is left out.", {
          enum: ["exact", "ignore-case"],
        }),
      },
      "A text.",
    ),
    object({ kind: is("boolean") }, "True or false."),
    object(
      {
        kind: is("integer"),
        "minimum?": large("The least value.", Number.MIN_SAFE_INTEGER),
        "maximum?": large("The greatest value.", Number.MIN_SAFE_INTEGER),
      },
      "A whole number.",
    ),
    object(
      {
        kind: is("list"),
        items: valueItself,
        "minItems?": count("Items at least."),
        "maxItems?": count("Items at most."),
        "unordered?": flag("The order has no meaning."),
        "itemKey?": text("The field by which items are told apart."),
      },
      "A list.",
    ),
    object({ kind: is("map"), values: valueItself }, "A map with free keys."),
    object(
      {
        kind: is("object"),
        "name?": text("The name of the object, as the specification or the platform has it."),
        fields: list(fieldItself, "Its fields; there are no others.", 10_000),
      },
      "An object.",
    ),
    object(
      {
        kind: is("union"),
        discriminator: text("The field that tells the kind of object."),
        variants: list(
          valueItself,
          "The kinds, each an object. One that is not among them is carried as it came.",
          1000,
        ),
      },
      "One of several kinds of objects.",
    ),
  ]),
);

const driftMeaning = anyValue(
  "What drift of it means for people's access: a rank, or ranks by what it is now (`to`) or was (`from`), " +
    "by the place among values of which each permits more than the one before (`strictestFirst`, `looser`), " +
    "by what came or went (`gained`, `lost`, `changed`; `every` stands for all there could be), " +
    "or where a duration grew (`longer`).",
);

const valueMembers = {
  type: typeItself,
  description: text("For people.", { maxLength: 65_536 }),
  "replace?": flag("Changing it forces a replacement."),
  "immutable?": flag("The platform never changes it after creation."),
  "secret?": flag("Sealed at rest, masked everywhere."),
  "precondition?": flag("A concurrency tag: sent as a precondition, never compared."),
  "volatile?": text("Why it moves although the object stays as it is. That is no drift."),
  "followsWrites?": flag("May change whenever the object is written."),
  "composed?": text("Known before the first call: a template over the variables of the identity."),
  "drift?": driftMeaning,
  "default?": ref(CatalogDefaultSchema),
  "absentMeans?": anyValue("The value that the platform means where it is absent."),
  "reference?": text("What a reference usually leads to, `type#output`."),
  "vendorRefusesUpdate?": flag("The vendor documents it as not updatable."),
  vendorLimits: list(ref(CatalogVendorLimitSchema), "Tighter rules that only the vendor documents.", 100),
  "since?": text("The first interface version that has it; all from the first on where it is left out.", {
    maxLength: 64,
  }),
  "until?": text("The first interface version that has it no more.", { maxLength: 64 }),
} as const;

const CatalogValueSchema = component<CatalogValue>(
  "CatalogValue",
  object(valueMembers, "A value: its type, and what is said of it besides."),
);

const CatalogFieldSchema = component<CatalogField>(
  "CatalogField",
  object(
    {
      name: text("As declarations write it.", { maxLength: 256 }),
      required: flag("Of what is given: it must be there. Of what is told: it is there."),
      ...valueMembers,
    },
    "A value under a name in an object.",
  ),
);

export const catalogField = ref(CatalogFieldSchema);

export const catalogValuesComponents = [
  CatalogDefaultSchema,
  CatalogVendorLimitSchema,
  CatalogTypeSchema,
  CatalogValueSchema,
  CatalogFieldSchema,
] as const;
