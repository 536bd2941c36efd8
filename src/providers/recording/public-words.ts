import { errorCodes } from "../../../packages/vendor-wire/azure/error-shapes.ts";
import { managementPlanes } from "../../../packages/vendor-wire/azure/management-planes.ts";
import { subscriptionResource } from "../../../packages/vendor-wire/azure/platform-paths.ts";
import { resourceTypes } from "../../../packages/vendor-wire/azure/resource-types.ts";
import { privateLinkRedirect } from "../../../packages/vendor-wire/databricks/errors.ts";
import { databricksPaths } from "../../../packages/vendor-wire/databricks/paths.ts";
import { endpointAttachmentFields } from "../../../packages/vendor-wire/google/endpoint-attachment-wire.ts";
import { googleHosts, knownUniverses } from "../../../packages/vendor-wire/google/hosts.ts";
import { oauthClientFields } from "../../../packages/vendor-wire/google/oauth-client-wire.ts";
import { credentialFields } from "../../../packages/vendor-wire/google/oauth-credential-wire.ts";
import {
  auditConfigFields,
  auditLogConfigFields,
  bindingFields,
  conditionFields,
  policyFields,
  setPolicyRequestFields,
  testPermissionsFields,
} from "../../../packages/vendor-wire/google/policy-wire.ts";
import { reservationFields, specificReservationFields } from "../../../packages/vendor-wire/google/reservation-wire.ts";
import { wirePaths } from "../../../packages/vendor-wire/google/resource-names.ts";
import { catalog } from "../../definitions/resources/catalog.ts";

/** What the wire facts tell of addresses: their fixed words are published. */
const addressFacts: readonly unknown[] = [
  ...[resourceTypes, subscriptionResource, managementPlanes],
  ...[databricksPaths, privateLinkRedirect],
  ...[wirePaths, googleHosts, knownUniverses],
];

/** More fixed words of the vendors' addresses, and of the values that are built like addresses. */
const addressWords = `
  http https www com net org us azure microsoft googleapis connectors iam compute management databricks
  azuredatabricks gcp cloud gserviceaccount accounts dod auth cloud-platform type v1 v1beta1 api 2.0 2 1 0 1.0 2.1
  well-known databricks-config settings types names default projects locations global regions zones operations
  oauthclients credentials endpointattachments serviceattachments reservations undelete getiampolicy setiampolicy
  testiampermissions roles role subscriptions resourcegroups providers microsoft authorization roledefinitions
  rolemanagementpolicies rolemanagementpolicyassignments migrate assessmentprojects servercollectors
  privateendpointconnections offazure serversites vmwaresites hypervsites mastersites managementgroups
  restrict_workspace_admins preview scim v2 me service user group domain serviceaccount principal principalset deleted
  allusers allauthenticatedusers longrunning google protobuf rpc empty errorinfo requestinfo retryinfo help badrequest
  localizedmessage quotafailure preconditionfailure resourceinfo operationmetadata endpointattachment run-started
  run-ended intent handle result put remove failed cancelled create update delete workspace account none null true
  false application json text html plain utf-8 charset eq and or scope roledefinitionid atscope application_error`;

/** Names of the fields of envelopes: errors, pages, operations, and our own journal. */
const fieldWords = `
  name etag id type kind location zone region project properties error errors code message details status reason
  metadata innererror innererror additionalinfo target info value values data nextlink next_page_token nextpagetoken
  items done response error_code error_description detail field violations fieldviolations description subject
  quota_limit quota_limit_value service consumer domain @type request_id serving_data retrydelay verb createtime
  updatetime endtime apiversion requestedcancellation statusmessage targetid operationtype progress setting_name
  setting allow_missing field_mask restrict_workspace_admins disable_gov_tag_creation policy bindings members role
  condition version auditconfigs policyid roledefinitionid scope rules effectiverules policyproperties agentproperties
  discoverysiteid displayname systemdata createdby createdat lastmodifiedby lastmodifiedat createdbytype
  lastmodifiedbytype oauthclients oauthclientcredentials endpointattachments unreachable locationid labels
  isdefaultprincipal host_type workspace_id account_id oidc_endpoint token_federation_default_oidc_audiences
  api-version $filter $top $skiptoken updatemask oauthclientid oauthclientcredentialid endpointattachmentid pagesize
  pagetoken showdeleted filter view requestid optionsrequestedpolicyversion requestedpolicyversion validateonly
  returnpartialsuccess run plan at format seq step uid address attempt epoch identity claimkey provider operation
  request inputs fields before outputs outputsources record generation options dependson imported former
  idempotencykey flags intentseq url outcome effects ends problem problems context condition displaced restores config
  ref variables`;

