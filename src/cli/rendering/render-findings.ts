import type { FindingView, VendorsView } from "../../contract/documents/vendors.ts";
import type { Screen } from "../terminal.ts";
import { clean, padTo, wrap } from "./text.ts";

const words = { pass: "PASS", fail: "FAIL", unknown: "UNKNOWN" } as const;
const colors = { pass: "green", fail: "red", unknown: "yellow" } as const;

/** As wide as the longest of the words and the space after it. */
const wordWidth = 8;

/** What `doctor --vendors` found, a provider after the other, the counts, and what it has had registered. */
export function renderFindings(
  { findings, providers }: VendorsView,
  screen: Screen,
  registered: readonly string[] = [],
): readonly string[] {
  const all = [...findings, ...providers.flatMap((each) => each.findings)];
  const count = (status: FindingView["status"]) => all.filter((each) => each.status === status).length;
  return [
    ...findings.flatMap((each) => lines(each, screen)),
    ...providers.flatMap(({ name, kind, findings: own }) => [
      screen.paint("bold", name === kind ? clean(name) : `${clean(name)} (${clean(kind)})`),
      ...own.flatMap((each) => lines(each, screen)),
    ]),
    `${count("pass")} passed, ${count("fail")} failed, ${count("unknown")} ` +
      `unknown.${registered.length === 0 ? " Nothing was changed." : ""}`,
    ...registered.map((name) => `Registered: ${clean(name)}`),
  ];
}

function lines(
  { check, status, detail, remedy, permission }: FindingView,
  { paint, width }: Screen,
): readonly string[] {
  const begin = `  ${paint(colors[status], padTo(words[status], wordWidth))}`;
  const indent = " ".repeat(2 + wordWidth);
  const [first = "", ...rest] = wrap(`${clean(check)}: ${clean(detail)}`, width - indent.length);
  const more = [
    ...(permission === null ? [] : [`missing: ${clean(permission)}`]),
    ...(remedy === null ? [] : [`do: ${clean(remedy)}`]),
  ];
  return [
    `${begin}${first}`,
    ...rest.map((line) => `${indent}${line}`),
    ...more.flatMap((text) => wrap(text, width - indent.length).map((line) => `${indent}${line}`)),
  ];
}
