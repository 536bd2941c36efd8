const compiled = new Map<string, RegExp>();

/**
 * Whether the text has a match of the pattern (JSON Schema: Unicode, not anchored). Patterns come from definitions
 * only.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern, "u");
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}
