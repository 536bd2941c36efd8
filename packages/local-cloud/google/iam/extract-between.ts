/**
 * The part of a text that stands where a template such as `zones/{zone}/` has its one variable: from the first
 * occurrence of what stands before it to the next of what stands behind it. Empty where the template finds nothing
 * (`extract` of IAM conditions).
 */
export function extractBetween(text: string, template: string): string {
  const open = template.indexOf("{");
  const close = template.indexOf("}", open);
  if (open < 0 || close < 0) return "";
  const before = template.slice(0, open);
  const behind = template.slice(close + 1);
  const start = text.indexOf(before);
  if (start < 0) return "";
  const from = start + before.length;
  const end = behind === "" ? text.length : text.indexOf(behind, from);
  return end < 0 ? "" : text.slice(from, end);
}
