export interface PageContent {
  readonly machine: string;
  readonly runs: number;
  readonly verdicts: string;
  readonly tree: string;
  readonly exponents: string;
  readonly shapes: readonly { readonly shape: string; readonly table: string }[];
  readonly terraform: { readonly version: string; readonly table: string } | null;
}

const shapeNames: Readonly<Record<string, string>> = {
  tree: "Reference graph",
  chain: "Each leans on the one before",
  star: "All lean on the first",
};

/** The page of figures. */
export function benchmarksPage({ machine, runs, verdicts, tree, exponents, shapes, terraform }: PageContent): string {
  const sections = [
    "# Benchmarks",
    "",
    "Written by `npm run bench -- --write`; do not edit by hand.",
    "",
    "![CPU seconds over the number of resources, on logarithmic axes](benchmarks.svg)",
    "",
    "## Targets",
    "",
    verdicts,
    "",
    `Measured on ${machine}. Medians of ${runs} runs; sizes from 50 000 on are run once.`,
    "",
    "## What is measured",
    "",
    "- **Whole processes**: the bundled command, from its start to its exit, " +
      "with the embedded cloud in the same process. CPU",
    "  is user and system time of all threads as the system accounts it, memory the largest resident set.",
    "- **The reference graph**: endpoint attachments and OAuth clients by turns. " +
      "Ten resources lean on each, and what they",
    "  read of it (an address, a client id) is known only once it is made.",
    "- **The bare loop** is the floor: the same wire calls through the same drivers to the same embedded cloud, " +
      "and as many",
    "  bytes as Plumbline's plan, journal and records hold, committed before and after each call in groups. No engine.",
    "- **Syncs** are calls of `fsync` and `fdatasync`, counted by a library that is loaded into the process " +
      "(Linux, with a C",
    "  compiler; `-` elsewhere). Each commit of either database costs one, each checkpoint two.",
    "- **Growth exponents** are slopes between the two largest sizes in a log-log plot, " +
      "after the cost at one resource is",
    "  taken off: 1 is linear.",
    "- **Engine's share of a step** is the difference between `up` and the bare loop, divided by the number of steps.",
    "",
    "## The reference graph",
    "",
    tree,
    "",
    exponents,
    "",
    ...shapes.flatMap(({ shape, table }) => [`## ${shapeNames[shape] ?? shape}`, "", table, ""]),
    ...(terraform === null
      ? []
      : [
          `## ${terraform.version}`,
          "",
          "The same shape and values as `terraform_data`, which calls no platform and keeps its state in a local file.",
          "",
          terraform.table,
          "",
        ]),
    "## Repeat it",
    "",
    "    npm run bench                          sizes 100, 1000 and 10000, and all parts: about ten minutes",
    "    npm run bench -- --sizes 100,1000      other sizes",
    "    npm run bench -- --full                100000 resources too",
    "    npm run bench -- --only scale --runs 5",
    "    npm run bench -- --write               writes this page and its picture",
    "",
    "Other work on the machine moves wall time more than CPU time. " +
      "Figures of one run can be compared with one another.",
    "",
  ];
  return sections.join("\n");
}
