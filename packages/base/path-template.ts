/**
 * Templates such as `projects/{project}/zones/{zone}`: `{name}` stands for one segment (no slash, not empty),
 * `{+name}` for one or more segments (RFC 6570 reserved expansion). One notation for wire paths, ids and import forms.
 * A variable that a space follows holds no space, so that `{+role} {+member}` reads back as it was written.
 */
type TemplatePart = { readonly literal: string } | { readonly variable: string; readonly multi: boolean };

interface CompiledTemplate {
  readonly parts: readonly TemplatePart[];
  readonly variables: readonly string[];
  readonly pattern: RegExp;
}

const compiled = new Map<string, CompiledTemplate>();

function compile(template: string): CompiledTemplate {
  const known = compiled.get(template);
  if (known !== undefined) return known;
  const parts: TemplatePart[] = [];
  let source = "";
  const pieces = template.split(/(\{\+?\w+\})/);
  for (const [index, piece] of pieces.entries()) {
    const variable = /^\{(\+?)(\w+)\}$/.exec(piece);
    if (variable === null) {
      if (piece === "") continue;
      parts.push({ literal: piece });
      source += RegExp.escape(piece);
    } else {
      const multi = variable[1] === "+";
      parts.push({ variable: variable[2] ?? "", multi });
      const spaceFollows = pieces[index + 1]?.startsWith(" ") === true;
      if (multi) source += spaceFollows ? "([^ ]+)" : "(.+)";
      else source += spaceFollows ? "([^/ ]+)" : "([^/]+)";
    }
  }
  const variables = parts.flatMap((part) => ("variable" in part ? [part.variable] : []));
  const result = { parts, variables, pattern: new RegExp(`^${source}$`, "is") };
  compiled.set(template, result);
  return result;
}

/** The names of a template's variables, in order. */
export function templateVariables(template: string): readonly string[] {
  return compile(template).variables;
}

/**
 * Fills a template, or gives undefined when a variable has no value. `encode` is applied to single-segment
 * values (use encodeURIComponent for URLs); multi-segment values keep their slashes.
 */
export function expandTemplate(
  template: string,
  variables: Readonly<Record<string, string | undefined>>,
  encode: (value: string) => string = (value) => value,
): string | undefined {
  let text = "";
  const { parts } = compile(template);
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as TemplatePart;
    if ("literal" in part) {
      text += part.literal;
      continue;
    }
    const value = variables[part.variable];
    if (value === undefined || value === "") return undefined;
    text += part.multi ? value.split("/").map(encode).join("/") : encode(value);
  }
  return text;
}

/**
 * The variables of `text` under `template`, or undefined where it does not match as a whole. Literals are compared
 * exactly unless `ignoreCase`; a variable named twice must have one value.
 */
export function matchTemplate(
  template: string,
  text: string,
  ignoreCase = false,
): Readonly<Record<string, string>> | undefined {
  const { parts, pattern } = compile(template);
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const variables: Record<string, string> = {};
  let group = 1;
  let rebuilt = "";
  for (const part of parts) {
    if ("literal" in part) {
      rebuilt += part.literal;
      continue;
    }
    const value = match[group] ?? "";
    group += 1;
    if (variables[part.variable] !== undefined && variables[part.variable] !== value) return undefined;
    variables[part.variable] = value;
    rebuilt += value;
  }
  // The pattern ignores case; the rebuilt text tells whether the literals were spelled as the template has them.
  return ignoreCase || rebuilt === text ? variables : undefined;
}
