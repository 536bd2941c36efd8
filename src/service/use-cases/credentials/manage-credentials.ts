import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { CredentialView, CredentialWrite } from "../../../contract/documents/credentials.ts";
import { type Expected, isMet } from "../../../contract/expected.ts";
import type { CredentialBinding, CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import type { StoredDocument } from "../../../engine/ports/document-store.ts";
import type { AccessControl } from "../../access/access-control.ts";
import type { CredentialSources } from "../../access/access-settings.ts";
import { allDocuments } from "../../access/all-documents.ts";
import { bindingFaults, type ProviderKinds } from "../../access/bindings/binding-faults.ts";
import { bindingCollection, bindingDocument, keptBindingOf } from "../../access/bindings/kept-binding.ts";
import { secretFileFault } from "../../access/tokens/secret-file.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { isPermitted } from "./permitted-source.ts";

/** What these use cases work with. */
export interface CredentialContext {
  readonly deployment: Deployment;
  readonly access: AccessControl;
}

/** Those of the settings and those of the API, by name. */
export async function listCredentials({ deployment, access }: CredentialContext): Promise<readonly CredentialView[]> {
  const settled = access.credentialSettings.credentials.map(settledView);
  const names = new Set(settled.map(({ name }) => name));
  const kept = (await allDocuments(deployment.documentStore, bindingCollection)).flatMap(
    (each) => keptView(each) ?? [],
  );
  return [...settled, ...kept.filter(({ name }) => !names.has(name))].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export async function showCredential(name: string, context: CredentialContext): Promise<CredentialView> {
  const all = await listCredentials(context);
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw noSuchCredential(name, all);
  return found;
}

/** Names a credential, if what is expected stands there; a Rejection holds all its problems. */
export async function keepCredential(
  name: string,
  asked: CredentialWrite,
  expected: Expected,
  context: CredentialContext,
): Promise<CredentialView> {
  const { deployment, access } = context;
  refuseSettled(name, context);
  const binding = checked(name, asked, deployment.catalog.providers, access.credentialSettings);
  const at = new Date(deployment.clock.now()).toISOString();
  const document = bindingDocument({ binding, at, by: deployment.authority.caller.principal });
  for (;;) {
    const before = await standing(name, expected, context);
    const revision = before?.revision ?? null;
    const outcome = await deployment.documentStore.put(bindingCollection, name, document, { revision });
    access.forgetBindings();
    if (outcome.kind === "done") return showCredential(name, context);
  }
}

/** Takes a credential away from the next call on. */
export async function removeCredential(name: string, expected: Expected, context: CredentialContext): Promise<void> {
  const { deployment, access } = context;
  refuseSettled(name, context);
  for (;;) {
    const before = await standing(name, expected, context);
    if (before === null) throw noSuchCredential(name, await listCredentials(context));
    const outcome = await deployment.documentStore.remove(bindingCollection, name, { revision: before.revision });
    access.forgetBindings();
    if (outcome.kind === "done") return;
  }
}

function checked(
  name: string,
  { kind, origins = null, private: isPrivate = false, credential = null, stacks = ["*"] }: CredentialWrite,
  providers: ProviderKinds,
  { credentialSources }: { readonly credentialSources: CredentialSources },
): CredentialBinding {
  const { environment = null, file = null, clientId = null } = credential ?? {};
  const place: CredentialPlace | null =
    environment !== null && file === null
      ? { kind: "environment", name: environment, clientId }
      : file !== null && environment === null
        ? { kind: "file", path: file, clientId }
        : file === null && clientId === null
          ? { kind: "usual" }
          : null;
  const binding: CredentialBinding = {
    name,
    kind,
    origins,
    mayBePrivate: isPrivate,
    credential: place ?? { kind: "usual" },
    stacks,
  };
  const problems: Problem[] = bindingFaults(binding, providers).map(({ member, detail }) =>
    wrong(detail, `/${member}`),
  );
  if (place === null)
    problems.push(wrong("a credential stands either in an environment variable or in a file", "/credential"));
  else if (!isPermitted(place, credentialSources))
    problems.push(
      wrong(
        `\`${place.kind === "environment" ? place.name : place.kind === "file" ? place.path : ""}\` is not among ` +
          "the `credentialSources` of the service's settings, which its operator writes",
        `/credential/${place.kind}`,
      ),
    );
  else if (place.kind === "file") {
    const fault = secretFileFault(place.path);
    if (fault !== null) problems.push(wrong(fault, "/credential/file"));
  }
  if (problems.length > 0) throw new Rejection("unprocessable", problems);
  return binding;
}

function refuseSettled(name: string, { access }: CredentialContext): void {
  if (!access.credentialSettings.credentials.some((each) => each.name === name)) return;
  const detail = `\`${name}\` stands in the service's settings, and is changed there`;
  throw new Rejection("conflict", [problem("credential-settled", detail)]);
}

async function standing(
  name: string,
  expected: Expected,
  { deployment }: CredentialContext,
): Promise<StoredDocument | null> {
  const found = await deployment.documentStore.get(bindingCollection, name);
  if (isMet(expected, found === null ? null : String(found.revision))) return found;
  const detail = found === null ? `no credential \`${name}\` is kept` : `credential \`${name}\` was changed meanwhile`;
  throw new Rejection("stale", [problem("changed-meanwhile", detail)]);
}

function noSuchCredential(name: string, known: readonly CredentialView[]): Rejection {
  const nearest = nearestName(
    name,
    known.map((each) => each.name),
  );
  const guess = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
  return new Rejection("missing", [problem("unknown-credential", `the service has no credential \`${name}\`${guess}`)]);
}

function wrong(detail: string, pointer: string): Problem {
  return problem("invalid-credential", detail, { pointer });
}

function settledView(binding: CredentialBinding): CredentialView {
  return { ...viewOf(binding), etag: "settings", from: "settings", at: null, by: null };
}

function keptView({ document, revision }: StoredDocument): CredentialView | null {
  const kept = keptBindingOf(document);
  if (kept === null) return null;
  return { ...viewOf(kept.binding), etag: String(revision), from: "api", at: kept.at, by: kept.by };
}

function viewOf({ name, kind, origins, mayBePrivate, credential, stacks }: CredentialBinding) {
  const place = {
    environment: credential.kind === "environment" ? credential.name : null,
    file: credential.kind === "file" ? credential.path : null,
    clientId: credential.kind === "usual" ? null : credential.clientId,
  };
  return { name, kind, origins, private: mayBePrivate, credential: place, stacks };
}
