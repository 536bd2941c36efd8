import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import { parsedObject } from "../../../../packages/base/json/parsed-json.ts";
import type { GivenCredential } from "../sources/given-credential.ts";
import { refusalOfSignIn, refusalOfUniverse, type SignInPolicy, type SignInUse } from "./google-sign-in-rule.ts";

/** The kinds of credential files that are known. */
export type GoogleKeyKind =
  | "service_account"
  | "authorized_user"
  | "external_account"
  | "external_account_authorized_user"
  | "impersonated_service_account";

/** A credential file that was judged: the fields that its kind has, and nothing else of it. */
export interface GoogleKey {
  readonly kind: GoogleKeyKind;
  readonly fields: JsonObject;
  /** Of an impersonated account: the key of whoever impersonates it. */
  readonly source: GoogleKey | null;
}

/** What a field of a file may lead to; null for one that leads nowhere. */
type Fields = Readonly<Record<string, SignInUse | null>>;

const shared: Fields = { type: null, quota_project_id: null, universe_domain: null };

/**
 * What the vendor's library is told of a file. It takes more than it documents, and each name in a second spelling:
 * addresses (`endpoint`, `cloud_resource_manager_url`), a proxy for all its calls (`transporterOptions`). None of that
 * reaches it. Source: the library's options of each client; the files that gcloud writes.
 */
const fieldsOf: Readonly<Record<GoogleKeyKind, Fields>> = {
  service_account: {
    ...shared,
    ...{ client_email: null, private_key: null, private_key_id: null, project_id: null },
    token_uri: "oauth2",
  },
  authorized_user: { ...shared, client_id: null, client_secret: null, refresh_token: null, token_uri: "oauth2" },
  external_account: {
    ...shared,
    ...{ audience: null, subject_token_type: null, workforce_pool_user_project: null },
    ...{ client_id: null, client_secret: null },
    token_url: "sts",
    service_account_impersonation_url: "iamcredentials",
    service_account_impersonation: null,
    credential_source: null,
  },
  external_account_authorized_user: {
    ...shared,
    ...{ audience: null, client_id: null, client_secret: null, refresh_token: null },
    token_url: "sts",
  },
  impersonated_service_account: {
    ...shared,
    service_account_impersonation_url: "iamcredentials",
    delegates: null,
  },
};

const subjectFields: Fields = {
  ...{ file: null, headers: null, format: null, environment_id: null, executable: null },
  url: "subject",
  region_url: "subject",
  imdsv2_session_token_url: "subject",
  regional_cred_verification_url: "caller-identity",
};

/**
 * Reads a credential file and judges each address in it. Throws an Error for what is no key, and for one that leads
 * elsewhere, named by its field. Sends nothing.
 */
export function readGoogleKey({ text, name }: GivenCredential, policy: SignInPolicy): GoogleKey {
  const document = parsedObject(text);
  if (document === undefined) throw new Error(`${name} is no JSON object`);
  return judged(document, "", policy);
}

function judged(document: JsonObject, at: string, policy: SignInPolicy): GoogleKey {
  const kind = kindOf(document["type"]);
  const fields = picked(document, fieldsOf[kind], at, policy);
  const { universe_domain: universe, credential_source: source } = fields;
  if (universe !== undefined) {
    const refusal = typeof universe === "string" ? refusalOfUniverse(universe, policy) : "is no text";
    if (refusal !== null) throw new Error(`\`${at}universe_domain\` ${refusal}`);
  }
  if (kind === "impersonated_service_account") {
    const { source_credentials: inner } = document;
    if (!isJsonObject(inner)) throw new Error(`it has no \`${at}source_credentials\``);
    return { kind, fields, source: judged(inner, `${at}source_credentials.`, policy) };
  }
  if (!isJsonObject(source)) return { kind, fields, source: null };
  refuseCertificate(source, `${at}credential_source.certificate`);
  const judgedSource = picked(source, subjectFields, `${at}credential_source.`, policy);
  return { kind, fields: { ...fields, credential_source: judgedSource }, source: null };
}

/**
 * The library can show a client's certificate only on connections of its own, past the proxies, bounds and judged
 * addresses by which all else leaves here.
 */
function refuseCertificate(source: JsonObject, place: string): void {
  const { certificate } = source;
  if (certificate === undefined || certificate === null) return;
  throw new Error(
    `\`${place}\` proves a workload by a certificate, which is not supported here; ` +
      "use a source with a token (`file`, `url` or `executable`)",
  );
}

/** The known fields of a document, in their documented spelling. */
function picked(document: JsonObject, fields: Fields, at: string, policy: SignInPolicy): JsonObject {
  const found: Record<string, Json> = {};
  for (const [name, use] of Object.entries(fields)) {
    const value = document[name];
    if (value === undefined || value === null) continue;
    if (use !== null) {
      const refusal = typeof value === "string" ? refusalOfSignIn(value, use, policy) : "is no URL";
      if (refusal !== null) throw new Error(`\`${at}${name}\` ${refusal}`);
    }
    found[name] = value;
  }
  return found;
}

function kindOf(type: Json | undefined): GoogleKeyKind {
  const kind = Object.keys(fieldsOf).find((each): each is GoogleKeyKind => each === type);
  if (kind !== undefined) return kind;
  throw new Error(typeof type === "string" ? `\`${type}\` is no kind of key that is known` : "it has no `type`");
}
