import { nearestName } from "../../../packages/base/nearest-name.ts";
import type { FilterField } from "../../contract/operation.ts";
import type { ListFilter } from "../use-cases/lists/page.ts";
import { CallRefusal } from "./call-refusal.ts";

/** What a filter can ask of each field: equality, or (names) how it begins. */
const operators: Readonly<Record<FilterField, ":" | "=">> = {
  name: ":",
  type: "=",
  status: "=",
  action: "=",
  outcome: "=",
};

const term = /^\s*([A-Za-z]+)\s*(=|:)\s*(?:"([^"]*)"|([^\s"]+))\s*(?:(AND)(?=\s)|$)/;

/**
 * Reads a filter such as `type="iam:OAuthClient" AND name:web`; `name:` asks how the name begins. A CallRefusal names
 * what can't be read.
 */
export function filterOf(text: string, fields: readonly FilterField[]): ListFilter {
  const filter: { [F in FilterField]?: string } = {};
  for (let rest = text; ; ) {
    const match = term.exec(rest);
    if (match === null)
      throw strange(`can't be read from ${JSON.stringify(rest.slice(0, 80))} on; write ${exampleOf(fields)}`);
    const [whole, given = "", operator, quoted, bare, and] = match;
    const field = fields.find((each) => each === given);
    if (field === undefined) {
      const nearest = nearestName(given, fields);
      const guess = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
      throw strange(`can name ${fields.join(", ")}, not \`${given}\`${guess}`);
    }
    if (operator !== operators[field]) throw strange(`asks for \`${field}\` with \`${operators[field]}\``);
    if (filter[field] !== undefined) throw strange(`asks twice for \`${field}\``);
    filter[field] = quoted ?? bare ?? "";
    rest = rest.slice(whole.length);
    if (and === undefined) return filter;
  }
}

function exampleOf(fields: readonly FilterField[]): string {
  return fields.map((each) => `${each}${operators[each]}"..."`).join(" AND ");
}

function strange(says: string): CallRefusal {
  return new CallRefusal("bad-request", `the filter ${says}`);
}