/** Words of error messages and codes, beside those that the definitions are described in. */
const messageWords = `
  a an the this that these those it its is are was were be been being has have had do does did not no none nor and or
  but if in on at of to for from by with without within under over between into as than then so such only also any all
  each every some other another same you your we our they their there here when where which who what why how please
  can could may might must shall should will would cannot couldn't can't doesn't don't isn't wasn't found exists exist
  already existing missing available unavailable allowed permitted denied forbidden unauthorized unauthenticated
  access permission permissions required requires require need needs needed invalid valid unsupported supported
  support unknown expected unexpected internal server service error errors failed failure fail fails exception
  occurred encountered try retry retrying again later wait waiting time timeout timed out deadline exceeded exceeds
  exceed limit limits quota rate requests request response throttled throttling too many concurrent operation
  operations aborted cancelled canceled conflict conflicting conflicts precondition stale etag version versions
  modified changed change updated update create created creation delete deleted deletion get list read write path url
  uri endpoint address host port bad target gateway proxy method argument arguments parameter parameters parameterized
  value values field fields body header headers query content json html head title body pre h1 h2 p br hr div center
  nginx format type types name names named resource resources group groups subscription subscriptions tenant tenants
  directory account accounts user users principal principals client clients application project projects location
  locations region zone provider providers registered register registration unregistered namespace api disabled
  enabled enable used before it console developers overview visit action wait few minutes recently propagate systems
  credential credentials token tokens expired expire expires authentication authorization authenticate authorize login
  sign signed sent send received receive web hook network private public link connection connections state states
  status ready pending active done running in-progress finished complete completed incomplete malformed syntax parse
  parsing parsed empty null true false string number integer object array list map policy policies assignment
  assignments role roles binding bindings member members condition conditions set setting settings workspace
  workspaces feature features not_found resource_does_not_exist endpoint_not_found already_exists permission_denied
  unavailable aborted unauthenticated invalid_argument failed_precondition resource_exhausted out_of_range
  unimplemented data_loss deadline_exceeded cancelled temporarily_unavailable request_limit_exceeded resource_conflict
  invalid_parameter_value malformed_request bad_request invalid_state internal_error customer_unauthorized aborted
  transient temporary temporarily moved permanently redirect because due since after until while during current
  currently new old previous last first more most less least one two three moment currently underlying platform could
  reached reach resolve refused reset closed broken off service_disabled accessnotconfigured ratelimitexceeded
  concurrent_operations_quota_exceeded rate_limit_exceeded notfound authorizationfailed invalidauthenticationtoken
  expiredauthenticationtoken authenticationfailed missingsubscriptionregistration noregisteredproviderfound
  toomanyrequests subscriptionnotfound resourcenotfound parentresourcenotfound resourcegroupnotfound
  preconditionfailed conflict half-made planned lease journal noted run step call object objects`;

/** Numbers that say nothing of anybody: statuses of HTTP. */
const statusNumbers =
  "200 201 202 204 301 302 303 304 307 308 400 401 403 404 405 408 409 410 412 413 415 422 429 500 501 502 503 504";

