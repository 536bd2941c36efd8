import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { capitalized } from "../shape-names.ts";
import { docstring, type Lines, pythonString } from "./python-text.ts";

/**
 * The types of an API's documents in Python, made from its JSON schemas. Field names stay as the documents have them.
 */
export class ClientTypes {
  readonly #schemas: JsonObject;
  /** Statements in an order in which each comes after what it is derived from, by name. */
  readonly #written = new Map<string, Lines>();

  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /** The type of a schema; what it needs besides is written. `name` is for an object that has no name of its own. */
  typeOf(schema: Json | undefined, name: string): string {
    if (schema === undefined || !isJsonObject(schema)) return "Any";
    const reference = schema["$ref"];
    if (typeof reference === "string") return this.#named(reference.slice(reference.lastIndexOf("/") + 1));
    const choices = listOf(schema["oneOf"] ?? schema["anyOf"]);
    if (choices.length > 0) return this.#union(choices, name);
    const kinds = [schema["type"] ?? []].flat();
    const types = kinds.filter((kind) => kind !== "null").map((kind) => this.#plain(String(kind), schema, name));
    if (types.length === 0) return "Any";
    const type = types.length === 1 ? (types[0] ?? "Any") : `Union[${types.join(", ")}]`;
    return kinds.includes("null") ? `Optional[${type}]` : type;
  }

  /** All types that were needed. */
  statements(): Lines {
    return [...this.#written.values()].flatMap((lines) => [...lines, "", ""]);
  }

  names(): readonly string[] {
    return [...this.#written.keys()].filter((name) => !name.startsWith("_"));
  }

  #named(name: string): string {
    if (this.#written.has(name)) return name;
    const schema = this.#schemas[name];
    if (!isJsonObject(schema)) return "Any";
    // Noted first: schemas may lead back to themselves.
    this.#written.set(name, []);
    if (isJsonObject(schema["properties"]) && !isOpen(schema)) {
      this.#write(name, schema);
      return name;
    }
    const type = this.typeOf(schema, name);
    if (type === name) return name;
    this.#rewrite(name, [`${name} = ${quoted(type)}`, ...docstring([descriptionOf(schema)], 0)]);
    return name;
  }

  #union(choices: readonly Json[], name: string): string {
    const types = choices.map((choice, index) => {
      const words =
        isJsonObject(choice) && isJsonObject(choice["properties"]) ? constantWords(choice["properties"]) : "";
      return this.typeOf(choice, `${name}${words === "" ? index + 1 : words}`);
    });
    return `Union[${[...new Set(types)].join(", ")}]`;
  }

  #plain(kind: string, schema: JsonObject, name: string): string {
    switch (kind) {
      case "string": {
        const values = listOf(schema["enum"]).map((value) => pythonString(String(value)));
        return values.length === 0 ? "str" : `Literal[${values.join(", ")}]`;
      }
      case "integer":
        return "int";
      case "number":
        return "float";
      case "boolean":
        return "bool";
      case "array":
        return `List[${this.typeOf(schema["items"], `${name}Item`)}]`;
      default: {
        if (isOpen(schema)) return "Dict[str, Any]";
        if (isJsonObject(schema["properties"])) return this.#write(name, schema);
        const values = schema["additionalProperties"];
        return `Dict[str, ${isJsonObject(values) ? this.typeOf(values, `${name}Value`) : "Any"}]`;
      }
    }
  }

  #write(wanted: string, schema: JsonObject): string {
    let name = wanted;
    for (let count = 2; (this.#written.get(name)?.length ?? 0) > 0; count += 1) name = `${wanted}${count}`;
    this.#written.set(name, []);
    const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
    const required = new Set(listOf(schema["required"]));
    const fields = Object.entries(properties).map(([field, each]) => ({
      field,
      type: this.typeOf(each, name + capitalized(field.replace(/\W/g, ""))),
      doc: descriptionOf(each),
      isRequired: required.has(field),
    }));
    const doc = descriptionOf(schema);
    const lines = (some: typeof fields): Lines =>
      some.flatMap((each) => ["", `${each.field}: ${each.type}`, ...(each.doc === "" ? [] : docstring([each.doc], 1))]);
    const needed = fields.filter((each) => each.isRequired);
    const others = fields.filter((each) => !each.isRequired);
    const isWord = ({ field }: { readonly field: string }) => /^[A-Za-z_]\w*$/.test(field) && !keywords.has(field);
    if (!fields.every(isWord)) {
      // Only a call can make a type of such names; optional ones that are words are added by a class.
      const base = others.length > 0 && others.every(isWord) ? needed : fields;
      const isWhole = base === fields;
      const isTotal = !isWhole || others.length === 0;
      const called = isWhole ? name : `_${name}Required`;
      const members = base.map(({ field, type }) => `${pythonString(field)}: ${quoted(type)},`);
      this.#rewrite(name, [
        `${called} = TypedDict(`,
        [`"${called}",`, "{", members, "},", ...(isTotal ? [] : ["total=False,"])],
        ")",
        ...(isWhole
          ? docstring([doc], 0)
          : ["", "", `class ${name}(${called}, total=False):`, [...docstring([doc], 1), ...lines(others)]]),
      ]);
    } else if (needed.length === 0 || others.length === 0) {
      const total = needed.length === 0 ? ", total=False" : "";
      this.#rewrite(name, [`class ${name}(TypedDict${total}):`, [...docstring([doc], 1), ...lines(fields)]]);
    } else {
      this.#rewrite(name, [
        `class _${name}Required(TypedDict):`,
        lines(needed).slice(1),
        "",
        "",
        `class ${name}(_${name}Required, total=False):`,
        [...docstring([doc], 1), ...lines(others)],
      ]);
    }
    return name;
  }

  /** Puts a statement behind all that it needed. */
  #rewrite(name: string, lines: Lines): void {
    this.#written.delete(name);
    this.#written.set(name, lines);
  }
}

const keywords: ReadonlySet<string> = new Set(["from", "in", "class", "import", "is", "pass", "global", "with", "as"]);

/** Beside the members that it names it may have others, which no TypedDict of Python 3.9 can say. */
function isOpen(schema: JsonObject): boolean {
  return isJsonObject(schema["properties"]) && isJsonObject(schema["additionalProperties"]);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function descriptionOf(schema: Json | undefined): string {
  const description = isJsonObject(schema ?? null) ? (schema as JsonObject)["description"] : undefined;
  return typeof description === "string" ? description : "";
}

/** The words that tell an object from its siblings: those of its fields with a single value. */
function constantWords(properties: JsonObject): string {
  return Object.values(properties)
    .flatMap((property) => {
      const values = isJsonObject(property) ? listOf(property["enum"]) : [];
      return values.length === 1 ? [capitalized(String(values[0]).toLowerCase().replace(/\W/g, ""))] : [];
    })
    .join("");
}

/** An alias is evaluated when the module is loaded: names in it may come later. */
function quoted(type: string): string {
  return type.replace(
    /(?<![\w"])(?!Any\b|Dict\b|List\b|Literal\b|Optional\b|Union\b)[A-Z]\w*(?!["\w])/g,
    (name, at: number) => (insideLiteral(type, at) ? name : `"${name}"`),
  );
}

function insideLiteral(type: string, at: number): boolean {
  return (type.slice(0, at).match(/"/g) ?? []).length % 2 === 1;
}
