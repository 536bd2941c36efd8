/**
 * The name that the folder of a program gives its project, where the program itself gives none. `path`: whole, of the
 * program.
 */
export function folderProject(path: string): string {
  const folder = path.split(/[\\/]/).at(-2) ?? "";
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 63);
  return name === "" ? "program" : name;
}