const googleFields = [
  ...[
    endpointAttachmentFields,
    oauthClientFields,
    credentialFields,
    policyFields,
    setPolicyRequestFields,
    bindingFields,
  ],
  ...[conditionFields, auditConfigFields, auditLogConfigFields, testPermissionsFields, reservationFields],
  specificReservationFields,
];

const secretName = new RegExp(
  "secret|passw|passphrase|token|private_?key|api_?key|access_?key|credential|authoriz|cookie|assertion|signature|" +
    "connection_?string|sas",
  "i",
);
/** Tokens that only say where a list goes on. */
const pageTokens = /^(next_?)?page_?token$|^\$?skip_?token$/i;

interface PublicWords {
  /** Field names. */
  readonly names: ReadonlySet<string>;
  /** What may stand in a value: words of addresses, enumerations, names of fields. */
  readonly values: ReadonlySet<string>;
  /** What may stand in a text for people, or in a code. */
  readonly texts: ReadonlySet<string>;
}

let known: PublicWords | undefined;

/** What is published anyhow: in our own definitions and wire facts, or as the vendors' language. All in lower case. */
export function publicWords(): PublicWords {
  known ??= gathered();
  return known;
}

/** Whether values below a field of this name are secrets: they leave nothing, not even a pseudonym. */
export function isSecretName(name: string): boolean {
  return (
    secretName.test(name) &&
    !pageTokens.test(name) &&
    !/^(tokens|.*endpoint.*|.*audiences)$/i.test(name) &&
    !isKindOfSecret(name)
  );
}

/** Names that only sound so: they are known fields whose values are switches and ids. */
function isKindOfSecret(name: string): boolean {
  return /^(oauthClientCredentialId|oauthClientCredentials|authorizationPlugin|tokenLifetime|hasClientSecret)$/i.test(
    name,
  );
}

/**
 * The words that a code or a name of several words is made of: `NoRegisteredProviderFound`, `RESOURCE_DOES_NOT_EXIST`.
 */
export function partsOf(word: string): readonly string[] {
  return word
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]+/)
    .filter((part) => part !== "");
}

function gathered(): PublicWords {
  const names = new Set(list(fieldWords));
  const values = new Set([...fixedWords(addressFacts), ...list(addressWords), ...list(fieldWords)]);
  const texts = new Set([...list(messageWords), ...list(statusNumbers)]);
  for (const fields of googleFields) for (const name of Object.keys(fields)) names.add(name.toLowerCase());
  walk(catalog.resources, names, values);
  walk(catalog.providers, names, values);
  for (const type of Object.keys(catalog.resources)) for (const word of type.split(":")) values.add(word.toLowerCase());
  for (const code of Object.values(errorCodes)) texts.add(code.toLowerCase());
  for (const name of names) {
    values.add(name);
    for (const part of partsOf(name)) texts.add(part);
  }
  for (const value of values) texts.add(value);
  return { names, values, texts };
}

/** The words of all texts in wire facts that are no variable of a template, as words of an address are told apart. */
function fixedWords(facts: unknown): readonly string[] {
  if (typeof facts === "string")
    return (facts.replace(/\{[^}]*\}/g, " ").match(/[\w-]+/g) ?? []).map((each) => each.toLowerCase());
  if (typeof facts !== "object" || facts === null) return [];
  return Object.values(facts).flatMap(fixedWords);
}

/** The definitions are published: their names and the words of their enumerations. Sentences are left out. */
function walk(part: unknown, names: Set<string>, values: Set<string>): void {
  if (typeof part === "string") {
    if (/^[A-Z][A-Z_]+$|^[A-Z][a-z]+([A-Z][a-z]+)*$/.test(part)) values.add(part.toLowerCase());
    return;
  }
  if (typeof part !== "object" || part === null || part instanceof RegExp) return;
  for (const [name, inner] of Object.entries(part)) {
    if (!Array.isArray(part)) {
      names.add(name.toLowerCase());
      names.add(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase());
    }
    walk(inner, names, values);
  }
}

function list(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
