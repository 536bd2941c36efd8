/**
 * The project that the text of a declaration names in plain sight; undefined where only reading it whole would tell.
 */
export function projectInSight(text: string): string | undefined {
  // In JSON any object may have its `name` at the beginning of a line.
  if (/^\ufeff?\s*\{/.test(text)) return undefined;
  const [first, ...others] = text.matchAll(
    /^\ufeff?(?:name|"name"):[ \t]+(["']?)([a-z][a-z0-9-]{0,62})\1[ \t]*(?:[ \t]#.*)?\r?$/gm,
  );
  return others.length === 0 ? first?.[2] : undefined;
}

/**
 * The project that a program names in plain sight, or its folder's where it names none; undefined where only running it
 * would tell: its run may need the records of the stack that is looked for.
 */
export function programsProject(text: string, folder: string): string | undefined {
  const calls = [
    ...text.matchAll(/(?:\bplumb(?:line_sdk)?\.|(?<![.\w]))project\(\s*(?:(["'])([a-z][a-z0-9-]{0,62})\1\s*,?\s*\))?/g),
  ];
  const [first, ...others] = calls;
  if (first === undefined) return folder;
  return others.length === 0 ? first[2] : undefined;
}
