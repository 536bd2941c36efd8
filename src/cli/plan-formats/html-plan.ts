import type { GraphView } from "../../contract/documents/declarations.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { Action } from "../../contract/documents/plans/steps.ts";
import { svgGraph } from "../graph/svg-graph.ts";
import { actionWords } from "../rendering/plan/action-words.ts";
import { blockedText } from "../rendering/plan/render-plan.ts";
import type { StepGroup } from "../rendering/plan/step-groups.ts";
import { escapeMarkup } from "./escape-markup.ts";
import { withOwnFingerprints } from "./own-fingerprints.ts";
import {
  besideLines,
  countsOf,
  groupsOf,
  headingOf,
  problemBlocks,
  problemHeading,
  type ReportedPlan,
  type ReportedRefusal,
  refusalTitle,
  rightsSections,
  titleOf,
} from "./plan-report.ts";

/** Nothing is loaded from anywhere, and nothing runs. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const style = `
:root { color-scheme: light; }
body { font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; color: #1c2330;
  margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
p.blocked { color: #b3261e; font-weight: 600; }
p.digest { color: #667; font: 12px ui-monospace, monospace; margin: 0 0 1.5rem; overflow-wrap: anywhere; }
details { border: 1px solid #d8dde6; border-radius: 6px; margin: 0 0 1rem; }
details.risky { border-color: #d1434b; }
summary { cursor: pointer; font-weight: 600; padding: .5rem .75rem; }
details.risky > summary { color: #b3261e; }
pre { font: 13px/1.45 ui-monospace, monospace; margin: 0; padding: .5rem .75rem; white-space: pre-wrap;
  overflow-wrap: anywhere; border-top: 1px solid #eef0f4; }
.long { display: inline-block; padding-left: var(--hang); text-indent: calc(-1 * var(--hang)); }
p.legend { margin: 0; padding: .5rem .75rem 0; } p.legend span { border-radius: 4px; padding: .1rem .5rem; }
.graph { overflow: auto; padding: .5rem; border-top: 1px solid #eef0f4; }
.graph svg { max-width: 100%; height: auto; }
.create b { color: #176f2c; } .update b { color: #8a5a00; } .replace b { color: #8b2fa8; } .delete b { color: #b3261e; }
.retain b { color: #8a5a00; }
`;

/** How an action is shown in the graph. */
const fills: Readonly<Partial<Record<Action, string>>> = {
  create: "#e3f6e6",
  update: "#fff3d6",
  replace: "#f4e3fa",
  delete: "#fde4e2",
  retain: "#fff3d6",
};

/** Lines of so many columns fit into a row of most windows. */
const widestRow = 100;

/** Boxes stand in rows no wider than this. */
const widestGraph = 1_200;

/** So many resources are drawn with those that stay as they are. */
const mostDrawn = 40;

/** A plan as one page that needs nothing else: folded by risk, with what needs what as a picture. */
export function htmlPlan({ plan: whole, graph }: ReportedPlan): string {
  const plan = withOwnFingerprints(whole);
  const beside = besideLines(plan);
  const blocked = blockedText(plan);
  return page(titleOf(plan), [
    ...(blocked === undefined ? [] : [`<p class="blocked">${escapeMarkup(blocked)}</p>`]),
    `<p>${escapeMarkup(countsOf(plan))}</p>`,
    `<p class="digest">${escapeMarkup(plan.digest)}</p>`,
    ...(plan.problems.length === 0 ? [] : problemPart(plan)),
    ...rightsSections(plan).flatMap(({ heading, blocks }) =>
      folded(heading, "risky", true, [pre(blocks.flatMap(({ lines }) => lines))]),
    ),
    ...groupsOf(plan).flatMap(group),
    ...(beside.length === 0 ? [] : folded("Also", "", true, [pre(beside)])),
    ...picture(plan, graph),
  ]);
}

/** Why there is no plan, as one page. */
export function htmlRefusal(told: ReportedRefusal): string {
  return page(refusalTitle(told), problemPart(told));
}

function page(title: string, content: readonly string[]): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    `<h1>${escapeMarkup(title)}</h1>`,
    ...content,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function problemPart(told: Pick<PlanView, "problems">): readonly string[] {
  return folded(problemHeading(told), "risky", true, [pre(problemBlocks(told).flatMap(({ lines }) => lines))]);
}

