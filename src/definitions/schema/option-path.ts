/** The segments of a path as options name fields: `labels.team`, `condition[title]`. */
export function optionPath(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((each) => each !== "");
}

/** Whether a place is within what an option's path names, or holds it. */
export function touches(path: string, segments: readonly string[]): boolean {
  return optionPath(path).every((each, index) => segments[index] === undefined || segments[index] === each);
}
