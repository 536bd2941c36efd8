import { isJsonObject, type JsonObject } from "../../packages/base/json/json.ts";
import { parseText } from "../engine/declare/parse-text.ts";

/** What the text of a declaration holds under `config`, unchecked; nothing where it can't be read. */
export function declaredConfig(text: string): JsonObject {
  const parsed = parseText(text, true);
  const document = parsed.ok ? parsed.value.root?.value : undefined;
  const config = isJsonObject(document) ? document["config"] : undefined;
  return isJsonObject(config) ? config : {};
}
