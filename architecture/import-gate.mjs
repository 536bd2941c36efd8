/**
 * The import gate: dependency-cruiser's configuration, made from rooms.json whenever it is loaded.
 * A room imports itself and the rooms on its list, the npm packages (decision 0004) and the Node modules on its lists;
 * nothing else. What a list permits, a source makes use of: the gate's test holds that (decision 0145).
 * Tests beside the source, and their `.fixture.ts` files, may use any room and any tool, with one exception that holds
 * for them too: a driver and the local cloud never meet but in the composition.
 */
import { readdirSync, readFileSync } from "node:fs";

/** @typedef {{ name: string, path: string, mayImport: string[], npm: string[], node: string[] }} Room */

/** @type {Room[]} */
const rooms = JSON.parse(readFileSync(new URL("rooms.json", import.meta.url), "utf8")).rooms;

const tests = "[.](test|fixture)[.]ts$";
const escaped = (/** @type {string} */ text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
/** A vendor has a folder of wire facts, in the house that is looked at: the one that the gate is run in. */
const vendors = readdirSync("packages/vendor-wire").map(escaped).join("|");

/**
 * A room's files as a regular expression. A file belongs to the innermost room around it: a room within a room is not
 * part of the outer one.
 * @param {Room} room
 */
function files(room) {
  if (room.path.endsWith(".ts")) return `^${escaped(room.path)}$`;
  const inner = rooms
    .filter((each) => each.path.startsWith(`${room.path}/`))
    .map((each) => each.path.slice(room.path.length + 1));
  const without = inner.length === 0 ? "" : `(?!(${inner.map(escaped).join("|")})(/|$))`;
  return `^${escaped(room.path)}/${without}`;
}

/** @param {Room} room */
function rulesOf(room) {
  const from = { path: files(room), pathNot: tests };
  const allowed = room.mayImport.includes("*")
    ? rooms
    : [room, ...rooms.filter((each) => room.mayImport.includes(each.name))];
  const rules = [
    {
      name: `rooms/${room.name}`,
      comment: `${room.name} may import ${room.mayImport.join(", ") || "no other room"} (architecture/rooms.json).`,
      severity: "error",
      from,
      to: {
        pathNot: [...allowed.map((each) => files(each)), "(^|/)node_modules/"],
        dependencyTypesNot: ["core"],
        couldNotResolve: false,
      },
    },
    {
      name: `npm/${room.name}`,
      comment: `${room.name} may use ${room.npm.join(", ") || "no npm package"}; a new one needs a decision record.`,
      severity: "error",
      from,
      to: {
        path: "(^|/)node_modules/",
        ...(room.npm.length === 0 ? {} : { pathNot: room.npm.map((name) => `(^|/)node_modules/${escaped(name)}/`) }),
      },
    },
  ];
  if (!room.node.includes("*")) {
    rules.push({
      name: `node/${room.name}`,
      comment:
        `${room.name} may use ${room.node.join(", ") || "no Node module"}; ` +
        "input and output come in through ports.",
      severity: "error",
      from,
      to: {
        dependencyTypes: ["core"],
        ...(room.node.length === 0
          ? {}
          : { pathNot: room.node.map((name) => `^(node:)?${escaped(name.replace("node:", ""))}$`) }),
      },
    });
  }
  return rules;
}

export default {
  forbidden: [
    {
      name: "no-cycle",
      comment: "Two files that import one another are one file, or hide a third.",
      severity: "error",
      from: { path: "^(src|packages|sdk)/" },
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      comment: "The file or package does not exist, or package.json does not name it.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-import-of-tests",
      comment: "Only a test depends on a test or its fixtures.",
      severity: "error",
      from: { path: "^(src|packages)/", pathNot: tests },
      to: { path: tests },
    },
    {
      name: "driver-never-local",
      comment: "A driver that knew the local server would be tested against itself; this holds for tests too.",
      severity: "error",
      from: { path: `^src/providers/(${vendors})/` },
      to: { path: "^packages/local-cloud/" },
    },
    {
      name: "local-never-driver",
      comment: "A local server that knew the driver would prove nothing; this holds for tests too.",
      severity: "error",
      from: { path: "^packages/local-cloud/" },
      to: { path: "^src/providers/" },
    },
    ...rooms.flatMap(rulesOf),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Types are imports as well: a room that only borrows a type still knows the other room.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types", "default"] },
  },
};
