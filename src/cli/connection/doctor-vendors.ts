import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { RegistrationsView, RegistrationView, VendorsView } from "../../contract/documents/vendors.ts";
import { type Invocation, printJson } from "../command.ts";
import { readOptionalDeclaration, sourcesOf } from "../declarations/declaration-file.ts";
import { renderFindings } from "../rendering/render-findings.ts";
import { clean } from "../rendering/text.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../reports/report.ts";
import { confirmed } from "../runs/confirm.ts";
import { writeLines } from "../terminal.ts";
import { unlessCancelled } from "./api-client.ts";

const pauseMs = 5_000;
/** Vendors take some minutes; longer than this something else is wrong. */
const patienceMs = 15 * 60_000;

/** The result of a look, or the exit code of a command that ended. */
type Looked = VendorsView | number;

/** `plumb doctor --vendors`: looks at the vendors and, with `--register`, has registered what they say is missing. */
export async function doctorVendors(invocation: Invocation): Promise<number> {
  const declaration = await readOptionalDeclaration(invocation);
  if (!declaration.ok) return reportMistake(invocation, declaration.error);
  const text = declaration.value;
  const first = await look(invocation, text);
  if (typeof first === "number") return first;
  if (!invocation.arguments.flags.has("register")) return shown(invocation, first);
  const missing = missingIn(first);
  if (missing.length === 0) return shown(invocation, first);
  const wanted = await chosen(invocation, missing);
  if (typeof wanted === "number") return wanted;
  if (wanted.length === 0) return shown(invocation, first);
  const { settings, api } = invocation;
  const path = { stack: settings.stack };
  const answer = await api.call("registerProviders", { path, body: { ...withText(text), registrations: wanted } });
  if (!answer.ok) return reportFailure(invocation, answer.error, sourcesOf(text));
  return await waited(invocation, text, answer.value);
}

async function look(invocation: Invocation, text: DeclarationText | undefined): Promise<Looked> {
  const { settings, api } = invocation;
  const answer = await api.call("examineProviders", { path: { stack: settings.stack }, body: withText(text) });
  return answer.ok ? answer.value : reportFailure(invocation, answer.error, sourcesOf(text));
}

function withText(text: DeclarationText | undefined): { readonly declaration?: DeclarationText } {
  return text === undefined ? {} : { declaration: text };
}

function shown(invocation: Invocation, view: VendorsView, registered: readonly string[] = []): number {
  const { people, settings } = invocation;
  if (settings.json) printJson(invocation, view);
  else writeLines(people, renderFindings(view, people, registered));
  return view.status === "fail" ? exitCodes.failed : exitCodes.done;
}

/** Each once for a provider, also where several objects need it. */
function missingIn({ providers }: VendorsView): readonly RegistrationView[] {
  return providers.flatMap(({ name: provider, findings }) =>
    [...new Set(findings.flatMap(({ registers }) => registers ?? []))].map((registers) => ({ provider, registers })),
  );
}

/** Those that the user agrees to, or the exit code where there is no question to a user. */
async function chosen(
  invocation: Invocation,
  missing: readonly RegistrationView[],
): Promise<readonly RegistrationView[] | number> {
  if (invocation.arguments.flags.has("yes")) return missing;
  if (!invocation.context.stdin.isTTY)
    return reportMistake(invocation, { detail: "--register asks on a terminal; without one, give --yes." });
  const wanted: RegistrationView[] = [];
  for (const each of missing) {
    const question = `Register ${clean(each.registers)} (provider ${clean(each.provider)})?`;
    if (await confirmed(invocation, question)) wanted.push(each);
  }
  return wanted;
}

/** Looks again until nothing of what was asked for is missing any more. */
async function waited(
  invocation: Invocation,
  text: DeclarationText | undefined,
  { registrations, refused }: RegistrationsView,
): Promise<number> {
  const { context } = invocation;
  const names = registrations.map(({ registers }) => registers);
  for (let past = 0; ; past += pauseMs) {
    const looked = await look(invocation, text);
    if (typeof looked === "number") return looked;
    const view = withRefused(looked, refused);
    const missing = missingIn(view).filter(({ registers }) => names.includes(registers));
    if (missing.length === 0) {
      const code = shown(invocation, view, names);
      return refused.length === 0 ? code : exitCodes.refused;
    }
    if (past >= patienceMs) {
      shown(invocation, view);
      const left = missing.map(({ registers }) => registers).join(", ");
      writeLines(invocation.people, [`Asked for, and not registered yet: ${clean(left)}. Look again later.`]);
      return exitCodes.failed;
    }
    await unlessCancelled(context.sleep(pauseMs), context.signal);
  }
}

/** A look, and beside it why something was not registered. */
function withRefused(view: VendorsView, refused: RegistrationsView["refused"]): VendorsView {
  if (refused.length === 0) return view;
  const providers = view.providers.map((each) => {
    const own = refused.filter(({ provider }) => provider === each.name).map(({ finding }) => finding);
    return { ...each, findings: [...each.findings, ...own] };
  });
  return { ...view, status: "fail", providers };
}
