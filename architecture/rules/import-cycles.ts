/** For each module, by name, those that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** The modules of its own package that a Python source imports: wherever it does, and for types alone as well. */
export function pythonImports(text: string): readonly string[] {
  return [...text.matchAll(/^\s*from \.(\w*) import (\([^)]*\)|.*)$/gm)].flatMap(([, module = "", names = ""]) =>
    module === "" ? [...names.matchAll(/(\w+)(?: as \w+)?/g)].map(([, name = ""]) => name) : [module],
  );
}

/** Each group of modules that lead to one another by their imports, sorted. */
export function importCycles(imports: Imports): readonly (readonly string[])[] {
  const reached = new Map([...imports.keys()].map((module) => [module, reachedFrom(module, imports)]));
  const isWith = (one: string, other: string) => reached.get(one)?.has(other) && reached.get(other)?.has(one);
  const groups = [...imports.keys()]
    .filter((module) => isWith(module, module))
    .map((module) => [...imports.keys()].filter((other) => isWith(module, other)).sort());
  return [...new Map(groups.map((group) => [group.join(" "), group])).values()];
}

function reachedFrom(module: string, imports: Imports): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(imports.get(module) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(imports.get(next) ?? []));
  }
  return reached;
}
