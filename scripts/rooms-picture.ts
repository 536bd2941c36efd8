/** A row of `architecture/rooms.json`. */
export interface Room {
  readonly name: string;
  readonly path: string;
  readonly takes: string;
  readonly gives: string;
  readonly mayImport: readonly string[];
  readonly npm: readonly string[];
  readonly node: readonly string[];
}

/** Layers from top to bottom, the boxes of each, and the rooms of each box. `x/*` is every room of the folder x. */
const layers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  process: { main: ["main"], composition: ["composition", "file-cache"] },
  callers: {
    cli: ["cli"],
    programs: ["programs"],
    "config-file": ["config-file"],
    client: ["client"],
    http: ["http"],
    telemetry: ["telemetry"],
    codegen: ["codegen"],
  },
  service: {
    "service/requests": ["service/requests"],
    "service/handlers": ["service/handlers"],
    "service/background": ["service/background"],
    "service/use-cases": ["service/use-cases", "service/rejection", "service/stack-name"],
    "service/access": ["service/access"],
    "service/audit": ["service/audit"],
    "check-threads": ["check-threads"],
  },
  engine: {
    "engine/declare": ["engine/declare"],
    "engine/check": ["engine/check", "engine/graph", "engine/expressions"],
    "engine/observe": ["engine/observe"],
    "engine/plan": ["engine/plan"],
    "engine/undo": ["engine/undo"],
    "engine/apply": ["engine/apply"],
    "engine/recover": ["engine/recover"],
    "engine/difference": ["engine/difference"],
    "engine/ports": ["engine/ports", "engine/state"],
  },
  adapters: {
    stores: ["stores/*"],
    secrets: ["secrets"],
    providers: ["providers/*"],
    "local-cloud": ["local-cloud/*"],
  },
  language: {
    contract: ["contract"],
    "definitions/document": ["definitions/document"],
    definitions: ["definitions/schema", "definitions/resources"],
    "vendor-wire": ["vendor-wire/*"],
    base: ["base", "files"],
  },
};

/** What is drawn of the imports: those by which a request and its data go. */
const imports: Readonly<Record<string, readonly string[]>> = {
  main: ["composition", "cli"],
  cli: ["contract", "config-file", "programs", "engine/difference"],
  "config-file": ["engine/declare"],
  client: ["contract"],
  http: ["contract", "service/requests"],
  telemetry: ["service/requests", "service/background"],
  codegen: ["contract", "definitions/document", "engine/check"],
  "service/requests": ["contract", "service/access", "service/audit"],
  "service/handlers": ["service/use-cases", "service/background"],
  "service/background": ["service/use-cases"],
  "service/use-cases": [
    ...["service/access", "engine/declare", "engine/check", "engine/observe", "engine/plan", "engine/undo"],
    ...["engine/apply", "engine/recover", "engine/difference"],
  ],
  "service/access": ["engine/ports"],
  "service/audit": ["engine/ports"],
  "check-threads": ["engine/declare", "engine/check"],
  "engine/declare": ["base"],
  "engine/check": ["engine/declare", "definitions"],
  "engine/observe": ["engine/check", "engine/ports"],
  "engine/plan": ["engine/check", "engine/undo"],
  "engine/undo": ["engine/check", "engine/ports"],
  "engine/apply": ["engine/plan", "engine/recover", "engine/ports"],
  "engine/recover": ["engine/ports"],
  "engine/difference": ["definitions"],
  "engine/ports": ["definitions"],
  stores: ["engine/ports"],
  secrets: ["engine/ports"],
  providers: ["engine/ports", "vendor-wire"],
  "local-cloud": ["vendor-wire"],
  contract: ["base"],
  "definitions/document": ["contract", "definitions"],
  definitions: ["base"],
  "vendor-wire": ["base"],
};

/** Calls through what `composition` hands in: whoever calls does not import whoever answers. */
const handedIn: readonly (readonly [from: string, says: string, to: string])[] = [
  ["cli", "in its own process", "service/requests"],
  ["cli", "to a server", "client"],
  ["client", "HTTP", "http"],
  ["service/requests", "Handler", "service/handlers"],
  ["service/use-cases", "Checker", "check-threads"],
  ["providers", "Exchange, in local mode", "local-cloud"],
];

/** The picture of the layers. Throws where it is not what the table of rooms says, or leaves a room out. */
export function roomsPicture(rooms: readonly Room[]): string {
  const boxes = new Map(Object.values(layers).flatMap(Object.entries<readonly string[]>));
  const inBox = (box: string) =>
    rooms.filter(({ name }) => boxes.get(box)?.some((each) => each === name || isBelow(name, each)));
  for (const { name } of rooms) {
    const homes = [...boxes.keys()].filter((box) => inBox(box).some((room) => room.name === name));
    if (homes.length !== 1) throw new Error(`room ${name} is in ${homes.length} boxes of scripts/rooms-picture.ts`);
  }
  const arrows = Object.entries(imports).flatMap(([from, targets]) => targets.map((to) => [from, to] as const));
  for (const [from, to] of arrows) {
    const allowed = new Set(inBox(from).flatMap(({ mayImport }) => mayImport));
    if (!allowed.has("*") && !inBox(to).some(({ name }) => allowed.has(name)))
      throw new Error(`no room of ${from} may import one of ${to}, and scripts/rooms-picture.ts draws it`);
  }
  return [
    "```mermaid",
    "flowchart TD",
    ...Object.entries(layers).flatMap(([layer, within]) => [
      `  subgraph ${layer}`,
      ...Object.keys(within).map((box) => `    ${idOf(box)}["${box}"]`),
      "  end",
    ]),
    ...arrows.map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`),
    ...Object.keys(layers)
      .filter((layer) => layer !== "process")
      .map((layer) => `  composition ==> ${layer}`),
    ...handedIn.map(([from, says, to]) => `  ${idOf(from)} -. "${says}" .-> ${idOf(to)}`),
    "```\n",
  ].join("\n");
}

function isBelow(name: string, pattern: string): boolean {
  return pattern.endsWith("/*") && name.startsWith(pattern.slice(0, -1));
}

/** Mermaid takes no slash in a name; a box may not have the name of its layer. */
function idOf(box: string): string {
  return box.replace(/^.*\//, "");
}