function group(told: StepGroup): readonly string[] {
  const steps = told.blocks.map(({ step, lines }) => pre(lines, step.action));
  return folded(headingOf(told), told.isRisky ? "risky" : "", true, steps);
}

function folded(heading: string, kind: string, isOpen: boolean, content: readonly string[]): readonly string[] {
  return [
    `<details class="${kind}"${isOpen ? " open" : ""}><summary>${escapeMarkup(heading)}</summary>`,
    ...content,
    "</details>",
  ];
}

/** Lines as they are; of a step the first is its name. */
function pre(lines: readonly string[], action?: Action): string {
  const [first = "", ...rest] = lines.map(withHanging);
  const head = action === undefined ? first : `<b>${first}</b>`;
  return `<pre${action === undefined ? "" : ` class="${action}"`}>${[head, ...rest].join("\n")}</pre>`;
}

/** A line that may take several rows, of which those after the first begin where it does, and a little further. */
function withHanging(line: string): string {
  const text = escapeMarkup(line);
  if (line.length <= widestRow) return text;
  const hang = line.length - line.trimStart().length + 2;
  return `<span class="long" style="--hang:${hang}ch">${text}</span>`;
}

/** What needs what, with its heading. Of many resources only those that change are drawn, and what they need. */
function picture(plan: PlanView, declared: GraphView | null): readonly string[] {
  const steps = plan.steps.filter(({ superseded }) => superseded !== true);
  const actions = new Map(steps.map(({ name, action }) => [name, action]));
  const whole = graphOf(steps, declared);
  const isChanging = (name: string) => (actions.get(name) ?? "same") !== "same";
  const near = new Set(whole.edges.flatMap(({ from, to }) => (isChanging(from) ? [from, to] : [])));
  const isDrawn = (name: string) => isChanging(name) || near.has(name);
  const isAll = whole.nodes.length <= mostDrawn;
  const nodes = isAll ? whole.nodes : whole.nodes.filter(({ name }) => isDrawn(name));
  const edges = isAll ? whole.edges : whole.edges.filter(({ from, to }) => isDrawn(from) && isDrawn(to));
  if (nodes.length === 0) return [];
  const part = isAll ? "" : ` (${nodes.length} of ${whole.nodes.length} resources: what changes, and what that needs)`;
  const svg = svgGraph({ nodes, edges }, { widest: widestGraph, fillOf: (name) => fills[actions.get(name) ?? "same"] });
  const drawn = new Set(nodes.map(({ name }) => actions.get(name) ?? "same"));
  return folded(`What needs what${part}`, "", true, [...legend(drawn), `<div class="graph">${svg}</div>`]);
}

/** What the colours of the picture say. */
function legend(drawn: ReadonlySet<Action>): readonly string[] {
  const keys = Object.entries(fills).flatMap(([action, fill]) =>
    drawn.has(action as Action)
      ? [`<span style="background:${fill}">${actionWords[action as Action].past}</span>`]
      : [],
  );
  return keys.length === 0 ? [] : [`<p class="legend">${keys.join(" ")}</p>`];
}

/** What is declared, and the steps of what is not. What is deleted goes after what leaned on it. */
function graphOf(steps: PlanView["steps"], declared: GraphView | null): GraphView {
  const known = new Set(declared?.nodes.map(({ name }) => name));
  const others = steps.filter(({ name }) => !known.has(name));
  const names = new Map(steps.flatMap(({ step, name }) => (step === undefined ? [] : [[step, name] as const])));
  const isEnd = (action: Action) => action === "delete" || action === "retain";
  const edges = others.flatMap(({ name, action, needs }) =>
    needs.flatMap((need) => {
      const other = names.get(need);
      if (other === undefined || other === name) return [];
      return [isEnd(action) ? { from: other, to: name } : { from: name, to: other }];
    }),
  );
  const kindOf = (action: Action) => (action === "read" ? ("get" as const) : ("resource" as const));
  return {
    nodes: [
      ...(declared?.nodes ?? []),
      ...others.map(({ name, type, action }) => ({ name, type, kind: kindOf(action) })),
    ],
    edges: [...(declared?.edges ?? []), ...edges],
  };
}
