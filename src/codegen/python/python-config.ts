import type { Json } from "../../../packages/base/json/json.ts";
import type { ConfigDeclaration, ConfigType } from "../../engine/declare/declaration.ts";
import type { ShapeType } from "../shapes.ts";
import type { Layout } from "./python-layout.ts";
import { pythonString } from "./python-text.ts";
import { pythonValue, type Scope } from "./python-values.ts";

const text: ShapeType = { kind: "text", values: undefined, isOpen: true };

/** Config values in a program. */
export const pythonConfig = {
  /** The call that declares one. */
  call: (name: string, entry: ConfigDeclaration, scope: Scope): Layout => ({
    open: `config.${entry.stack === undefined ? entry.type : "stack"}(`,
    items: [
      ["", pythonString(name)],
      ...(entry.stack === undefined ? [] : [["", pythonString(entry.stack)] as const]),
      ...(entry.default === undefined
        ? []
        : [["default=", pythonValue(plain(entry.default), undefined, scope)] as const]),
      ...(entry.secret === true ? [["secret=", "True"] as const] : []),
      ...(entry.description === undefined ? [] : [["description=", pythonString(entry.description)] as const]),
    ],
    close: ")",
  }),

  /** What can be read inside one: members of lists and maps. */
  shapeOf: (type: ConfigType): ShapeType => {
    if (type === "list") return { kind: "list", items: text };
    return type === "map" ? { kind: "map", values: text } : text;
  },
};

/** Defaults are data: nothing in them is an expression. */
function plain(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll("${", () => "$${"));
}
