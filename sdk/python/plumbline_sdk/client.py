# Generated from the API's description: `npm run generate`.
"""A client of plumb's service over HTTP."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union

from .transport import ApiError, Transport, Unreachable, etag_of, pages, segment

__all__ = [
    "ApiError",
    "Approval",
    "ApprovalRequest",
    "AuditEntry",
    "AuditEntryIntent",
    "AuditEntryIntentFrom",
    "AuditEntryList",
    "AuditEntryOutcome",
    "AuditEntryOutcomeIntent",
    "AuditEntryOutcomeIntentFrom",
    "AuditReport",
    "AuditReportFindingsItem",
    "CallRequest",
    "CallResult",
    "Caller",
    "CallerScope",
    "CancelledRun",
    "Catalog",
    "CatalogDefault",
    "CatalogDefaultAutoname",
    "CatalogDefaultComposed",
    "CatalogDefaultPlatform",
    "CatalogDefaultProvider",
    "CatalogField",
    "CatalogFunction",
    "CatalogPermissions",
    "CatalogProvider",
    "CatalogProviderField",
    "CatalogProviderHostLevelsItem",
    "CatalogResource",
    "CatalogResourceGrants",
    "CatalogResourceGrantsBeside",
    "CatalogResourceIdentity",
    "CatalogResourceIdentityImportsItem",
    "CatalogResourceIdentityVariablesValueItem",
    "CatalogResourceLastChange",
    "CatalogResourceLiesIn",
    "CatalogResourceLongestOperation",
    "CatalogResourceNoAutoNaming",
    "CatalogResourceRightsItem",
    "CatalogResourceRightsItemLimit",
    "CatalogResourceSoftDelete",
    "CatalogResourceStrictness",
    "CatalogType",
    "CatalogTypeBoolean",
    "CatalogTypeInteger",
    "CatalogTypeList",
    "CatalogTypeMap",
    "CatalogTypeObject",
    "CatalogTypeText",
    "CatalogTypeTextRulesItem",
    "CatalogTypeUnion",
    "CatalogValue",
    "CatalogVendorLimit",
    "CatalogVersionForm",
    "CatalogVersions",
    "ChangedStackSettings",
    "CheckResult",
    "Client",
    "ConfigValue",
    "CreatedToken",
    "Credential",
    "CredentialList",
    "CredentialPlace",
    "CredentialWrite",
    "CredentialWriteCredential",
    "Declaration",
    "DeclarationSummary",
    "DeclarationSummaryConfigValue",
    "DeclarationText",
    "DeclarationTextConfigAtValue",
    "DeclarationVersion",
    "DeclarationVersionList",
    "DeclarationWritten",
    "Deferred",
    "Difference",
    "Drift",
    "DriftRow",
    "ExamineRequest",
    "Field",
    "FieldType",
    "Finding",
    "GivenRole",
    "Graph",
    "GraphEdgesItem",
    "GraphNode",
    "Health",
    "Hunk",
    "HunkList",
    "HunkSecret",
    "HunkText",
    "HunkValue",
    "ImportEntry",
    "ImportRequest",
    "ImportResult",
    "Imported",
    "InFlightCall",
    "IncludedResource",
    "LeftResource",
    "ListPart",
    "ListPartChanged",
    "ListPartSame",
    "ListedResource",
    "Login",
    "LoginList",
    "MetricsText",
    "NewStack",
    "NewToken",
    "Object",
    "ObjectCreate",
    "ObjectDrift",
    "ObjectImport",
    "ObjectList",
    "ObjectRead",
    "ObjectReplace",
    "ObjectRow",
    "OpenApiDocument",
    "OpenedConfig",
    "Operation",
    "OperationMetadata",
    "OperationMetadataObject",
    "OperationResult",
    "OperationResultObject",
    "OptionChange",
    "Outputs",
    "Plan",
    "PlanList",
    "PlanRequest",
    "PlanRequestApply",
    "PlanRequestApplyRound",
    "PlanRequestDestroy",
    "PlanRequestImport",
    "PlanRequestRefresh",
    "PlanRequestUndo",
    "PlanRound",
    "PlanRow",
    "PlanStepList",
    "PlanWithoutSteps",
    "PlanWithoutStepsRound",
    "PlannedOutput",
    "Principal",
    "PrincipalList",
    "Problem",
    "ProblemDocument",
    "Provider",
    "ProviderList",
    "ProviderWrite",
    "PrunedStack",
    "ReadRequest",
    "RefreshRequest",
    "RefusedRegistration",
    "RegisterRequest",
    "Registration",
    "RegistrationList",
    "RenameRequest",
    "Resource",
    "ResourceChange",
    "ResourceChangeFieldsItem",
    "ResourceHistory",
    "ResourceInspection",
    "ResourceInspectionDeclared",
    "ResourceList",
    "ResumeRequest",
    "Right",
    "RightsChange",
    "RoleAssignment",
    "RoleAssignmentList",
    "RoleWrite",
    "Run",
    "RunDetails",
    "RunEstimate",
    "RunEstimateCallsItem",
    "RunEvent",
    "RunEventCall",
    "RunEventRetrying",
    "RunEventStarted",
    "RunEventStep",
    "RunEventStepDone",
    "RunEventStepStarted",
    "RunEventStepWaiting",
    "RunEventTakenover",
    "RunList",
    "RunRequest",
    "RunStep",
    "RunStepList",
    "RunSummary",
    "SealedConfig",
    "SealedConfigValue",
    "SettledCall",
    "ShownPlan",
    "Span",
    "Stack",
    "StackArrival",
    "StackArrivalWrite",
    "StackContent",
    "StackContentSecretsItem",
    "StackDeparture",
    "StackDepartureWrite",
    "StackDrift",
    "StackLastRun",
    "StackList",
    "StackMove",
    "StackMoveNamed",
    "StackPrune",
    "StackReceipt",
    "StackRestored",
    "StackSettings",
    "StackSettingsWrite",
    "StackTransfer",
    "StartedBy",
    "State",
    "StateEdit",
    "StateEditList",
    "StateImport",
    "StateImported",
    "StateImportedForgottenItem",
    "Step",
    "StepCounts",
    "StepIgnores",
    "StoreHealth",
    "StoreHealthCounts",
    "StoreHealthKeys",
    "Summary",
    "TextPart",
    "TextPartChanged",
    "TextPartSame",
    "TextRun",
    "Token",
    "TokenList",
    "TokenScope",
    "TopicEvent",
    "TopicEventOver",
    "TopicEventRefused",
    "TopicEventResource",
    "TopicEventRun",
    "Type",
    "TypeField",
    "TypeList",
    "TypeRow",
    "TypeSchema",
    "TypeVersions",
    "UnlistedObject",
    "UnmanagedList",
    "UnmanagedObject",
    "UnmanagedRequest",
    "UnobservedResource",
    "Unreachable",
    "Vendors",
    "VendorsProvidersItem",
    "Version",
    "WatchEvent",
    "WatchEvent1",
    "WatchEventBookmark",
    "WatchEventError",
    "WatchedResource",
    "Webhook",
    "WebhookWrite",
    "WhoAmI",
    "WhoAmIRolesItem",
    "etag_of",
    "pages",
]


class Version(TypedDict):
    """The version."""

    version: str
    """Of Plumbline."""

    readOnly: bool
    """Nothing but reads leaves for the vendors, and nothing that is kept is changed (`PLUMB_READ_ONLY`)."""


class CallerScope(TypedDict):
    """What a token is limited to."""

    stacks: Optional[List[str]]
    """Null: every stack that its owner may reach."""

    role: Literal["reader", "planner", "operator", "admin"]
    """The role."""


class _CallerRequired(TypedDict):
    principal: str
    """Unique and stable."""

    name: str
    """An e-mail address, or the name of a token."""

    groups: List[str]
    """The groups it is in."""

    accountAdmin: bool
    """Account admin of the platforms that know such a rank."""

    workspaces: List[str]
    """The workspaces it is a member of."""

    scope: Optional[CallerScope]
    """What a token is limited to."""


class Caller(_CallerRequired, total=False):
    """Who asks, as far as it was proved."""

    owner: str
    """Whose token it is."""

    person: str
    """Who is behind the token: approvals count by this."""


class WhoAmIRolesItem(TypedDict):
    """A role."""

    stack: str
    """Whole name of the stack; `*`: every stack, and the service itself."""

    role: Literal["reader", "planner", "operator", "admin"]
    """The role."""


class WhoAmI(TypedDict):
    """Who asks."""

    caller: Caller

    roles: List[WhoAmIRolesItem]
    """The roles that are held, by name, as the token's owner, or in a group. Where no one signs in, the caller is
    an admin.
    """

    readOnly: bool
    """Nothing but reads leaves for the vendors, and nothing that is kept is changed (`PLUMB_READ_ONLY`)."""


class Login(TypedDict):
    """Where one can sign in."""

    issuer: str
    """Of tokens."""

    clientId: str
    """As which the command signs in."""

    scope: str
    """What is asked for."""

    audience: str
    """For whom tokens must be."""


class LoginList(TypedDict):
    """Where one can sign in."""

    logins: List[Login]
    """The issuers."""


class OpenApiDocument(TypedDict):
    """A description in OpenAPI."""

    openapi: str
    """Version of OpenAPI."""


class StoreHealthCounts(TypedDict):
    """What there is, or what a repair keeps."""

    stacks: int
    """Stacks."""

    records: int
    """Records."""

    openIntents: int
    """Calls whose result is not recorded."""

    claims: int
    """Claims."""

    journalEntries: int
    """Entries of journals."""

    plans: int
    """Plans."""

    sealedValues: int
    """Sealed values."""


class Span(TypedDict):
    """A place in a text that the user wrote."""

    file: str
    """Name of the text, as it was given."""

    line: int
    """From 1."""

    column: int
    """From 1, in UTF-16 units."""

    endLine: int
    """From 1."""

    endColumn: int
    """From 1; exclusive."""


class _ProblemRequired(TypedDict):
    code: str
    """Stable code; the reference lists them."""

    severity: Literal["error", "warning"]
    """Errors stop; warnings never do."""

    summary: str
    """One sentence part, the same for every problem of the code."""

    detail: str
    """What is wrong here, why, and what to do."""


class Problem(_ProblemRequired, total=False):
    """Something that the caller can mend."""

    address: str
    """The logical name it is about."""

    pointer: str
    """JSON pointer into the declaration, or into the body that was sent."""

    at: str
    """Whether the guilty token is the key or the value at the pointer."""

    span: Span

    hint: str
    """A way out in words."""

    fix: str
    """A replacement for the guilty token, where there is exactly one sensible."""


class StoreHealthKeys(TypedDict):
    """The keys of sealed values, where anything was sealed."""

    version: int
    """Version of the newest data key."""

    former: int
    """Former data keys that are kept for values in files of the users' own."""

    unfinished: bool
    """A rotation was broken off: running it again ends it."""


class _StoreHealthRequired(TypedDict):
    file: Optional[str]
    """Where it is."""

    status: Literal["nothing", "whole", "damaged", "repaired"]
    """How it is."""

    counts: StoreHealthCounts
    """What there is, or what a repair keeps."""

    damage: List[str]
    """What is not as it was written."""

    lost: List[str]
    """What can't be recovered or is unsure."""

    mended: List[Problem]
    """What a repair mends, or has mended, without any loss."""

    auditKeys: List[str]
    """Keys that signed the audit log and are not here, so that what they signed can't be checked."""

    keptAs: Optional[str]
    """Where the damaged file is after a repair."""


class StoreHealth(_StoreHealthRequired, total=False):
    """How the store is."""

    needsBackup: bool
    """A repair brings nothing back here: the way back is a backup of the database."""

    keys: StoreHealthKeys
    """The keys of sealed values, where anything was sealed."""


class _HealthRequired(TypedDict):
    status: Literal["ok", "unavailable", "ending"]
    """How it is."""


class Health(_HealthRequired, total=False):
    """How the process is."""

    reason: str
    """Why requests can't be served."""


MetricsText = str
"""Counters in OpenMetrics."""


class _WatchedResourceRequired(TypedDict):
    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    provider: str
    """Name of its provider."""

    status: str
    """How its record stands."""

    inputs: Dict[str, Any]
    """What was declared."""

    outputs: Dict[str, Any]
    """What the platform showed last."""

    dependsOn: List[str]
    """What it needs."""

    apiVersion: str
    """Interface version through which it is managed."""

    generation: int
    """Grows when its object is replaced."""

    observedAt: str
    """When the platform was last read."""

    key: str
    """Tells it apart from all others of the stack, through renames and replacements."""


class WatchedResource(_WatchedResourceRequired, total=False):
    """A resource as it is from now on."""

    awaitsDeclaration: bool
    """It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left
    out where it is not so.
    """


class WatchEvent1(TypedDict):
    """A resource came, changed or went."""

    type: Literal["ADDED", "MODIFIED", "DELETED"]
    """What happened."""

    resource: WatchedResource

    resourceVersion: str
    """From where to watch."""


class WatchEventBookmark(TypedDict):
    """Everything up to this version has been told."""

    type: Literal["BOOKMARK"]
    """Always `BOOKMARK`."""

    resourceVersion: str
    """From where to watch."""


class WatchEventError(TypedDict):
    """The watch is over: list again."""

    type: Literal["ERROR"]
    """Always `ERROR`."""

    problem: Problem


WatchEvent = Union["WatchEvent1", "WatchEventBookmark", "WatchEventError"]
"""What happened to a resource."""


class TopicEventResource(TypedDict):
    """What happened to a resource of a stack."""

    kind: Literal["resource"]
    """Always `resource`."""

    topic: str
    """As it was asked for, without its place."""

    event: WatchEvent


class _SettledCallRequired(TypedDict):
    run: str
    """Id of the run."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    operation: Literal["create", "update", "delete", "undelete"]
    """What was asked."""

    id: str
    """Id on the platform."""

    fields: List[str]
    """The inputs that it writes."""

    at: str
    """When it was noted, just before it was sent."""

    isConfirmed: bool
    """The platform has answered that it is at work on it."""

    became: str
    """What a look at its object has told."""

    detail: str
    """In words."""


class SettledCall(_SettledCallRequired, total=False):
    """A call that was in flight, and what became of it."""

    platformOperation: str
    """Name of the operation that goes on, by which the platform's own tools find it."""


class _RunEventStartedRequired(TypedDict):
    event: Literal["started"]
    """Always `started`."""

    run: str
    """Id of the run."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    plan: str
    """Content address of the plan."""

    steps: int
    """How many steps there are."""

    inFlight: List[SettledCall]
    """Of a run that goes on: calls that were in flight, and what became of them; empty where there were none."""


class RunEventStarted(_RunEventStartedRequired, total=False):
    """It began, or another process goes on with what is left."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""


class _RunEventTakenoverRequired(TypedDict):
    event: Literal["taken-over"]
    """Always `taken-over`."""

    run: str
    """Id of the run."""

    attempt: int
    """How often it was taken up by then, 2 for the second time."""


class RunEventTakenover(_RunEventTakenoverRequired, total=False):
    """Another process goes on with it."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""


class _RunEventStepStartedRequired(TypedDict):
    event: Literal["step"]
    """Always `step`."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    action: Literal["same", "create", "update", "replace", "delete", "read", "import", "adopt", "undelete", "retain", "move"]
    """What is done."""

    phase: Literal["started"]
    """Always `started`."""


class RunEventStepStarted(_RunEventStepStartedRequired, total=False):
    """A step began."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""

    step: str
    """Id of the step in its plan."""

    attempt: int
    """How often the step was tried by then, 1 for the first time."""

    putBack: bool
    """Of a deletion or retention: the object stays, and is put back as it was before."""

    platform: str
    """Whom its calls go to, for people; absent where it makes none."""


class _RunEventStepWaitingRequired(TypedDict):
    event: Literal["step"]
    """Always `step`."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    action: Literal["same", "create", "update", "replace", "delete", "read", "import", "adopt", "undelete", "retain", "move"]
    """What is done."""

    phase: Literal["waiting"]
    """Always `waiting`."""

    detail: str
    """For what."""


class RunEventStepWaiting(_RunEventStepWaitingRequired, total=False):
    """A step waits for its platform."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""

    step: str
    """Id of the step in its plan."""

    attempt: int
    """How often the step was tried by then, 1 for the first time."""

    putBack: bool
    """Of a deletion or retention: the object stays, and is put back as it was before."""

    why: str
    """Why: a call was put off, an operation goes on, or an earlier run's may; absent in older versions."""

    platform: str
    """Who is waited for, for people; absent in older versions."""

    since: str
    """When the wait began."""


class _RunEventRetryingRequired(TypedDict):
    event: Literal["retrying"]
    """Always `retrying`."""

    step: str
    """Id of the step in its plan."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    action: Literal["same", "create", "update", "replace", "delete", "read", "import", "adopt", "undelete", "retain", "move"]
    """What is done."""

    attempt: int
    """How often the step was tried by then, 1 for the first time."""

    why: Literal["throttled", "unavailable", "conflict", "unknown", "absent", "denied", "invalid"]
    """The result of the call before."""

    afterMs: int
    """After how long, in milliseconds."""


class RunEventRetrying(_RunEventRetryingRequired, total=False):
    """A call of a step is made again after a wait; `attempt` counts that time too."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""

    status: int
    """HTTP status of the answer; absent where none came."""


class _RunEventCallRequired(TypedDict):
    event: Literal["call"]
    """Always `call`."""

    step: str
    """Id of the step in its plan."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    action: Literal["same", "create", "update", "replace", "delete", "read", "import", "adopt", "undelete", "retain", "move"]
    """What is done."""

    attempt: int
    """How often the step was tried by then, 1 for the first time."""

    method: str
    """Of the request."""

    host: str
    """Host and port of the platform."""

    durationMs: int
    """How long it took, in milliseconds."""


class RunEventCall(_RunEventCallRequired, total=False):
    """A request of a step has ended. Nothing of its path, its query, its fields or its body is told."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""

    status: int
    """HTTP status of the answer; absent where none came."""


class _RunEventStepDoneRequired(TypedDict):
    event: Literal["step"]
    """Always `step`."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    action: Literal["same", "create", "update", "replace", "delete", "read", "import", "adopt", "undelete", "retain", "move"]
    """What is done."""

    phase: Literal["done"]
    """Always `done`."""

    durationMs: int
    """How long it took since it first began, in milliseconds."""


class RunEventStepDone(_RunEventStepDoneRequired, total=False):
    """A step is done."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""

    step: str
    """Id of the step in its plan."""

    attempt: int
    """How often the step was tried by then, 1 for the first time."""

    putBack: bool
    """Of a deletion or retention: the object stays, and is put back as it was before."""

    id: str
    """Id on the platform."""

    wasAbsent: bool
    """What was to be deleted was gone before; it is in no count of what was deleted."""

    wasAsWanted: bool
    """No call was made, since the object was as wanted already; it is in no count of what changed."""

    keepsOld: bool
    """A replacement that has only made an object, which counts as created: the old one stays."""

    warning: Problem


class _RunEventStepRequired(TypedDict):
    event: Literal["step"]
    """Always `step`."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    action: Literal["same", "create", "update", "replace", "delete", "read", "import", "adopt", "undelete", "retain", "move"]
    """What is done."""

    phase: Literal["failed", "skipped", "in-flight"]
    """How it ended."""

    problem: Problem


class RunEventStep(_RunEventStepRequired, total=False):
    """A step failed, or was not begun, or its call was left in flight."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""

    step: str
    """Id of the step in its plan."""

    attempt: int
    """How often the step was tried by then, 1 for the first time."""

    putBack: bool
    """Of a deletion or retention: the object stays, and is put back as it was before."""


class _InFlightCallRequired(TypedDict):
    run: str
    """Id of the run."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    operation: Literal["create", "update", "delete", "undelete"]
    """What was asked."""

    id: str
    """Id on the platform."""

    fields: List[str]
    """The inputs that it writes."""

    at: str
    """When it was noted, just before it was sent."""

    isConfirmed: bool
    """The platform has answered that it is at work on it."""


class InFlightCall(_InFlightCallRequired, total=False):
    """A call whose result is not recorded: its object may exist."""

    platformOperation: str
    """Name of the operation that goes on, by which the platform's own tools find it."""


_RunSummaryRequired = TypedDict(
    "_RunSummaryRequired",
    {
        "event": Literal["summary"],
        "run": str,
        "status": Literal["done", "failed", "refused", "stopped", "cancelled"],
        "same": int,
        "create": int,
        "update": int,
        "replace": int,
        "delete": int,
        "read": int,
        "import": int,
        "adopt": int,
        "undelete": int,
        "retain": int,
        "move": int,
        "failed": int,
        "skipped": int,
        "inFlight": List["InFlightCall"],
        "durationMs": int,
        "outputs": Dict[str, Any],
        "problems": List["Problem"],
    },
)


class RunSummary(_RunSummaryRequired, total=False):
    """How a run ended."""

    at: str
    """When; absent where it was not recorded, as in runs of older versions."""


RunEvent = Union["RunEventStarted", "RunEventTakenover", "RunEventStepStarted", "RunEventStepWaiting", "RunEventRetrying", "RunEventCall", "RunEventStepDone", "RunEventStep", "RunSummary"]
"""One event of a run; the last is the summary."""


class TopicEventRun(TypedDict):
    """What a run did."""

    kind: Literal["run"]
    """Always `run`."""

    topic: str
    """As it was asked for, without its place."""

    number: int
    """Number of the event in its run."""

    event: RunEvent


class ProblemDocument(TypedDict):
    """What went wrong (RFC 9457)."""

    type: str
    """Names the kind of problem."""

    title: str
    """The same for every problem of the kind."""

    status: int
    """The HTTP status."""

    detail: str
    """What is wrong here."""

    code: str
    """Stable code."""

    problems: List[Problem]
    """Every violation, where there are such."""


class TopicEventRefused(TypedDict):
    """The topic can't be followed, or not any more."""

    kind: Literal["refused"]
    """Always `refused`."""

    topic: str
    """As it was asked for, without its place."""

    problem: ProblemDocument


class TopicEventOver(TypedDict):
    """Nothing more will happen in the topic."""

    kind: Literal["over"]
    """Always `over`."""

    topic: str
    """As it was asked for, without its place."""


TopicEvent = Union["TopicEventResource", "TopicEventRun", "TopicEventRefused", "TopicEventOver"]
"""What happened in one of the topics."""


class TypeRow(TypedDict):
    """A type or a function in a list."""

    type: str
    """Token, `namespace:Name`."""

    kind: Literal["resource", "function"]
    """What it is."""

    title: str
    """For people."""

    provider: str
    """Kind of the provider that it needs."""


class _TypeListRequired(TypedDict):
    types: List[TypeRow]
    """What can be declared or called."""


class TypeList(_TypeListRequired, total=False):
    """What can be declared or called."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class TypeVersions(TypedDict):
    """Interface versions."""

    default: str
    """The usual one."""

    others: List[str]
    """Asked for as `type@version`."""


class _FieldTypeRequired(TypedDict):
    type: Literal["string", "boolean", "integer", "array", "object"]
    """As JSON has it."""


class FieldType(_FieldTypeRequired, total=False):
    """A type in the words of JSON Schema. What is inside an object stands in the fields of its field."""

    format: str
    """Of a text: `date-time`, `duration` or `cel`."""

    items: FieldType

    additionalProperties: FieldType


class _TypeFieldRequired(TypedDict):
    name: str
    """Of the field."""

    type: str
    """In words."""

    schema: FieldType

    required: bool
    """It must be given."""

    replace: bool
    """Changing it forces a replacement."""

    description: str
    """For people."""

    limits: List[str]
    """Rules on the value."""

    fields: List[TypeField]
    """The fields inside it."""


class TypeField(_TypeFieldRequired, total=False):
    """A field of a type."""

    immutable: bool
    """The platform never changes it."""

    secret: bool
    """Sealed at rest, masked everywhere."""

    default: str
    """Where the value comes from when it is left out."""

    absentMeans: Any
    """The value that the platform means when the field is absent."""


class _TypeRequired(TypedDict):
    type: str
    """Token."""

    kind: Literal["resource", "function"]
    """What it is."""

    title: str
    """For people."""

    provider: str
    """Kind of the provider that it needs."""

    aliases: List[str]
    """Other tokens."""

    description: str
    """For people."""

    section: str
    """Of the specification."""

    versions: TypeVersions
    """Interface versions."""

    version: str
    """The one that is shown: the usual one, unless another was asked for as `type@version`."""

    fields: List[TypeField]
    """Inputs, or arguments."""

    outputs: List[TypeField]
    """What references may read besides the inputs; the result of a function."""

    importForms: List[str]
    """Forms of an id."""


class Type(_TypeRequired, total=False):
    """Everything one can know of a type before writing it down."""

    onDestroy: str
    """What a destroy does to an object."""


_TypeSchemaRequired = TypedDict(
    "_TypeSchemaRequired",
    {
        "$schema": str,
    },
)


class TypeSchema(_TypeSchemaRequired, total=False):
    """A schema of JSON Schema 2020-12."""

    type: str
    """Of the inputs."""


class CatalogVersions(TypedDict):
    """Interface versions."""

    default: str
    """The usual one."""

    others: List[str]
    """Asked for as `type@version`."""


class CatalogVersionForm(TypedDict):
    """Versions that are not listed and can be asked for all the same, as `type@unlisted:version`."""

    pattern: str
    """What such a version matches."""

    description: str
    """The form, in words."""


class _CatalogPermissionsRequired(TypedDict):
    read: List[str]
    """To plan."""

    write: List[str]
    """To carry a plan out, besides."""

    source: str
    """The document of the vendor."""


class CatalogPermissions(_CatalogPermissionsRequired, total=False):
    """The rights at the vendor that it takes, as the vendor documents them."""

    note: str
    """What a name can't say."""


class CatalogTypeTextRulesItem(TypedDict):
    """A rule with its own sentence."""

    pattern: str
    """What it must match."""

    description: str
    """The rule, as a sentence part."""


class _CatalogTypeTextRequired(TypedDict):
    kind: Literal["text"]
    """Always `text`."""


class CatalogTypeText(_CatalogTypeTextRequired, total=False):
    """A text."""

    minLength: int
    """Characters at least, as code points."""

    maxLength: int
    """Characters at most."""

    values: List[str]
    """A closed list: anything else is refused."""

    knownValues: List[str]
    """An open list: others are taken too."""

    pattern: str
    """What it must match: a regular expression of ECMAScript with the flag `u`, not anchored."""

    rules: List[CatalogTypeTextRulesItem]
    """More rules."""

    format: Literal["cel", "date-time", "duration"]
    """`cel`: Common Expression Language; `date-time`: compared as a moment; `duration`: ISO 8601, compared by
    length.
    """

    equality: Literal["exact", "ignore-case"]
    """How two compare; `exact` where it is left out."""


class CatalogTypeBoolean(TypedDict):
    """True or false."""

    kind: Literal["boolean"]
    """Always `boolean`."""


class _CatalogTypeIntegerRequired(TypedDict):
    kind: Literal["integer"]
    """Always `integer`."""


class CatalogTypeInteger(_CatalogTypeIntegerRequired, total=False):
    """A whole number."""

    minimum: int
    """The least value."""

    maximum: int
    """The greatest value."""


CatalogDefaultProvider = TypedDict(
    "CatalogDefaultProvider",
    {
        "from": Literal["provider"],
        "field": str,
    },
)
"""The provider's value."""


CatalogDefaultAutoname = TypedDict(
    "CatalogDefaultAutoname",
    {
        "from": Literal["auto-name"],
        "suffixLength": int,
    },
)
"""A name of its own, chosen once."""


CatalogDefaultComposed = TypedDict(
    "CatalogDefaultComposed",
    {
        "from": Literal["composed"],
        "format": str,
    },
)
"""Put together from other fields."""


CatalogDefaultPlatform = TypedDict(
    "CatalogDefaultPlatform",
    {
        "from": Literal["platform"],
        "by": List[str],
    },
)
"""Found on the platform by a read."""


CatalogDefault = Union["CatalogDefaultProvider", "CatalogDefaultAutoname", "CatalogDefaultComposed", "CatalogDefaultPlatform"]
"""Where the value of a field that was left out comes from."""


class _CatalogVendorLimitRequired(TypedDict):
    values: List[str]
    """The only values; none where it does not list them."""

    says: str
    """The rule, as a sentence part."""


class CatalogVendorLimit(_CatalogVendorLimitRequired, total=False):
    """A tighter rule that only the vendor documents: to break it is warned of, and is no mistake."""

    pattern: str
    """What a text must match."""

    maxLength: int
    """Characters at most."""

    maxProperties: int
    """Keys of a map at most."""

    minItems: int
    """Items of a list at least."""

    keyPattern: str
    """What each key of a map must match."""


class _CatalogValueRequired(TypedDict):
    type: CatalogType

    description: str
    """For people."""

    vendorLimits: List[CatalogVendorLimit]
    """Tighter rules that only the vendor documents."""


class CatalogValue(_CatalogValueRequired, total=False):
    """A value: its type, and what is said of it besides."""

    replace: bool
    """Changing it forces a replacement."""

    immutable: bool
    """The platform never changes it after creation."""

    secret: bool
    """Sealed at rest, masked everywhere."""

    precondition: bool
    """A concurrency tag: sent as a precondition, never compared."""

    volatile: str
    """Why it moves although the object stays as it is. That is no drift."""

    followsWrites: bool
    """May change whenever the object is written."""

    composed: str
    """Known before the first call: a template over the variables of the identity."""

    drift: Any
    """What drift of it means for people's access: a rank, or ranks by what it is now (`to`) or was (`from`), by the
    place among values of which each permits more than the one before (`strictestFirst`, `looser`), by what came
    or went (`gained`, `lost`, `changed`; `every` stands for all there could be), or where a duration grew
    (`longer`).
    """

    default: CatalogDefault

    absentMeans: Any
    """The value that the platform means where it is absent."""

    reference: str
    """What a reference usually leads to, `type#output`."""

    vendorRefusesUpdate: bool
    """The vendor documents it as not updatable."""

    since: str
    """The first interface version that has it; all from the first on where it is left out."""

    until: str
    """The first interface version that has it no more."""


class _CatalogTypeListRequired(TypedDict):
    kind: Literal["list"]
    """Always `list`."""

    items: CatalogValue


class CatalogTypeList(_CatalogTypeListRequired, total=False):
    """A list."""

    minItems: int
    """Items at least."""

    maxItems: int
    """Items at most."""

    unordered: bool
    """The order has no meaning."""

    itemKey: str
    """The field by which items are told apart."""


class CatalogTypeMap(TypedDict):
    """A map with free keys."""

    kind: Literal["map"]
    """Always `map`."""

    values: CatalogValue


class _CatalogTypeObjectRequired(TypedDict):
    kind: Literal["object"]
    """Always `object`."""

    fields: List[CatalogField]
    """Its fields; there are no others."""


class CatalogTypeObject(_CatalogTypeObjectRequired, total=False):
    """An object."""

    name: str
    """The name of the object, as the specification or the platform has it."""


class CatalogTypeUnion(TypedDict):
    """One of several kinds of objects."""

    kind: Literal["union"]
    """Always `union`."""

    discriminator: str
    """The field that tells the kind of object."""

    variants: List[CatalogValue]
    """The kinds, each an object. One that is not among them is carried as it came."""


CatalogType = Union["CatalogTypeText", "CatalogTypeBoolean", "CatalogTypeInteger", "CatalogTypeList", "CatalogTypeMap", "CatalogTypeObject", "CatalogTypeUnion"]
"""What values of a place look like, for machines."""


class _CatalogFieldRequired(TypedDict):
    name: str
    """As declarations write it."""

    required: bool
    """Of what is given: it must be there. Of what is told: it is there."""

    type: CatalogType

    description: str
    """For people."""

    vendorLimits: List[CatalogVendorLimit]
    """Tighter rules that only the vendor documents."""


class CatalogField(_CatalogFieldRequired, total=False):
    """A value under a name in an object."""

    replace: bool
    """Changing it forces a replacement."""

    immutable: bool
    """The platform never changes it after creation."""

    secret: bool
    """Sealed at rest, masked everywhere."""

    precondition: bool
    """A concurrency tag: sent as a precondition, never compared."""

    volatile: str
    """Why it moves although the object stays as it is. That is no drift."""

    followsWrites: bool
    """May change whenever the object is written."""

    composed: str
    """Known before the first call: a template over the variables of the identity."""

    drift: Any
    """What drift of it means for people's access: a rank, or ranks by what it is now (`to`) or was (`from`), by the
    place among values of which each permits more than the one before (`strictestFirst`, `looser`), by what came
    or went (`gained`, `lost`, `changed`; `every` stands for all there could be), or where a duration grew
    (`longer`).
    """

    default: CatalogDefault

    absentMeans: Any
    """The value that the platform means where it is absent."""

    reference: str
    """What a reference usually leads to, `type#output`."""

    vendorRefusesUpdate: bool
    """The vendor documents it as not updatable."""

    since: str
    """The first interface version that has it; all from the first on where it is left out."""

    until: str
    """The first interface version that has it no more."""


class CatalogResourceIdentityVariablesValueItem(TypedDict, total=False):
    """Where a variable gets its value: from an input or from the provider."""

    input: str
    """An input, or a dotted path into one."""

    template: str
    """What the input is matched with."""

    variable: str
    """The variable of the template that is meant."""

    take: str
    """The part of the input that is taken."""

    provider: str
    """A field of the provider's configuration."""

    constant: bool
    """It is the same for every provider of the kind."""


class CatalogResourceIdentityImportsItem(TypedDict):
    """A form of an id."""

    template: str
    """A template."""

    source: Literal["specification", "ours"]
    """Who says so."""


class _CatalogResourceIdentityRequired(TypedDict):
    variables: Dict[str, List[CatalogResourceIdentityVariablesValueItem]]
    """The variables of the templates."""

    formats: List[str]
    """The id: the first of these whose variables all have values."""

    renamed: List[str]
    """Outputs that hold a name which the platform changes by itself."""

    imports: List[CatalogResourceIdentityImportsItem]
    """The forms of an id that `import` and `get` take."""


class CatalogResourceIdentity(_CatalogResourceIdentityRequired, total=False):
    """How an object is named on the platform."""

    claim: str
    """The physical object that a declaration claims for itself, where that is more than its id."""

    ignoreCase: bool
    """Ids compare without regard to case."""


class _CatalogResourceGrantsBesideRequired(TypedDict):
    who: str
    """A dotted path, which leads to a list."""

    what: str
    """A dotted path."""


class CatalogResourceGrantsBeside(_CatalogResourceGrantsBesideRequired, total=False):
    """The same in what is told of others that a write takes away."""

    when: str
    """A dotted path."""


class _CatalogResourceGrantsRequired(TypedDict):
    who: str
    """A dotted path."""

    what: str
    """A dotted path."""


class CatalogResourceGrants(_CatalogResourceGrantsRequired, total=False):
    """Where its inputs tell which right it grants, to whom."""

    when: str
    """A dotted path: the condition under which the right holds."""

    decides: str
    """A dotted path below the condition: what of it decides; absent where all of it does."""

    beside: CatalogResourceGrantsBeside
    """The same in what is told of others that a write takes away."""


class CatalogResourceRightsItemLimit(TypedDict):
    """The value is a limit, or a level, whose `drift` tells what permits more."""

    some: str
    """What is said of a value; `{value}` stands for it."""

    none: str
    """What is said where there is none."""


CatalogResourceRightsItem = TypedDict(
    "CatalogResourceRightsItem",
    {
        "at": str,
        "is": Any,
        "who": str,
        "formerly": str,
        "called": str,
        "what": str,
        "verb": str,
        "guards": bool,
        "anew": bool,
        "itself": bool,
        "limit": "CatalogResourceRightsItemLimit",
        "others": str,
    },
    total=False,
)
"""A value that says who may do what."""


class CatalogResourceSoftDelete(TypedDict):
    """After a deletion the platform keeps the object and its identifier."""

    days: int
    """For how long."""

    stateField: str
    """The output that tells."""

    deletedValue: str
    """Its value then."""


class CatalogResourceLiesIn(TypedDict):
    """The object that it lies in on the platform: made before it, deleted after it, and kept with it while that one
    can come back.
    """

    type: str
    """The type of that object."""

    id: str
    """Its id, a template over the identity's variables."""


class CatalogResourceStrictness(TypedDict):
    """The field whose value may go from strict to wide."""

    field: str
    """A dotted path."""

    strictestFirst: List[str]
    """From strict to wide."""


class CatalogResourceLastChange(TypedDict, total=False):
    """Where the platform tells who changed the object last, and when."""

    by: str
    """A dotted path below the outputs."""

    at: str
    """A dotted path below the outputs."""


class CatalogResourceNoAutoNaming(TypedDict):
    """The identifier is never chosen for anybody."""

    field: str
    """The identifier."""

    says: str
    """Why."""


class CatalogResourceLongestOperation(TypedDict):
    """How long an operation on it may run in the background."""

    milliseconds: int
    """So long."""

    source: str
    """Who says so."""


class _CatalogResourceRequired(TypedDict):
    kind: Literal["resource"]
    """Always `resource`."""

    type: str
    """Token, `namespace:Name`."""

    title: str
    """For people."""

    description: str
    """For people."""

    section: str
    """Of the specification."""

    provider: str
    """Kind of the provider that it needs."""

    versions: CatalogVersions

    examples: List[str]
    """Declarations that have one."""

    inputs: List[CatalogField]
    """What a declaration gives. Each is an output too."""

    outputs: List[CatalogField]
    """What the platform tells besides, and inputs that answer with more than was sent, in the form in which they
    answer.
    """

    identity: CatalogResourceIdentity
    """How an object is named on the platform."""

    existence: Literal["created", "standing", "part"]
    """`created`: not there before it is created; `standing`: always there; `part`: a share of a larger object."""

    rights: List[CatalogResourceRightsItem]
    """Where its values say who may do what."""

    onDestroy: Literal["delete", "restore", "retain"]
    """What a destroy does to an object."""


class CatalogResource(_CatalogResourceRequired, total=False):
    """A type of resource."""

    unlistedVersions: CatalogVersionForm

    permissions: CatalogPermissions

    requiresProvider: Dict[str, Any]
    """What the provider's configuration must say."""

    governsAccess: bool
    """It decides who may do what: drift of its values is ranked by what it means for that."""

    grants: CatalogResourceGrants
    """Where its inputs tell which right it grants, to whom."""

    softDelete: CatalogResourceSoftDelete
    """After a deletion the platform keeps the object and its identifier."""

    beforeDelete: Dict[str, Any]
    """Inputs with the values that an object must have before the platform deletes it; a deletion sets them first.
    """

    liesIn: CatalogResourceLiesIn
    """The object that it lies in on the platform: made before it, deleted after it, and kept with it while that one
    can come back.
    """

    refusedIn: Dict[str, Any]
    """Values of the object that it lies in with which the platform makes none in it."""

    strictness: CatalogResourceStrictness
    """The field whose value may go from strict to wide."""

    lastChange: CatalogResourceLastChange
    """Where the platform tells who changed the object last, and when."""

    createdAt: str
    """Where the platform tells when the object was made: a dotted path below the outputs."""

    noAutoNaming: CatalogResourceNoAutoNaming
    """The identifier is never chosen for anybody."""

    longestOperation: CatalogResourceLongestOperation
    """How long an operation on it may run in the background."""


class _CatalogFunctionRequired(TypedDict):
    kind: Literal["function"]
    """Always `function`."""

    type: str
    """Token, `namespace:Name`."""

    title: str
    """For people."""

    description: str
    """For people."""

    section: str
    """Of the specification."""

    provider: str
    """Kind of the provider that it needs."""

    versions: CatalogVersions

    examples: List[str]
    """Declarations that have one."""

    aliases: List[str]
    """Other tokens."""

    needsOfProvider: List[str]
    """What the provider's configuration must have."""

    arguments: List[CatalogField]
    """What it takes."""

    result: List[CatalogField]
    """What it gives."""


class CatalogFunction(_CatalogFunctionRequired, total=False):
    """A function that looks something up."""

    unlistedVersions: CatalogVersionForm

    permissions: CatalogPermissions


class _CatalogProviderFieldRequired(TypedDict):
    field: CatalogField

    environment: List[str]
    """Variables that give the value where the declaration does not."""

    aliases: List[str]
    """Other names of the field."""

    ofCalls: bool
    """It says how calls are made: not where they lead, nor what becomes of an object."""


class CatalogProviderField(_CatalogProviderFieldRequired, total=False):
    """A field of a provider's configuration."""

    default: Any
    """The value where nothing gives one."""


class CatalogProviderHostLevelsItem(TypedDict):
    """What an address tells of a field."""

    field: str
    """A field."""

    value: str
    """Its value."""

    hosts: str
    """A pattern of hosts that go with no other value."""


class CatalogProvider(TypedDict):
    """A kind of provider."""

    kind: Literal["provider"]
    """Always `provider`."""

    type: str
    """What a declaration names as its kind."""

    title: str
    """For people."""

    description: str
    """For people."""

    fields: List[CatalogProviderField]
    """Its configuration."""

    constants: Dict[str, str]
    """Values that stand in ids and are the same for all of the kind."""

    takesOAuthClients: bool
    """A credential of it may be an OAuth client, whose secret is exchanged for tokens."""

    knownElsewhereAs: List[str]
    """What other tools call it."""

    hostLevels: List[CatalogProviderHostLevelsItem]
    """What addresses tell."""


class Catalog(TypedDict):
    """All that can be declared, for machines."""

    digest: str
    """Content address of the rest."""

    resources: List[CatalogResource]
    """Types of resources."""

    functions: List[CatalogFunction]
    """Functions."""

    providers: List[CatalogProvider]
    """Kinds of providers."""


class CheckResult(TypedDict):
    """Every problem of a declaration."""

    problems: List[Problem]
    """In the order of the text."""


class DeclarationTextConfigAtValue(TypedDict):
    """"""

    key: Span

    value: Span

    isPlain: bool
    """It stands there in the clear, not sealed."""


class _DeclarationTextRequired(TypedDict):
    file: str
    """Name for the places of problems, as the user typed it."""

    text: str
    """YAML or JSON."""


class DeclarationText(_DeclarationTextRequired, total=False):
    """A declaration as the user wrote it, with the configuration values given beside it."""

    config: Dict[str, Any]
    """Values for `config`."""

    sealed: Dict[str, str]
    """Values for `config` that are sealed, by key: they are opened where the request is about the stack that they
    are sealed for. The key must be a secret one. Whoever may plan may send them, and is never shown them.
    """

    configFrom: Dict[str, Literal["option", "environment", "file", "program"]]
    """Where values of `config` come from. A value that is missing later is told; a program's own are not."""

    configAt: Dict[str, DeclarationTextConfigAtValue]
    """Where values of `config` stand in a file of their own: problems with them are told there."""


class DeclarationSummaryConfigValue(TypedDict):
    """A config key."""

    type: str
    """Of its values."""

    secret: bool
    """Values are sealed."""


class DeclarationSummary(TypedDict):
    """What a declaration says of itself."""

    project: str
    """Its `name`; empty where it has none."""

    config: Dict[str, DeclarationSummaryConfigValue]
    """By key."""


class _GraphNodeRequired(TypedDict):
    name: str
    """Logical name."""

    kind: Literal["resource", "get", "lookup"]
    """What it is."""

    type: str
    """Token of the type."""


class GraphNode(_GraphNodeRequired, total=False):
    """A node."""

    parent: str
    """The resource that it is grouped under."""

    span: Span


GraphEdgesItem = TypedDict(
    "GraphEdgesItem",
    {
        "from": str,
        "to": str,
    },
)
"""`from` needs `to`."""


class Graph(TypedDict):
    """What needs what."""

    nodes: List[GraphNode]
    """What is declared."""

    edges: List[GraphEdgesItem]
    """What needs what."""


class Declaration(TypedDict):
    """The declaration that is kept for a stack."""

    version: int
    """1 for the first; each further one has the next number."""

    etag: str
    """Its entity tag, without the quotes."""

    file: str
    """As the user named the text."""

    at: str
    """When it was kept."""

    by: str
    """Principal of who kept it."""

    byName: str
    """What people know them by."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    text: str
    """YAML or JSON."""

    config: Dict[str, Any]
    """Values for `config`."""

    problems: List[Problem]
    """Advice from its check."""


DeclarationWritten = Union["Declaration", "CheckResult"]
"""The new version; or, under `validateOnly`, the problems."""


class DeclarationVersion(TypedDict):
    """A version of a declaration."""

    version: int
    """1 for the first; each further one has the next number."""

    etag: str
    """Its entity tag, without the quotes."""

    file: str
    """As the user named the text."""

    at: str
    """When it was kept."""

    by: str
    """Principal of who kept it."""

    byName: str
    """What people know them by."""


class _DeclarationVersionListRequired(TypedDict):
    versions: List[DeclarationVersion]
    """A page of versions, newest first."""


class DeclarationVersionList(_DeclarationVersionListRequired, total=False):
    """A page of versions, newest first."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class StackLastRun(TypedDict):
    """The run that began last; null where none ever did, and for who may not read runs."""

    run: str
    """Its id."""

    status: Literal["running", "done", "failed", "cancelled", "broken-off"]
    """How it stands, or how it ended."""

    startedAt: str
    """When it began."""

    endedAt: Optional[str]
    """When it ended."""


class StackDrift(TypedDict):
    """What the last look by the clock found; null where there was none, and for who may not read the state."""

    at: str
    """When the objects were looked at."""

    byClass: Dict[str, int]
    """Differences by their class, those that there are."""


class StackRestored(TypedDict):
    """The stack was restored from a backup, and no run of all of it has ended well since. Left out elsewhere."""

    at: str
    """When it was restored."""

    madeAt: str
    """When the backup was made."""


class StackTransfer(TypedDict):
    """The stack is on its way to or from another store, or has gone there. Left out elsewhere."""

    phase: Literal["leaving", "moved", "arriving"]
    """How far the move has come."""

    place: str
    """The other store, in words."""


class _StackRequired(TypedDict):
    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    project: str
    """Its project: the `name` of the declarations that it takes."""

    name: str
    """Its name within the project."""

    resources: int
    """How many objects it manages."""

    serial: int
    """Grows with every write to its state."""

    lastRun: Optional[StackLastRun]
    """The run that began last; null where none ever did, and for who may not read runs."""

    drift: Optional[StackDrift]
    """What the last look by the clock found; null where there was none, and for who may not read the state."""

    problems: List[Problem]
    """Why nothing more is known of it: its numbers are 0 then."""


class Stack(_StackRequired, total=False):
    """A stack."""

    restored: StackRestored
    """The stack was restored from a backup, and no run of all of it has ended well since. Left out elsewhere."""

    transfer: StackTransfer
    """The stack is on its way to or from another store, or has gone there. Left out elsewhere."""


class _StackListRequired(TypedDict):
    stacks: List[Stack]
    """A page of stacks, by name."""


class StackList(_StackListRequired, total=False):
    """A page of stacks, by name."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class NewStack(TypedDict):
    """A stack to be made."""

    name: str
    """Its name within the project."""


class StackMove(TypedDict):
    """Another name for a stack."""

    to: str
    """Its new whole name: `PROJECT/STACK`."""


class PrunedStack(TypedDict):
    """What was pruned of a stack."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    dryRun: bool
    """Nothing went: it was only told what would go."""

    runs: int
    """How many runs went, with their events."""

    edits: int
    """How many edits of the state went from its history."""

    plans: int
    """How many plans went."""

    runsKept: int
    """How many runs stay."""

    upTo: Optional[str]
    """Of what happened up to then only its result is kept; null: all of it is."""


class StackPrune(TypedDict, total=False):
    """Which runs of a stack are to go: those that nothing of it keeps."""

    keep: int
    """So many of the newest runs stay; 10 where neither this nor an age is given."""

    olderThanMs: int
    """What happened in this time stays, in milliseconds."""

    dryRun: bool
    """Only tell what would go."""


class Outputs(TypedDict):
    """The outputs of a stack."""

    outputs: Dict[str, Any]
    """By name."""


class Webhook(TypedDict):
    """A target that is told what happens to a stack."""

    id: str
    """Names it within the stack."""

    url: str
    """Where messages are sent."""

    topics: List[Literal["run.ended", "drift.found"]]
    """What is told."""


class StackSettings(TypedDict):
    """How the service treats a stack."""

    approvals: int
    """How many others must approve a run."""

    driftEveryMs: Optional[int]
    """How often drift is looked for, in milliseconds; null: never."""

    webhooks: List[Webhook]
    """Who is told."""


class ChangedStackSettings(TypedDict):
    """How the service treats a stack after a change."""

    approvals: int
    """How many others must approve a run."""

    driftEveryMs: Optional[int]
    """How often drift is looked for, in milliseconds; null: never."""

    webhooks: List[Webhook]
    """Who is told."""

    problems: List[Problem]
    """Warnings: that no one can give the approvals."""


class _WebhookWriteRequired(TypedDict):
    id: str
    """Names it within the stack."""

    url: str
    """Where messages are sent, by HTTPS."""

    topics: List[Literal["run.ended", "drift.found"]]
    """What is told."""


class WebhookWrite(_WebhookWriteRequired, total=False):
    """A target that is told what happens to a stack."""

    secret: str
    """What messages are signed with; kept as it was where it is left out."""


class StackSettingsWrite(TypedDict, total=False):
    """How the service is to treat a stack."""

    approvals: int
    """How many others must approve a run."""

    driftEveryMs: Optional[int]
    """How often drift is looked for, in milliseconds; null: never."""

    webhooks: List[WebhookWrite]
    """Who is told."""


class _HunkValueRequired(TypedDict):
    kind: Literal["value"]
    """Always `value`."""

    path: str
    """JSON pointer below the field; empty for the field itself. Items of a list with a key are named by it."""


class HunkValue(_HunkValueRequired, total=False):
    """A value that stands in place of another one."""

    old: Any
    """What stood there; absent when there was nothing."""

    new: Any
    """What is to stand there; absent when nothing is."""


class TextPartSame(TypedDict):
    """Lines that stay as they are."""

    kind: Literal["same"]
    """Always `same`."""

    lines: List[str]
    """The lines."""


class TextRun(TypedDict):
    """A run of characters in a line."""

    text: str
    """The characters."""

    changed: bool
    """The other side does not have them here."""


class TextPartChanged(TypedDict):
    """Lines that differ."""

    kind: Literal["changed"]
    """Always `changed`."""

    old: List[List[TextRun]]
    """The lines that leave."""

    new: List[List[TextRun]]
    """The lines that come in their place."""


TextPart = Union["TextPartSame", "TextPartChanged"]
"""A part of a text, by line."""


class HunkText(TypedDict):
    """A text that differs, by line and within the line."""

    kind: Literal["text"]
    """Always `text`."""

    path: str
    """JSON pointer below the field; empty for the field itself. Items of a list with a key are named by it."""

    parts: List[TextPart]
    """All of the text."""


class ListPartSame(TypedDict):
    """Members that stay."""

    kind: Literal["same"]
    """Always `same`."""

    items: List[Any]
    """The members."""


class ListPartChanged(TypedDict):
    """Members that differ."""

    kind: Literal["changed"]
    """Always `changed`."""

    old: List[Any]
    """Those that leave."""

    new: List[Any]
    """Those that come in their place."""


ListPart = Union["ListPartSame", "ListPartChanged"]
"""A part of a list."""


class HunkList(TypedDict):
    """A list whose members come and go."""

    kind: Literal["list"]
    """Always `list`."""

    path: str
    """JSON pointer below the field; empty for the field itself. Items of a list with a key are named by it."""

    ordered: bool
    """The order of the members has a meaning."""

    parts: List[ListPart]
    """All of the list."""


class _HunkSecretRequired(TypedDict):
    kind: Literal["secret"]
    """Always `secret`."""

    path: str
    """JSON pointer below the field; empty for the field itself. Items of a list with a key are named by it."""


class HunkSecret(_HunkSecretRequired, total=False):
    """A secret that is another one than before: the markers that stand for it."""

    old: Any
    """What stood there; absent when there was nothing."""

    new: Any
    """What is to stand there; absent when nothing is."""


Hunk = Union["HunkValue", "HunkText", "HunkList", "HunkSecret"]
"""A place at which two values differ, and how. A reader passes over kinds that it does not know."""


class Difference(TypedDict):
    """Where two values differ."""

    hunks: List[Hunk]
    """The places, in their order."""


class _RightRequired(TypedDict):
    who: str
    """Who holds it."""

    what: str
    """What it lets do, such as a role."""


class Right(_RightRequired, total=False):
    """A right, and who holds it."""

    when: Any
    """The condition under which it holds."""

    says: str
    """What is told of them, in place of that they gain or lose it."""


class RightsChange(TypedDict):
    """Who gains and who loses what. A right in both is there before and after, and is otherwise than before."""

    gains: List[Right]
    """Who gains what."""

    loses: List[Right]
    """Who loses what."""


_DriftRowRequired = TypedDict(
    "_DriftRowRequired",
    {
        "name": str,
        "type": str,
        "id": str,
        "class": Literal["out-of-band", "output", "equivalent form", "gone", "lagging read", "unreadable"],
        "path": str,
    },
)


class DriftRow(_DriftRowRequired, total=False):
    """A difference between a record and the platform."""

    superseded: bool
    """It is the old object of a replacement, which waits for its deletion."""

    rank: str
    """What it means for people's access; of a lagging read what it would mean if another hand has done it.
    `guard-removed`: a condition, an approval or another requirement is gone or weaker. `rights-changed`: the
    direction can't be told. `rights-lost`: what gave a right is gone.
    """

    old: Any
    """What is recorded."""

    new: Any
    """What is there."""

    difference: Difference

    rights: RightsChange

    detail: str
    """In words."""

    ignored: bool
    """The declaration leaves the field alone (`ignoreChanges`): no plan puts it back."""

    kept: bool
    """Its record stays for now: a read so soon after our last write may lag behind."""

    by: str
    """Who changed it last, where the platform tells."""

    at: str
    """When, where the platform tells."""


class _DriftRequired(TypedDict):
    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    objects: int
    """How many managed objects were looked at."""

    drift: List[DriftRow]
    """The differences."""

    inFlight: List[InFlightCall]
    """Calls of runs whose end is not known: what they did is not counted as drift."""


class Drift(_DriftRequired, total=False):
    """How far the platforms are from the records."""

    at: str
    """When they were looked at, where that was not now."""


class RefreshRequest(TypedDict, total=False):
    """What a refresh may do."""

    dropAllOf: List[str]
    """Providers of which every record may go. A plan or a refresh that would drop records of a provider of which no
    object is seen is refused without its name.
    """

    target: List[str]
    """Only these, with what they need. A pattern that names nothing is refused."""

    exclude: List[str]
    """All but these and what leans on them."""


class _StateRequired(TypedDict):
    format: int
    """Of the document."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    lineage: str
    """Names the stack's history."""

    serial: int
    """Grows with every write."""

    records: List[Dict[str, Any]]
    """Records."""

    outputs: Dict[str, Any]
    """By name."""

    inFlight: List[InFlightCall]
    """Calls whose end is not known; no import takes them."""

    digest: str
    """Over everything else."""


class State(_StateRequired, total=False):
    """All that is recorded of a stack."""

    outputSources: Dict[str, Any]
    """Keys of the records that each output was made from."""

    context: Dict[str, Any]
    """Whose declarations the stack takes, and which config its last run had."""


class StackContentSecretsItem(TypedDict):
    """A secret of the stack."""

    id: str
    """Id of the marker that stands for it in the state."""

    value: Any
    """The value, in the clear."""

    parts: List[Any]
    """The secrets that a text is made of."""


class StackContent(TypedDict):
    """All that goes along when a stack moves to another store."""

    move: Optional[str]
    """Id of the move."""

    receiptDigest: Optional[str]
    """Digest of the receipt that the source gives out at last."""

    state: State

    secrets: List[StackContentSecretsItem]
    """Each secret that the state has. Empty where a move is only looked at."""


class _StackDepartureRequired(TypedDict):
    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    phase: Literal["staying", "leaving", "moved"]
    """`moved`: the other store owns the stack."""

    move: Optional[str]
    """Id of the move."""

    to: Optional[str]
    """A store, in words: the address of a server, or a state directory."""


class StackDeparture(_StackDepartureRequired, total=False):
    """How far a stack is on its way to another store."""

    content: StackContent


class _StackDepartureWriteRequired(TypedDict):
    to: str
    """A store, in words: the address of a server, or a state directory."""


class StackDepartureWrite(_StackDepartureWriteRequired, total=False):
    """Where a stack is to go."""

    dryRun: bool
    """Only tell whether the stack can leave, and what would go along."""


class StackReceipt(TypedDict):
    """The proof that a store has given a stack away."""

    move: str
    """Id of the move."""

    receipt: str
    """What proves that the source has given the stack away."""


class StackMoveNamed(TypedDict):
    """Which move is meant."""

    move: str
    """Id of the move."""


class StackArrival(TypedDict):
    """How far a stack is on its way to this store."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    phase: Literal["expected", "arriving", "arrived"]
    """`expected`: it can come; `arrived`: this store owns it."""


_StackArrivalWriteRequired = TypedDict(
    "_StackArrivalWriteRequired",
    {
        "from": str,
        "content": "StackContent",
    },
)


class StackArrivalWrite(_StackArrivalWriteRequired, total=False):
    """A stack of another store."""

    dryRun: bool
    """Only tell whether the stack can come."""


class SealedConfigValue(TypedDict):
    """A sealed config value."""

    sealed: str
    """For a file."""


class ConfigValue(TypedDict):
    """A config value to be sealed."""

    key: str
    """The config key."""

    value: str
    """Its value."""


class OpenedConfig(TypedDict):
    """Config values in the clear."""

    values: Dict[str, str]
    """By config key."""


class SealedConfig(TypedDict):
    """Sealed config values of a stack."""

    values: Dict[str, str]
    """By config key."""


Summary = TypedDict(
    "Summary",
    {
        "same": int,
        "create": int,
        "update": int,
        "replace": int,
        "delete": int,
        "read": int,
        "import": int,
        "adopt": int,
        "undelete": int,
        "retain": int,
        "move": int,
    },
)
"""How many objects: each that is made, changed or removed counts once. `replace` is one removed and another made in
its place, and `create` where the old one stays; `delete` is every other removal, also one that comes with an
update.
"""


class _PlannedOutputRequired(TypedDict):
    name: str
    """Logical name."""


class PlannedOutput(_PlannedOutputRequired, total=False):
    """An output whose value differs."""

    old: Any
    """The value so far."""

    new: Any
    """The value to be."""

    difference: Difference


class Deferred(TypedDict):
    """What can be planned only after other steps."""

    name: str
    """Logical name."""

    why: str
    """The reason."""


class _OptionChangeRequired(TypedDict):
    name: str
    """Logical name."""

    option: str
    """The option, as declarations name it; `version` is the interface version, `provider.KEY` a value of its
    provider's configuration.
    """


class OptionChange(_OptionChangeRequired, total=False):
    """An option that is declared otherwise than it is recorded."""

    old: Any
    """The value so far; absent when there was none."""

    new: Any
    """The value to be; absent when there is none any more."""

    difference: Difference


class RunEstimateCallsItem(TypedDict):
    """Calls to one vendor."""

    vendor: str
    """The vendor."""

    calls: int
    """How many."""


class RunEstimate(TypedDict):
    """What a run will cost, as far as can be told before it. Platforms that work in the background or ask for fewer
    calls take longer.
    """

    calls: List[RunEstimateCallsItem]
    """The calls by vendor, the most first. Reads that make sure of a call are not counted."""

    atLeastMs: int
    """How long the calls take where each takes as long as usual, in milliseconds."""


class Imported(TypedDict):
    """An object that was brought under management, and the declaration that plans empty for it."""

    type: str
    """Token of the type."""

    name: str
    """Logical name."""

    id: str
    """Id on the platform."""

    outputs: Dict[str, Any]
    """What was read."""

    declaration: Dict[str, Any]
    """The entry under `resources:`."""

    problems: List[Problem]
    """Warnings: what a run would do to others all the same."""


class PlanRound(TypedDict):
    """Where the request tells of its round; told where the plan is made."""

    doubted: List[str]
    """Of the resources in `used`, those whose recorded outputs the plan does not leave as they are: the declaration
    is to be computed again without them.
    """

    beyond: List[Problem]
    """What the plan in `after` did not defer, or would take something away: it needs an approval of its own. None
    without `after`.
    """


class IncludedResource(TypedDict):
    """A resource that is none of the targets and is needed by one."""

    name: str
    """Logical name."""

    neededBy: str
    """Logical name."""


class LeftResource(TypedDict):
    """A resource that a plan leaves as it is."""

    name: str
    """Logical name."""

    why: str
    """The reason."""


class UnobservedResource(TypedDict):
    """A resource that could not be read."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    why: str
    """The reason."""


class _FieldRequired(TypedDict):
    path: str
    """JSON pointer below the resource's properties; `/id` where the reason is the identity."""

    reason: Literal["declared", "drifted", "identity", "before deletion", "platform default", "known after apply"]
    """Why it differs."""

    replace: bool
    """Changing it forces a replacement."""


class Field(_FieldRequired, total=False):
    """A field that differs."""

    old: Any
    """The value so far; absent when there was none."""

    new: Any
    """The value to be; absent when it goes away, `{$unknown}` when only the run can tell."""

    difference: Difference

    rank: str
    """Of a resource that governs access: what the change means for people's access, as the same drift would."""


class StepIgnores(TypedDict):
    """Of what is unchanged: what `ignoreChanges` leaves as it is, be it as declared or not."""

    paths: List[str]
    """At least one."""


class _StepRequired(TypedDict):
    needs: List[str]
    """The steps that must be done before."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    action: Literal["same", "create", "update", "replace", "delete", "read", "import", "adopt", "undelete", "retain", "move"]
    """What is done."""

    fields: List[Field]
    """What differs."""

    warnings: List[str]
    """What a careful colleague would say."""


class Step(_StepRequired, total=False):
    """What a run would do to one resource."""

    step: str
    """Id of the step, unique in its plan; absent of what is left as it is, and of what goes with another step."""

    id: str
    """Id on the platform, when it is known."""

    rights: RightsChange

    ignores: StepIgnores
    """Of what is unchanged: what `ignoreChanges` leaves as it is, be it as declared or not."""

    superseded: bool
    """The old self of a replaced or moved object, which goes apart from what is made in its place, or (`goneWith`)
    with it.
    """

    order: str
    """Of a replacement: which comes first."""

    keepsOld: bool
    """Of a replacement: the old object stays, because the plan is to delete nothing."""

    done: bool
    """Of a read: it was done while planning."""

    movedFrom: str
    """The logical name that it had so far."""

    undeletes: bool
    """A soft-deleted object is undeleted instead of creating one."""

    goneWith: str
    """The resource to which something is done that takes this object along: no call of its own is made."""

    putBack: bool
    """Of a deletion or retention: the object stays, and is put back as it was before."""

    blocked: bool
    """A run refuses it without a call, and what needs it too; `warnings` say why. It is not counted."""


class _PlanRequired(TypedDict):
    digest: str
    """Content address of the plan."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    kind: Literal["apply", "destroy", "undo", "refresh", "import"]
    """What it is for."""

    summary: Summary

    outputs: List[PlannedOutput]
    """Outputs whose values differ."""

    deferred: List[Deferred]
    """What is planned later."""

    drift: List[DriftRow]
    """What moved on the platform since it was recorded and no step puts back: a run takes the new values into the
    records.
    """

    options: List[OptionChange]
    """Options of managed resources that are declared otherwise than they are recorded: a run notes them without a
    call.
    """

    records: List[str]
    """Unchanged resources whose record alone is brought up to date."""

    imports: List[Imported]
    """Of an import: each object, and the declaration that plans empty for it."""

    inFlight: List[SettledCall]
    """Calls that were in flight when it was made; told where it is made."""

    included: List[IncludedResource]
    """Of a plan with targets: what is done beside them, since they need it."""

    left: List[LeftResource]
    """What is left as it is, and why."""

    notObserved: List[UnobservedResource]
    """What could not be read and is left as it is, and why."""

    problems: List[Problem]
    """Errors stop it from being carried out; warnings do not."""

    steps: List[Step]
    """What would be done, sorted by the characters of the names (`a10` before `a2`), so that two plans can be
    compared. `needs` has the order of the run; texts for people group the steps by risk.
    """


class Plan(_PlanRequired, total=False):
    """What a run would do, addressed by its content."""

    estimate: RunEstimate

    makesStack: bool
    """There is no such stack yet: the run makes it."""

    removesAll: bool
    """Nothing of what the stack manages stays: a run is refused unless its request says `allowEmpty`."""

    readOnly: bool
    """Made in the read-only mode, in which no run begins (`PLUMB_READ_ONLY`); told where it is made."""

    round: PlanRound
    """Where the request tells of its round; told where the plan is made."""

    notesContext: bool
    """The run notes another project or other sources of config than before, if nothing else."""

    restored: bool
    """The stack was restored from a backup: a run that ends well ends that, if nothing else."""

    outside: int
    """How many others of the stack are none of the targets and needed by none."""


class PlanRequestApplyRound(TypedDict, total=False):
    """Of a declaration that a program gives, in rounds. `after` is the plan of the round before, which was carried
    out.
    """

    used: List[str]
    """Resources with whose recorded outputs the declaration was computed."""

    after: str
    """Content address of the plan."""


class _PlanRequestApplyRequired(TypedDict):
    kind: Literal["apply"]
    """Always `apply`."""


class PlanRequestApply(_PlanRequestApplyRequired, total=False):
    """Apply a declaration to the platforms: the one given, or the one kept for the stack."""

    declaration: DeclarationText

    refresh: bool
    """False believes the last observations of managed objects."""

    forRun: bool
    """True for a plan that is to be run at once: while another holds the stack it is refused (`stack-busy`), before
    anything is read. False shows what there is of the moment, and says so first.
    """

    withoutConfig: List[str]
    """Keys whose values are to be missing, though the last run had them."""

    dropAllOf: List[str]
    """Providers of which every record may go. A plan or a refresh that would drop records of a provider of which no
    object is seen is refused without its name.
    """

    target: List[str]
    """Only these, with what they need. A pattern that names nothing is refused."""

    exclude: List[str]
    """All but these and what leans on them."""

    replace: List[str]
    """Resources that are made anew, whether anything differs or not."""

    skipUnreadable: bool
    """What can't be read is left as it is, with what leans on it."""

    noDelete: bool
    """Nothing is deleted: what would be stays as it is, and so does what would have to be deleted before it is made
    anew, and a share of a policy whose write would remove grants of others.
    """

    maxDeletions: int
    """A plan that deletes more objects, and removes more grants of others, is refused."""

    round: PlanRequestApplyRound
    """Of a declaration that a program gives, in rounds. `after` is the plan of the round before, which was carried
    out.
    """

    newStack: bool
    """The stack may be one that the run makes; otherwise it must exist."""


class _PlanRequestDestroyRequired(TypedDict):
    kind: Literal["destroy"]
    """Always `destroy`."""


class PlanRequestDestroy(_PlanRequestDestroyRequired, total=False):
    """Remove everything the stack manages, or a part of it."""

    declaration: DeclarationText

    refresh: bool
    """False believes the last observations of managed objects."""

    dropAllOf: List[str]
    """Providers of which every record may go. A plan or a refresh that would drop records of a provider of which no
    object is seen is refused without its name.
    """

    target: List[str]
    """Only these, with what they need. A pattern that names nothing is refused."""

    exclude: List[str]
    """All but these and what leans on them."""

    skipUnreadable: bool
    """What can't be read is left as it is, with what leans on it."""

    keepProtected: bool
    """What is protected is left as it is, with what it needs."""

    maxDeletions: int
    """A plan that deletes more objects, and removes more grants of others, is refused."""

    forRun: bool
    """True for a plan that is to be run at once: while another holds the stack it is refused (`stack-busy`), before
    anything is read. False shows what there is of the moment, and says so first.
    """


class _PlanRequestRefreshRequired(TypedDict):
    kind: Literal["refresh"]
    """Always `refresh`."""


class PlanRequestRefresh(_PlanRequestRefreshRequired, total=False):
    """Record what the platforms show now."""

    dropAllOf: List[str]
    """Providers of which every record may go. A plan or a refresh that would drop records of a provider of which no
    object is seen is refused without its name.
    """

    target: List[str]
    """Only these, with what they need. A pattern that names nothing is refused."""

    exclude: List[str]
    """All but these and what leans on them."""

    forRun: bool
    """True for a plan that is to be run at once: while another holds the stack it is refused (`stack-busy`), before
    anything is read. False shows what there is of the moment, and says so first.
    """


class _ImportEntryRequired(TypedDict):
    type: str
    """Token of the type."""

    name: str
    """Logical name that it gets."""

    id: str
    """Id, in any of the type's forms."""


class ImportEntry(_ImportEntryRequired, total=False):
    """An object to import."""

    provider: str
    """Name of the provider; its kind's default where none is named."""


class _PlanRequestImportRequired(TypedDict):
    kind: Literal["import"]
    """Always `import`."""

    imports: List[ImportEntry]
    """The objects."""


class PlanRequestImport(_PlanRequestImportRequired, total=False):
    """Bring existing objects under management."""

    declaration: DeclarationText

    forRun: bool
    """True for a plan that is to be run at once: while another holds the stack it is refused (`stack-busy`), before
    anything is read. False shows what there is of the moment, and says so first.
    """


class _PlanRequestUndoRequired(TypedDict):
    kind: Literal["undo"]
    """Always `undo`."""

    run: str
    """The run to take back, or the edit of the state."""


class PlanRequestUndo(_PlanRequestUndoRequired, total=False):
    """Take back what a run did."""

    dropAllOf: List[str]
    """Providers of which every record may go. A plan or a refresh that would drop records of a provider of which no
    object is seen is refused without its name.
    """

    forRun: bool
    """True for a plan that is to be run at once: while another holds the stack it is refused (`stack-busy`), before
    anything is read. False shows what there is of the moment, and says so first.
    """


PlanRequest = Union["PlanRequestApply", "PlanRequestDestroy", "PlanRequestRefresh", "PlanRequestImport", "PlanRequestUndo"]
"""What to plan."""


class PlanRow(TypedDict):
    """A plan in a list."""

    digest: str
    """Content address of the plan."""

    kind: Literal["apply", "destroy", "undo", "refresh", "import"]
    """What it is for."""

    createdAt: str
    """When it was made."""

    summary: Summary


class _PlanListRequired(TypedDict):
    plans: List[PlanRow]
    """A page of plans, newest first."""


class PlanList(_PlanListRequired, total=False):
    """A page of plans, newest first."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class Finding(TypedDict):
    """One thing that was looked at."""

    check: str
    """What was looked at: one word, or the type and id of an object."""

    status: Literal["pass", "fail", "unknown"]
    """`unknown`: it can't be told from there, which is no failure."""

    detail: str
    """What was found."""

    remedy: Optional[str]
    """What to do."""

    permission: Optional[str]
    """The right that is missing, by the vendor's name, where the answer names it."""

    registers: Optional[str]
    """The platform's name of what has to be registered, or switched on, before."""


class VendorsProvidersItem(TypedDict):
    """One provider."""

    name: str
    """As the declaration calls it."""

    kind: str
    """Of provider."""

    findings: List[Finding]
    """What was found."""


class Vendors(TypedDict):
    """How the vendors that a declaration leads to look from there."""

    status: Literal["pass", "fail", "unknown"]
    """The worst of all findings."""

    findings: List[Finding]
    """What belongs to no provider."""

    providers: List[VendorsProvidersItem]
    """The providers of the declaration."""


class ExamineRequest(TypedDict, total=False):
    """Whose providers to examine; without a declaration those of the one that is kept."""

    declaration: DeclarationText


class Registration(TypedDict):
    """Something that a vendor is to register, or was asked to."""

    provider: str
    """As the declaration calls it."""

    registers: str
    """As the platform calls it, and a finding says."""


class RefusedRegistration(TypedDict):
    """Something that was not registered, and why."""

    provider: str
    """As the declaration calls it."""

    registers: str
    """As the platform calls it, and a finding says."""

    finding: Finding


class RegistrationList(TypedDict):
    """What became of registrations."""

    registrations: List[Registration]
    """What was asked for."""

    refused: List[RefusedRegistration]
    """What a vendor refused, and what was not sent."""


class _RegisterRequestRequired(TypedDict):
    registrations: List[Registration]
    """What is wanted; what no finding names is passed over."""


class RegisterRequest(_RegisterRequestRequired, total=False):
    """What the vendors of a declaration's providers are to register."""

    declaration: DeclarationText


class PlanWithoutStepsRound(TypedDict):
    """Where the request tells of its round; told where the plan is made."""

    doubted: List[str]
    """Of the resources in `used`, those whose recorded outputs the plan does not leave as they are: the declaration
    is to be computed again without them.
    """

    beyond: List[Problem]
    """What the plan in `after` did not defer, or would take something away: it needs an approval of its own. None
    without `after`.
    """


class _PlanWithoutStepsRequired(TypedDict):
    digest: str
    """Content address of the plan."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    kind: Literal["apply", "destroy", "undo", "refresh", "import"]
    """What it is for."""

    summary: Summary

    outputs: List[PlannedOutput]
    """Outputs whose values differ."""

    deferred: List[Deferred]
    """What is planned later."""

    drift: List[DriftRow]
    """What moved on the platform since it was recorded and no step puts back: a run takes the new values into the
    records.
    """

    options: List[OptionChange]
    """Options of managed resources that are declared otherwise than they are recorded: a run notes them without a
    call.
    """

    records: List[str]
    """Unchanged resources whose record alone is brought up to date."""

    imports: List[Imported]
    """Of an import: each object, and the declaration that plans empty for it."""

    inFlight: List[SettledCall]
    """Calls that were in flight when it was made; told where it is made."""

    included: List[IncludedResource]
    """Of a plan with targets: what is done beside them, since they need it."""

    left: List[LeftResource]
    """What is left as it is, and why."""

    notObserved: List[UnobservedResource]
    """What could not be read and is left as it is, and why."""

    problems: List[Problem]
    """Errors stop it from being carried out; warnings do not."""


class PlanWithoutSteps(_PlanWithoutStepsRequired, total=False):
    """What a run would do, without the steps, which `listPlanSteps` gives in pages."""

    estimate: RunEstimate

    makesStack: bool
    """There is no such stack yet: the run makes it."""

    removesAll: bool
    """Nothing of what the stack manages stays: a run is refused unless its request says `allowEmpty`."""

    readOnly: bool
    """Made in the read-only mode, in which no run begins (`PLUMB_READ_ONLY`); told where it is made."""

    round: PlanWithoutStepsRound
    """Where the request tells of its round; told where the plan is made."""

    notesContext: bool
    """The run notes another project or other sources of config than before, if nothing else."""

    restored: bool
    """The stack was restored from a backup: a run that ends well ends that, if nothing else."""

    outside: int
    """How many others of the stack are none of the targets and needed by none."""


ShownPlan = Union["Plan", "PlanWithoutSteps"]
"""A plan, with its steps or without them."""


class _PlanStepListRequired(TypedDict):
    steps: List[Step]
    """A page of the steps of a plan, by name as the plan has them."""


class PlanStepList(_PlanStepListRequired, total=False):
    """A page of the steps of a plan, by name as the plan has them."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class StartedBy(TypedDict):
    """Whose rights each step is checked against."""

    principal: str
    """Unique and stable."""

    name: str
    """What people know it by."""


class Approval(TypedDict):
    """An answer to a run that waits for approval."""

    by: str
    """Principal of a person."""

    name: str
    """What people know them by."""

    at: str
    """When."""

    comment: Optional[str]
    """Why."""

    verdict: Literal["approved", "rejected"]
    """The answer."""


class _RunRequired(TypedDict):
    run: str
    """Id of the run."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    plan: str
    """Content address of the plan."""

    parallel: int
    """How many steps may be under way at once; 0 where it is not recorded."""

    status: Literal["awaiting-approval", "queued", "running", "done", "failed", "refused", "rejected", "stopped", "cancelled", "broken-off"]
    """How it stands."""

    startedBy: StartedBy

    createdAt: str
    """When it was asked for."""

    startedAt: Optional[str]
    """When it began."""

    endedAt: Optional[str]
    """When it ended."""

    approvalsNeeded: int
    """How many others must approve before it begins."""

    approvals: List[Approval]
    """The answers so far."""

    eventsBefore: int
    """Number of the last event before it was resumed; 0 when it never was."""


class Run(_RunRequired, total=False):
    """A run as it is now."""

    kind: str
    """What its plan is for: apply, destroy, undo, refresh or import; absent in runs of 0.1."""

    retryForMs: int
    """How long a platform may put off the calls of one step, where that was given."""

    allowEmpty: bool
    """It may leave the stack with nothing to manage."""

    changes: int
    """Steps that changed something so far."""


class _RunRequestRequired(TypedDict):
    plan: str
    """Digest of the plan."""


class RunRequest(_RunRequestRequired, total=False):
    """A plan to be carried out."""

    parallel: int
    """How many steps may be under way at once."""

    retryForMs: int
    """How long a platform that is asked too much may put off the calls of one step, all waits together."""

    allowEmpty: bool
    """It may delete everything that the stack manages."""


class _RunListRequired(TypedDict):
    runs: List[Run]
    """A page of runs, newest first."""


class RunList(_RunListRequired, total=False):
    """A page of runs, newest first."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class StepCounts(TypedDict):
    """How many steps of a run have which result, as `listRunSteps` has them."""

    done: int
    """How many are done."""

    failed: int
    """How many failed."""

    open: int
    """Of how many the result is not known."""


class _RunDetailsRequired(TypedDict):
    run: str
    """Id of the run."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    plan: str
    """Content address of the plan."""

    parallel: int
    """How many steps may be under way at once; 0 where it is not recorded."""

    status: Literal["awaiting-approval", "queued", "running", "done", "failed", "refused", "rejected", "stopped", "cancelled", "broken-off"]
    """How it stands."""

    startedBy: StartedBy

    createdAt: str
    """When it was asked for."""

    startedAt: Optional[str]
    """When it began."""

    endedAt: Optional[str]
    """When it ended."""

    approvalsNeeded: int
    """How many others must approve before it begins."""

    approvals: List[Approval]
    """The answers so far."""

    eventsBefore: int
    """Number of the last event before it was resumed; 0 when it never was."""

    changes: int
    """Steps that changed something so far."""

    stepCounts: StepCounts

    inFlight: List[InFlightCall]
    """Calls whose result is not recorded: these objects may exist."""


class RunDetails(_RunDetailsRequired, total=False):
    """A run, with how many of its steps have which result and its calls in flight."""

    kind: str
    """What its plan is for: apply, destroy, undo, refresh or import; absent in runs of 0.1."""

    retryForMs: int
    """How long a platform may put off the calls of one step, where that was given."""

    allowEmpty: bool
    """It may leave the stack with nothing to manage."""


class _RunStepRequired(TypedDict):
    needs: List[str]
    """The steps of its plan that went before; empty too where that plan is not kept any more."""

    name: str
    """Logical name."""

    type: Optional[str]
    """Token of the type."""

    operation: Optional[Literal["create", "update", "delete", "undelete", "null"]]
    """The call."""

    id: Optional[str]
    """Id on the platform."""

    at: Optional[str]
    """When it was sent."""

    outcome: Literal["done", "failed", "open"]
    """What came of it; `open`: not known, since no result of its own is recorded."""

    detail: str
    """In words."""


class RunStep(_RunStepRequired, total=False):
    """One call of a run, or a step that ended without any."""

    step: str
    """Id of the step in its plan."""

    endedAt: str
    """When its result was recorded; absent without one, and in runs of older versions."""

    attempts: int
    """How often it was made, where its platform had pushed it back."""

    waitedMs: int
    """How long it was left before it was made again, all waits together, in milliseconds."""

    superseded: bool
    """It is about the old object of a resource, which has another one now."""

    removed: str
    """Id of the old object that the call has taken along, as its plan says."""


class _RunStepListRequired(TypedDict):
    steps: List[RunStep]
    """A page of the steps of a run, in the order in which they began."""


class RunStepList(_RunStepListRequired, total=False):
    """A page of the steps of a run, in the order in which they began."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class _CancelledRunRequired(TypedDict):
    run: str
    """Id of the run."""

    stack: str
    """Whole name of the stack: its project's, a slash, its own."""

    plan: str
    """Content address of the plan."""

    parallel: int
    """How many steps may be under way at once; 0 where it is not recorded."""

    status: Literal["awaiting-approval", "queued", "running", "done", "failed", "refused", "rejected", "stopped", "cancelled", "broken-off"]
    """How it stands."""

    startedBy: StartedBy

    createdAt: str
    """When it was asked for."""

    startedAt: Optional[str]
    """When it began."""

    endedAt: Optional[str]
    """When it ended."""

    approvalsNeeded: int
    """How many others must approve before it begins."""

    approvals: List[Approval]
    """The answers so far."""

    eventsBefore: int
    """Number of the last event before it was resumed; 0 when it never was."""

    inFlight: List[InFlightCall]
    """Calls whose result is not recorded: these objects may exist."""

    putOff: List[InFlightCall]
    """Calls that their platform has turned away for now (429), and that are not sent again."""


class CancelledRun(_CancelledRunRequired, total=False):
    """A run that was asked to stop, and its calls in flight."""

    kind: str
    """What its plan is for: apply, destroy, undo, refresh or import; absent in runs of 0.1."""

    retryForMs: int
    """How long a platform may put off the calls of one step, where that was given."""

    allowEmpty: bool
    """It may leave the stack with nothing to manage."""

    changes: int
    """Steps that changed something so far."""


class ResumeRequest(TypedDict, total=False):
    """How to go on."""

    parallel: int
    """How many steps may be under way at once."""

    retryForMs: int
    """How long a platform that is asked too much may put off the calls of one step, all waits together."""


class ApprovalRequest(TypedDict, total=False):
    """An answer to a run that waits for approval."""

    comment: str
    """Why; shown with the run."""


class _ListedResourceRequired(TypedDict):
    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    provider: str
    """Name of its provider."""

    status: str
    """How its record stands."""

    key: str
    """Tells it apart from all others of the stack, through renames and replacements."""


class ListedResource(_ListedResourceRequired, total=False):
    """A resource in a list."""

    awaitsDeclaration: bool
    """It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left
    out where it is not so.
    """


class _ResourceListRequired(TypedDict):
    resources: List[ListedResource]
    """A page of resources, and from where to watch."""

    resourceVersion: str
    """From where to watch."""


class ResourceList(_ResourceListRequired, total=False):
    """A page of resources, and from where to watch."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class _ResourceRequired(TypedDict):
    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    provider: str
    """Name of its provider."""

    status: str
    """How its record stands."""

    inputs: Dict[str, Any]
    """What was declared."""

    outputs: Dict[str, Any]
    """What the platform showed last."""

    dependsOn: List[str]
    """What it needs."""

    apiVersion: str
    """Interface version through which it is managed."""

    generation: int
    """Grows when its object is replaced."""

    observedAt: str
    """When the platform was last read."""


class Resource(_ResourceRequired, total=False):
    """A resource as it is recorded."""

    awaitsDeclaration: bool
    """It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left
    out where it is not so.
    """


class ResourceInspectionDeclared(TypedDict):
    """As the kept declaration has it; null where it is not in it."""

    type: str
    """Token of the type."""

    properties: Dict[str, Any]
    """As written."""

    options: Dict[str, Any]
    """As written."""


class _ResourceInspectionRequired(TypedDict):
    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    provider: str
    """Name of its provider."""

    status: str
    """How its record stands."""

    inputs: Dict[str, Any]
    """What was declared."""

    outputs: Dict[str, Any]
    """What the platform showed last."""

    dependsOn: List[str]
    """What it needs."""

    apiVersion: str
    """Interface version through which it is managed."""

    generation: int
    """Grows when its object is replaced."""

    observedAt: str
    """When the platform was last read."""

    declared: Optional[ResourceInspectionDeclared]
    """As the kept declaration has it; null where it is not in it."""

    drift: List[DriftRow]
    """How the platform differs, read live."""


class ResourceInspection(_ResourceInspectionRequired, total=False):
    """A resource from every side."""

    awaitsDeclaration: bool
    """It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left
    out where it is not so.
    """


class _ResourceChangeFieldsItemRequired(TypedDict):
    path: str
    """JSON pointer below the outputs."""


class ResourceChangeFieldsItem(_ResourceChangeFieldsItemRequired, total=False):
    """A field."""

    old: Any
    """So far."""

    new: Any
    """Since."""


class _ResourceChangeRequired(TypedDict):
    run: str
    """Id of the run."""

    at: Optional[str]
    """When."""

    operation: Literal["create", "update", "delete", "undelete", "record"]
    """What was done; `record`: only what is recorded has changed."""

    name: str
    """Logical name."""

    id: str
    """Id on the platform."""

    outcome: Literal["done", "failed", "open"]
    """What came of it."""

    detail: str
    """In words."""

    fields: List[ResourceChangeFieldsItem]
    """What is recorded otherwise since."""


class ResourceChange(_ResourceChangeRequired, total=False):
    """Something that befell a resource."""

    type: str
    """Token of its type; versions before 0.2 do not tell it."""


class _ResourceHistoryRequired(TypedDict):
    changes: List[ResourceChange]
    """A page of what befell a resource, newest first."""


class ResourceHistory(_ResourceHistoryRequired, total=False):
    """A page of what befell a resource, newest first."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class RenameRequest(TypedDict):
    """Another logical name."""

    to: str
    """The new name."""


class ImportResult(TypedDict):
    """What was recorded."""

    imported: List[Imported]
    """In the order asked for."""


class _ImportRequestRequired(TypedDict):
    imports: List[ImportEntry]
    """The objects."""


class ImportRequest(_ImportRequestRequired, total=False):
    """Objects to import: all of them, or none."""

    declaration: DeclarationText


class StateImportedForgottenItem(TypedDict):
    """An object that nothing manages any more."""

    name: str
    """Logical name."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""


class StateImported(TypedDict):
    """The result of an import of a state."""

    forgotten: List[StateImportedForgottenItem]
    """Objects of the former records that are in none of the document: they stay on their platforms as they are."""


class _StateImportRequired(TypedDict):
    document: Any
    """A state as it was exported."""


class StateImport(_StateImportRequired, total=False):
    """A state to be put in the place of what is recorded."""

    force: bool
    """Take it even if it is older, or of another stack's history."""


class StateEdit(TypedDict):
    """An edit of a stack's state: it has changed records without carrying out a plan."""

    edit: str
    """Id of the edit: a plan of the kind `undo` takes it as its `run`."""

    detail: str
    """What was done, in words."""

    at: Optional[str]
    """When it was made; null for one of an older version, and for a repair by `plumb doctor`."""

    changes: int
    """Resources whose records it changed."""

    afterRun: Optional[str]
    """The last run that had begun before it; null where none had."""


class _StateEditListRequired(TypedDict):
    edits: List[StateEdit]
    """A page of edits of a state, newest first."""


class StateEditList(_StateEditListRequired, total=False):
    """A page of edits of a state, newest first."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class ObjectRead(TypedDict):
    """An object on its platform."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    outputs: Dict[str, Any]
    """All its fields."""


class _ReadRequestRequired(TypedDict):
    id: str
    """Id, in any of the type's forms."""


class ReadRequest(_ReadRequestRequired, total=False):
    """An object to be read."""

    state: Dict[str, Any]
    """Qualifiers."""

    declaration: DeclarationText

    provider: str
    """Name of the provider; its kind's default where none is named."""


class _UnmanagedObjectRequired(TypedDict):
    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    outputs: Dict[str, Any]
    """All its fields."""

    suggestedName: str
    """A logical name that it could be imported under."""


class UnmanagedObject(_UnmanagedObjectRequired, total=False):
    """An object that no stack manages."""

    declaredAs: str
    """The resource of the given declaration that has this identity."""


class UnmanagedList(TypedDict):
    """Objects that no stack manages."""

    unmanaged: List[UnmanagedObject]
    """The objects."""


class UnmanagedRequest(TypedDict, total=False):
    """A collection to be searched."""

    within: Dict[str, Any]
    """What the id holds before its last part, as far as the provider does not say it."""

    declaration: DeclarationText

    provider: str
    """Name of the provider; its kind's default where none is named."""


class CallResult(TypedDict):
    """An answer."""

    function: str
    """Token of the function."""

    result: Dict[str, Any]
    """What was found."""


class CallRequest(TypedDict, total=False):
    """A function to be called."""

    arguments: Dict[str, Any]
    """Arguments of the function."""

    declaration: DeclarationText

    provider: str
    """Name of the provider; its kind's default where none is named."""


class ObjectRow(TypedDict):
    """An object that is managed by itself."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    provider: str
    """Kind of the provider that it is reached through."""

    status: str
    """How its record stands."""

    etag: str
    """Its entity tag, without the quotes."""


class UnlistedObject(TypedDict):
    """An object that no stack here manages."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    outputs: Dict[str, Any]
    """All its fields."""


class _ObjectListRequired(TypedDict):
    objects: List[ObjectRow]
    """A page of objects."""

    unmanaged: List[UnlistedObject]
    """What the platform lists besides."""

    problems: List[Problem]
    """Objects that can't be shown, since what is stored of them is damaged."""


class ObjectList(_ObjectListRequired, total=False):
    """A page of objects."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


_ObjectDriftRequired = TypedDict(
    "_ObjectDriftRequired",
    {
        "type": str,
        "id": str,
        "class": Literal["out-of-band", "output", "equivalent form", "gone", "lagging read", "unreadable"],
        "path": str,
    },
)


class ObjectDrift(_ObjectDriftRequired, total=False):
    """A difference between a record and the platform."""

    superseded: bool
    """It is the old object of a replacement, which waits for its deletion."""

    rank: str
    """What it means for people's access; of a lagging read what it would mean if another hand has done it.
    `guard-removed`: a condition, an approval or another requirement is gone or weaker. `rights-changed`: the
    direction can't be told. `rights-lost`: what gave a right is gone.
    """

    old: Any
    """What is recorded."""

    new: Any
    """What is there."""

    difference: Difference

    rights: RightsChange

    detail: str
    """In words."""

    ignored: bool
    """The declaration leaves the field alone (`ignoreChanges`): no plan puts it back."""

    kept: bool
    """Its record stays for now: a read so soon after our last write may lag behind."""

    by: str
    """Who changed it last, where the platform tells."""

    at: str
    """When, where the platform tells."""


class Object(TypedDict):
    """An object by type and id."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    provider: str
    """Kind of the provider that it is reached through."""

    etag: str
    """Its entity tag, without the quotes."""

    managed: bool
    """It is managed by itself."""

    properties: Optional[Dict[str, Any]]
    """What was declared, with its defaults; null of what is not managed."""

    options: Optional[Dict[str, Any]]
    """As in a declaration; null of what is not managed."""

    outputs: Dict[str, Any]
    """What the platform showed."""

    observedAt: str
    """When the platform was read."""

    drift: List[ObjectDrift]
    """Of a live read: how it differs from what is recorded."""


class OperationMetadataObject(TypedDict):
    """Where no stack is: which object."""

    action: str
    """What is done."""

    type: str
    """Token of the type."""

    id: Optional[str]
    """Id on the platform."""


class _OperationMetadataRequired(TypedDict):
    stack: Optional[str]
    """Whole name of the stack: its project's, a slash, its own."""

    run: str
    """Id of the run."""

    plan: str
    """Digest of the plan."""

    status: str
    """How the run stands."""

    createdAt: str
    """When it was asked for."""

    startedAt: Optional[str]
    """When it began."""

    endedAt: Optional[str]
    """When it ended."""


class OperationMetadata(_OperationMetadataRequired, total=False):
    """What an operation is about."""

    object: OperationMetadataObject
    """Where no stack is: which object."""


class OperationResultObject(TypedDict):
    """The object as it is now."""

    type: str
    """Token of the type."""

    id: str
    """Id on the platform."""

    provider: str
    """Kind of the provider that it is reached through."""

    etag: str
    """Its entity tag, without the quotes."""

    managed: bool
    """It is managed by itself."""

    properties: Optional[Dict[str, Any]]
    """What was declared, with its defaults; null of what is not managed."""

    options: Optional[Dict[str, Any]]
    """As in a declaration; null of what is not managed."""

    outputs: Dict[str, Any]
    """What the platform showed."""

    observedAt: str
    """When the platform was read."""

    drift: List[ObjectDrift]
    """Of a live read: how it differs from what is recorded."""


class _OperationResultRequired(TypedDict):
    summary: RunSummary


class OperationResult(_OperationResultRequired, total=False):
    """The result of an operation."""

    object: Optional[OperationResultObject]
    """The object as it is now."""


class _OperationRequired(TypedDict):
    name: str
    """`operations/` and its id."""

    done: bool
    """It has a result, or problems."""

    metadata: OperationMetadata

    problems: List[Problem]
    """Why it did not succeed."""


class Operation(_OperationRequired, total=False):
    """Something that takes its time."""

    result: OperationResult


ProviderWrite = Dict[str, Any]
"""A provider: its kind, and whatever its kind takes."""


class _ObjectCreateRequired(TypedDict):
    properties: Dict[str, Any]
    """Inputs of the type."""


class ObjectCreate(_ObjectCreateRequired, total=False):
    """An object to be made."""

    options: Dict[str, Any]
    """Options of the resource, as in a declaration."""

    provider: Union[str, ProviderWrite]
    """Name of a kept provider, or a provider itself; the service's own surroundings where none is given."""


class _ObjectReplaceRequired(TypedDict):
    properties: Dict[str, Any]
    """Inputs of the type."""


class ObjectReplace(_ObjectReplaceRequired, total=False):
    """What an object is to be."""

    options: Dict[str, Any]
    """Options of the resource, as in a declaration."""

    provider: Union[str, ProviderWrite]
    """Name of a kept provider, or a provider itself; the service's own surroundings where none is given."""


class _ObjectImportRequired(TypedDict):
    id: str
    """Id, in any of the type's forms."""


class ObjectImport(_ObjectImportRequired, total=False):
    """An object to be managed."""

    provider: Union[str, ProviderWrite]
    """Name of a kept provider, or a provider itself; the service's own surroundings where none is given."""


class Provider(TypedDict):
    """A provider that is kept under a name."""

    name: str
    """Logical name."""

    etag: str
    """Its entity tag, without the quotes."""

    kind: str
    """Its kind."""

    properties: Dict[str, Any]
    """Whatever its kind takes."""

    at: str
    """When it was kept."""

    by: str
    """Principal of who kept it."""


class _ProviderListRequired(TypedDict):
    providers: List[Provider]
    """A page of providers."""


class ProviderList(_ProviderListRequired, total=False):
    """A page of providers."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class TokenScope(TypedDict):
    """What a token is limited to."""

    stacks: Optional[List[str]]
    """Null: every stack that its owner may reach."""

    role: Literal["reader", "planner", "operator", "admin"]
    """The role."""


class _TokenRequired(TypedDict):
    id: str
    """Names the token; no secret."""

    name: str
    """What people know it by."""

    owner: Optional[str]
    """Whose rights it lends; null: a machine's."""

    scope: TokenScope

    accountAdmin: bool
    """Of a machine: account admin of the platforms that know such a rank."""

    workspaces: List[str]
    """Of a machine: the workspaces it is a member of."""

    createdBy: str
    """Unique and stable."""

    createdAt: str
    """When it was made."""

    expiresAt: str
    """When it ends."""

    revokedAt: Optional[str]
    """When it was revoked."""

    principal: str
    """Unique and stable."""


class Token(_TokenRequired, total=False):
    """A token, without its secret."""

    ownerName: str
    """What people know the owner by."""

    ended: str
    """Why it is not good any more, in words; absent while it is, and in older versions."""


class _TokenListRequired(TypedDict):
    tokens: List[Token]
    """A page of tokens, newest first."""


class TokenList(_TokenListRequired, total=False):
    """A page of tokens, newest first."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class _CreatedTokenRequired(TypedDict):
    id: str
    """Names the token; no secret."""

    name: str
    """What people know it by."""

    owner: Optional[str]
    """Whose rights it lends; null: a machine's."""

    scope: TokenScope

    accountAdmin: bool
    """Of a machine: account admin of the platforms that know such a rank."""

    workspaces: List[str]
    """Of a machine: the workspaces it is a member of."""

    createdBy: str
    """Unique and stable."""

    createdAt: str
    """When it was made."""

    expiresAt: str
    """When it ends."""

    revokedAt: Optional[str]
    """When it was revoked."""

    principal: str
    """Unique and stable."""


class CreatedToken(_CreatedTokenRequired, total=False):
    """A token that was made."""

    ownerName: str
    """What people know the owner by."""

    ended: str
    """Why it is not good any more, in words; absent while it is, and in older versions."""

    token: str
    """The token itself: here, and never again."""


class _NewTokenRequired(TypedDict):
    name: str
    """What people know it by."""

    role: Literal["reader", "planner", "operator", "admin"]
    """The most that it may do; never more than its owner may."""

    expiresInDays: int
    """How long it lasts."""


class NewToken(_NewTokenRequired, total=False):
    """A token to be made."""

    stacks: Optional[List[str]]
    """The stacks that it reaches; all that its owner may reach where none are named."""

    machine: bool
    """It has no rights of its maker: roles are assigned to it."""

    accountAdmin: bool
    """Of a machine: account admin of the platforms that know such a rank, as the caller is."""

    workspaces: List[str]
    """Of a machine: the workspaces it is a member of, as the caller is."""


class _PrincipalRequired(TypedDict):
    principal: str
    """Unique and stable."""

    name: str
    """What people know them by."""

    groups: List[str]
    """The groups they are in."""

    workspaces: List[str]
    """The workspaces they are members of."""


class Principal(_PrincipalRequired, total=False):
    """A person who has signed in."""

    accountAdmin: bool
    """Account admin of the platforms that know such a rank."""


class _PrincipalListRequired(TypedDict):
    principals: List[Principal]
    """A page of principals."""


class PrincipalList(_PrincipalListRequired, total=False):
    """A page of principals."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class _RoleAssignmentRequired(TypedDict):
    subject: str
    """A principal, or `group:` and the name of a group."""

    stack: str
    """Whole name of the stack; `*`: every stack, and the service itself."""

    role: Literal["reader", "planner", "operator", "admin"]
    """The role."""

    by: str
    """Who gave it."""

    at: str
    """When."""


class RoleAssignment(_RoleAssignmentRequired, total=False):
    """A role, and who holds it."""

    subjectName: str
    """What people know the principal by, where the service has seen it."""


class _RoleAssignmentListRequired(TypedDict):
    assignments: List[RoleAssignment]
    """A page of roles, by who holds them."""


class RoleAssignmentList(_RoleAssignmentListRequired, total=False):
    """A page of roles, by who holds them."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class _GivenRoleRequired(TypedDict):
    subject: str
    """A principal, or `group:` and the name of a group."""

    stack: str
    """Whole name of the stack; `*`: every stack, and the service itself."""

    role: Literal["reader", "planner", "operator", "admin"]
    """The role."""

    by: str
    """Who gave it."""

    at: str
    """When."""

    problems: List[Problem]
    """Warnings: that the service has never seen whom it is for."""


class GivenRole(_GivenRoleRequired, total=False):
    """A role as it was given."""

    subjectName: str
    """What people know the principal by, where the service has seen it."""


class RoleWrite(TypedDict):
    """A role to be held."""

    role: Literal["reader", "planner", "operator", "admin"]
    """The role."""


class CredentialPlace(TypedDict):
    """Where a credential is found; where neither is named, in the usual variables and tools of the kind."""

    environment: Optional[str]
    """Environment variable of the server that holds it."""

    file: Optional[str]
    """File of the server that holds it."""

    clientId: Optional[str]
    """OAuth client whose secret it is; null: it is a bearer token."""


Credential = TypedDict(
    "Credential",
    {
        "name": str,
        "etag": str,
        "kind": str,
        "origins": Optional[List[str]],
        "private": bool,
        "credential": "CredentialPlace",
        "stacks": List[str],
        "from": Literal["settings", "api"],
        "at": Optional[str],
        "by": Optional[str],
    },
)
"""A credential of the service for a vendor: where it is found and where it may go, never what it is."""


class _CredentialListRequired(TypedDict):
    credentials: List[Credential]
    """A page of credentials."""


class CredentialList(_CredentialListRequired, total=False):
    """A page of credentials."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class CredentialWriteCredential(TypedDict, total=False):
    """Where it is found; where none is named, in the usual variables and tools of the kind."""

    environment: Optional[str]
    """Environment variable of the server that holds it."""

    file: Optional[str]
    """File of the server that holds it."""

    clientId: Optional[str]
    """OAuth client whose secret it is; a bearer token where none is named."""


class _CredentialWriteRequired(TypedDict):
    kind: str
    """Kind of the providers: `google`, `azure` or `databricks`."""


class CredentialWrite(_CredentialWriteRequired, total=False):
    """A credential for a vendor, by where it is found."""

    origins: Optional[List[str]]
    """Where it may go; the vendor's own where none are named."""

    private: bool
    """Those origins may have private addresses."""

    credential: Optional[CredentialWriteCredential]
    """Where it is found; where none is named, in the usual variables and tools of the kind."""

    stacks: List[str]
    """The stacks that may use it; all where none are named."""


class AuditEntryIntentFrom(TypedDict):
    """From where."""

    address: Optional[str]
    """Of the network."""

    userAgent: Optional[str]
    """As it calls itself."""


_AuditEntryIntentRequired = TypedDict(
    "_AuditEntryIntentRequired",
    {
        "seq": int,
        "at": str,
        "previous": Optional[str],
        "digest": str,
        "kind": Literal["intent"],
        "principal": str,
        "from": "AuditEntryIntentFrom",
        "request": str,
        "action": str,
        "stack": Optional[str],
        "subject": Optional[str],
        "plan": Optional[str],
        "paths": List[str],
    },
)


class AuditEntryIntent(_AuditEntryIntentRequired, total=False):
    """What is about to be done."""

    principalName: str
    """What people know the principal by now; no part of the chain."""

    operation: str
    """Id of the request's operation, in this description."""

    role: str
    """The role that is given."""


class AuditEntryOutcomeIntentFrom(TypedDict):
    """From where."""

    address: Optional[str]
    """Of the network."""

    userAgent: Optional[str]
    """As it calls itself."""


_AuditEntryOutcomeIntentRequired = TypedDict(
    "_AuditEntryOutcomeIntentRequired",
    {
        "seq": int,
        "at": str,
        "previous": Optional[str],
        "digest": str,
        "kind": Literal["intent"],
        "principal": str,
        "from": "AuditEntryOutcomeIntentFrom",
        "request": str,
        "action": str,
        "stack": Optional[str],
        "subject": Optional[str],
        "plan": Optional[str],
        "paths": List[str],
    },
)


class AuditEntryOutcomeIntent(_AuditEntryOutcomeIntentRequired, total=False):
    """What is about to be done."""

    principalName: str
    """What people know the principal by now; no part of the chain."""

    operation: str
    """Id of the request's operation, in this description."""

    role: str
    """The role that is given."""


class _AuditEntryOutcomeRequired(TypedDict):
    seq: int
    """Place in the log, from 1."""

    at: str
    """When."""

    previous: Optional[str]
    """Digest of the entry before."""

    digest: str
    """Over all the rest of the entry."""

    kind: Literal["outcome"]
    """Always `outcome`."""

    of: int
    """Place of the intent."""

    result: Literal["done", "refused", "failed"]
    """What came of it."""

    status: Optional[int]
    """HTTP status of the answer."""

    code: Optional[str]
    """Code of the problem."""


class AuditEntryOutcome(_AuditEntryOutcomeRequired, total=False):
    """What came of it. Where the list was asked for by `result`, its intent stands beside it, which is no part of
    what the digest is over.
    """

    intent: AuditEntryOutcomeIntent
    """What is about to be done."""


AuditEntry = Union["AuditEntryIntent", "AuditEntryOutcome"]
"""An entry of the audit log."""


class _AuditEntryListRequired(TypedDict):
    entries: List[AuditEntry]
    """A page of the log."""


class AuditEntryList(_AuditEntryListRequired, total=False):
    """A page of the log."""

    nextCursor: str
    """Where the next page begins; absent on the last."""


class AuditReportFindingsItem(TypedDict):
    """Something that is not as it was written."""

    seq: int
    """Place in the log that it shows at."""

    kind: str
    """What is wrong."""

    detail: str
    """In words."""


class _AuditReportRequired(TypedDict):
    ok: bool
    """Nothing was found."""

    length: int
    """How many entries there are."""

    head: Optional[str]
    """Digest of the last entry."""

    findings: List[AuditReportFindingsItem]
    """The first ones."""

    vouchedFor: int
    """Up to where checkpoints vouch for the log."""

    ofOtherKeys: int
    """Checkpoints of keys that are not at hand."""

    open: List[int]
    """Places of intents without an outcome."""


class AuditReport(_AuditReportRequired, total=False):
    """How the audit log is."""

    moreFindings: int
    """How many there are besides."""


class Client(Transport):
    """Speaks to a plumb service: `Client("https://plumb.example", token=...)`.

    Documents are as the service has them, field names included. A refusal is raised as ApiError with the service's
    problem document; `etag_of(document)` is what `if_match` takes; `pages` walks through a list. Requests that are
    safe to repeat are repeated when the service is busy.
    """

    def get_version(
        self,
    ) -> Version:
        """Show the version."""
        answer: Version = self._call(
            "GET",
            "/v1/version",
        )
        return answer

    def get_caller(
        self,
    ) -> WhoAmI:
        """Show who the caller is.

        What is known of this token's holder, and what the token is limited to.
        """
        answer: WhoAmI = self._call(
            "GET",
            "/v1/whoami",
        )
        return answer

    def list_logins(
        self,
    ) -> LoginList:
        """List where one can sign in.

        The issuers of tokens that the service believes and that offer a login of their own.
        """
        answer: LoginList = self._call(
            "GET",
            "/v1/logins",
        )
        return answer

    def get_description(
        self,
    ) -> OpenApiDocument:
        """Get this description."""
        answer: OpenApiDocument = self._call(
            "GET",
            "/v1/openapi.json",
        )
        return answer

    def get_earlier_description(
        self,
    ) -> OpenApiDocument:
        """Get this description in OpenAPI 3.0.

        For generators that read no later one. It says the same in fewer words: `nullable` for a type that may be
        null, one example of a schema.
        """
        answer: OpenApiDocument = self._call(
            "GET",
            "/v1/openapi-3.0.json",
        )
        return answer

    def get_store_health(
        self,
    ) -> StoreHealth:
        """Examine the store.

        Reads the whole store and compares it with its checksums; changes nothing.
        """
        answer: StoreHealth = self._call(
            "GET",
            "/v1/store/health",
        )
        return answer

    def repair_store(
        self,
        *,
        idempotency_key: Optional[str] = None,
    ) -> StoreHealth:
        """Repair the store.

        Recovers what can be of a damaged store, and keeps the damaged file; one that is whole stays as it is.

        Args:
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: StoreHealth = self._call(
            "POST",
            "/v1/store/health:repair",
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def get_liveness(
        self,
    ) -> Health:
        """Tell whether the process lives."""
        answer: Health = self._call(
            "GET",
            "/livez",
        )
        return answer

    def get_readiness(
        self,
    ) -> Health:
        """Tell whether requests can be served.

        Asks the store. 503 while it can't be read or written to or does not answer within 2 s, while the key of the
        process does not open what is sealed in it, and once the process is asked to end.
        """
        answer: Health = self._call(
            "GET",
            "/readyz",
        )
        return answer

    def get_metrics(
        self,
    ) -> MetricsText:
        """Get what is counted."""
        answer: MetricsText = self._call(
            "GET",
            "/metrics",
        )
        return answer

    def watch_events(
        self,
        *,
        topics: Optional[str] = None,
    ) -> Iterator[TopicEvent]:
        """Follow several topics in one stream.

        For clients that may hold few connections. A topic is `resources:PROJECT/STACK` or `run:PROJECT/STACK/RUN`;
        each is followed under the rights that it takes by itself, and one that is refused ends no other. Behind `@`
        stands from where it goes on: a `resourceVersion`, or the number of the last event. As server-sent events,
        `Last-Event-ID` goes on with all of them.

        Args:
            topics: The topics, with commas between them; 20 at most. Without any the stream ends at once.
        """
        return self._stream(
            "/v1/events",
            query={
                "topics": topics,
            },
        )

    def list_types(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> TypeList:
        """List types and functions.

        Args:
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: TypeList = self._call(
            "GET",
            "/v1/types",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def get_type(
        self,
        type: str,
    ) -> Type:
        """Get a type or a function.

        All its fields with their rules, for people and editors.

        Args:
            type: Token of a type.
        """
        answer: Type = self._call(
            "GET",
            f"/v1/types/{segment(type)}",
        )
        return answer

    def get_type_schema(
        self,
        type: str,
    ) -> TypeSchema:
        """Get the JSON Schema of a type's inputs.

        Args:
            type: Token of a type.
        """
        answer: TypeSchema = self._call(
            "GET",
            f"/v1/types/{segment(type)}/schema",
        )
        return answer

    def get_catalog(
        self,
    ) -> Catalog:
        """Get the catalog.

        All types, functions and kinds of providers as one document for machines: types of values, rules, marks,
        identities, versions, examples. It changes with the service's version only.
        """
        answer: Catalog = self._call(
            "GET",
            "/v1/catalog",
        )
        return answer

    def check_declaration(
        self,
        body: DeclarationText,
    ) -> CheckResult:
        """Check a declaration.

        Tells every problem of a text at once, each with its place in it. Nothing is kept and no platform is asked.
        Problems are the answer, not a failure.

        Args:
            body: A declaration as the user wrote it, with the configuration values given beside it.
        """
        answer: CheckResult = self._call(
            "POST",
            "/v1/declarations:check",
            body=body,
        )
        return answer

    def describe_declaration(
        self,
        body: DeclarationText,
    ) -> DeclarationSummary:
        """Tell what a declaration says of itself.

        Its project and its config keys, whatever is wrong with the rest. Nothing is kept.

        Args:
            body: A declaration as the user wrote it, with the configuration values given beside it.
        """
        answer: DeclarationSummary = self._call(
            "POST",
            "/v1/declarations:describe",
            body=body,
        )
        return answer

    def draw_declaration(
        self,
        body: DeclarationText,
    ) -> Graph:
        """Tell what needs what.

        Args:
            body: A declaration as the user wrote it, with the configuration values given beside it.
        """
        answer: Graph = self._call(
            "POST",
            "/v1/declarations:graph",
            body=body,
        )
        return answer

    def get_declaration(
        self,
        project: str,
        stack: str,
    ) -> Declaration:
        """Get the declaration that is kept for a stack.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
        """
        answer: Declaration = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/declaration",
        )
        return answer

    def replace_declaration(
        self,
        project: str,
        stack: str,
        body: DeclarationText,
        *,
        validate_only: Optional[bool] = None,
        if_match: Optional[str] = None,
        if_none_match: Optional[str] = None,
    ) -> Union[DeclarationWritten, Declaration]:
        """Keep a declaration for a stack.

        As a new version, when it has no error: a refusal lists every problem, each with its place in the text.
        `validateOnly` keeps nothing and answers with the problems.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            validate_only: Only tell what keeping it would meet.
            body: A declaration as the user wrote it, with the configuration values given beside it.
            if_match: Only if the document still has this tag; `etag_of` tells it.
            if_none_match: `*` only makes what is not there yet.
        """
        answer: Union[DeclarationWritten, Declaration] = self._call(
            "PUT",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/declaration",
            query={
                "validateOnly": validate_only,
            },
            body=body,
            headers={
                "If-Match": if_match,
                "If-None-Match": if_none_match,
            },
        )
        return answer

    def list_declaration_versions(
        self,
        project: str,
        stack: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> DeclarationVersionList:
        """List the versions of a declaration.

        Who kept which and when, newest first.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: DeclarationVersionList = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/declaration/versions",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def get_declaration_version(
        self,
        project: str,
        stack: str,
        version: str,
    ) -> Declaration:
        """Get a version of a declaration.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            version: Number of a version.
        """
        answer: Declaration = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/declaration/versions/{segment(version)}",
        )
        return answer

    def list_stacks(
        self,
        *,
        project: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> StackList:
        """List the stacks of all projects, or of one.

        Those that the caller may see.

        Args:
            project: Only the stacks of this project.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
            filter: Which entries, by name; conditions are joined by AND: name:"web". `name:` asks how a name
                begins.
        """
        answer: StackList = self._call(
            "GET",
            "/v1/stacks",
            query={
                "project": project,
                "limit": limit,
                "cursor": cursor,
                "filter": filter,
            },
        )
        return answer

    def create_stack(
        self,
        project: str,
        body: NewStack,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Stack:
        """Make an empty stack.

        A stack needs no such beginning: it is for telling a new one from a misspelt one.

        Args:
            project: Name of a project, the `name` of its declarations.
            body: A stack to be made.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Stack = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def get_stack(
        self,
        project: str,
        stack: str,
    ) -> Stack:
        """Get a stack.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
        """
        answer: Stack = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}",
        )
        return answer

    def delete_stack(
        self,
        project: str,
        stack: str,
    ) -> None:
        """Remove a stack that manages nothing.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
        """
        self._call(
            "DELETE",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}",
        )

    def move_stack(
        self,
        project: str,
        stack: str,
        body: StackMove,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Stack:
        """Give a stack another name, or hand it to another project.

        What it manages, its history, its settings and the roles on it go along. The caller needs the right to make
        the stack of the new name as well.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: Another name for a stack.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Stack = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}:move",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def prune_stack(
        self,
        project: str,
        stack: str,
        body: Optional[StackPrune] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> PrunedStack:
        """Forget old runs of a stack, or tell which would go.

        Runs go with their plans and events, the oldest first, unless their number or their age keeps them; their
        result stays. Kept are, too, a run that can go on or whose calls are not settled, and all runs after it. A
        run that went can't be undone any more.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: Which runs of a stack are to go: those that nothing of it keeps.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: PrunedStack = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}:prune",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def get_stack_outputs(
        self,
        project: str,
        stack: str,
        *,
        reveal: Optional[bool] = None,
    ) -> Outputs:
        """Get the outputs of the last run.

        Secret ones stay sealed unless `reveal` asks for them in the clear, which takes a right of its own and is
        put on record.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            reveal: Secret outputs in the clear.
        """
        answer: Outputs = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/outputs",
            query={
                "reveal": reveal,
            },
        )
        return answer

    def get_stack_settings(
        self,
        project: str,
        stack: str,
    ) -> StackSettings:
        """Get how the service treats a stack.

        Approvals that a run needs, how often drift is looked for, and who is told (without their secrets).

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
        """
        answer: StackSettings = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/settings",
        )
        return answer

    def replace_stack_settings(
        self,
        project: str,
        stack: str,
        body: StackSettingsWrite,
        *,
        if_match: Optional[str] = None,
        if_none_match: Optional[str] = None,
    ) -> ChangedStackSettings:
        """Set how the service treats a stack.

        A webhook's secret is sealed and never shown; one that is left out stays as it was.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: How the service is to treat a stack.
            if_match: Only if the document still has this tag; `etag_of` tells it.
            if_none_match: `*` only makes what is not there yet.
        """
        answer: ChangedStackSettings = self._call(
            "PUT",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/settings",
            body=body,
            headers={
                "If-Match": if_match,
                "If-None-Match": if_none_match,
            },
        )
        return answer

    def get_stack_drift(
        self,
        project: str,
        stack: str,
        *,
        scheduled: Optional[bool] = None,
        target: Optional[str] = None,
        exclude: Optional[str] = None,
    ) -> Drift:
        """Compare all that is managed with the platforms.

        Reads every managed object now, or tells what the last look by the clock found. Changes nothing.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            scheduled: What the last look by the clock found, without reading anything.
            target: Only these: names, globs or types, with a comma between two.
            exclude: All but these: names, globs or types, with a comma between two.
        """
        answer: Drift = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/drift",
            query={
                "scheduled": scheduled,
                "target": target,
                "exclude": exclude,
            },
        )
        return answer

    def refresh_state(
        self,
        project: str,
        stack: str,
        body: Optional[RefreshRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Drift:
        """Record what the platforms show now.

        Writes to the state only. A plan of the kind `refresh` does the same in two steps.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: What a refresh may do.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Drift = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/state:refresh",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def get_departure(
        self,
        project: str,
        stack: str,
    ) -> StackDeparture:
        """Tell whether a stack is on its way to another store.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
        """
        answer: StackDeparture = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/departure",
        )
        return answer

    def begin_departure(
        self,
        project: str,
        stack: str,
        body: StackDepartureWrite,
    ) -> StackDeparture:
        """Let a stack leave for another store.

        From now on nothing is planned, applied or edited here. The answer has all that goes along, secrets in the
        clear: the caller needs the right to reveal them, and it is put on record. The same request again gives the
        same move. With `dryRun` nothing changes, and no secret is told.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: Where a stack is to go.
        """
        answer: StackDeparture = self._call(
            "PUT",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/departure",
            body=body,
        )
        return answer

    def cancel_departure(
        self,
        project: str,
        stack: str,
    ) -> None:
        """Keep a stack that was about to leave.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
        """
        self._call(
            "DELETE",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/departure",
        )

    def end_departure(
        self,
        project: str,
        stack: str,
        body: StackMoveNamed,
    ) -> StackReceipt:
        """Give a stack away that the other store has taken in.

        The point of no return: from now on the other store owns it. The same request again answers the same.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: Which move is meant.
        """
        answer: StackReceipt = self._call(
            "PUT",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/departure/receipt",
            body=body,
        )
        return answer

    def begin_arrival(
        self,
        project: str,
        stack: str,
        body: StackArrivalWrite,
    ) -> StackArrival:
        """Take in a stack of another store.

        Its records, outputs and claims, with its secrets sealed anew. Nothing is planned, applied or edited until
        the source has given it away. The caller needs the right to make the stack as well. The body may have 64
        MiB. With `dryRun` nothing changes.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: A stack of another store.
        """
        answer: StackArrival = self._call(
            "PUT",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/arrival",
            body=body,
        )
        return answer

    def end_arrival(
        self,
        project: str,
        stack: str,
        body: StackReceipt,
    ) -> StackArrival:
        """Own a stack that its source has given away.

        The same request again answers the same.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: The proof that a store has given a stack away.
        """
        answer: StackArrival = self._call(
            "PUT",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/arrival/receipt",
            body=body,
        )
        return answer

    def cancel_arrival(
        self,
        project: str,
        stack: str,
        move: str,
    ) -> None:
        """Forget a stack whose move was called off at its source.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            move: Id of a move of a stack to another store.
        """
        self._call(
            "DELETE",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/arrival/{segment(move)}",
        )

    def seal_config_value(
        self,
        project: str,
        stack: str,
        body: ConfigValue,
    ) -> SealedConfigValue:
        """Seal a config value.

        For a file of the caller's own: what is answered can be opened here only, and only for this key of this
        stack, not of one made anew under its name. The value is not kept.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: A config value to be sealed.
        """
        answer: SealedConfigValue = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/config:seal",
            body=body,
        )
        return answer

    def open_config_values(
        self,
        project: str,
        stack: str,
        body: SealedConfig,
    ) -> OpenedConfig:
        """Open sealed config values.

        What `config:seal` has answered for these keys of this stack, in the clear. It is put on record who asked
        for which keys.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: Sealed config values of a stack.
        """
        answer: OpenedConfig = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/config:open",
            body=body,
        )
        return answer

    def create_plan(
        self,
        project: str,
        stack: str,
        body: PlanRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Plan:
        """Make a plan.

        Looks at the platforms, says what a run would do, and keeps that under its digest. Changes nothing on any
        platform, and carries no rights: a run checks each step again, as its own caller.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: What to plan.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Plan = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/plans",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def list_plans(
        self,
        project: str,
        stack: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> PlanList:
        """List the plans of a stack.

        Newest first.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: PlanList = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/plans",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def examine_providers(
        self,
        project: str,
        stack: str,
        body: ExamineRequest,
    ) -> Vendors:
        """Examine the providers of a declaration.

        Looks, as the stack would, at each provider's credential, the way to its vendor, what the vendor tells of
        itself, and each declared object. Reads only, and keeps nothing; the stack need not be there yet.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: Whose providers to examine; without a declaration those of the one that is kept.
        """
        answer: Vendors = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/providers:examine",
            body=body,
        )
        return answer

    def register_providers(
        self,
        project: str,
        stack: str,
        body: RegisterRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> RegistrationList:
        """Register what an examination found unregistered.

        Asks the vendors to register namespaces, or to switch APIs on, that an examination of the same declaration
        names; nothing else. It goes on in the background: examine again until it is not named any more.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: What the vendors of a declaration's providers are to register.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: RegistrationList = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/providers:register",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def get_plan(
        self,
        project: str,
        stack: str,
        digest: str,
        *,
        view: Optional[Literal["full", "summary"]] = None,
    ) -> ShownPlan:
        """Get a plan.

        A plan never changes: its digest is that of its content.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            digest: Content address of a plan.
            view: `summary`: without the steps, which `listPlanSteps` gives in pages.
        """
        answer: ShownPlan = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/plans/{segment(digest)}",
            query={
                "view": view,
            },
        )
        return answer

    def list_plan_steps(
        self,
        project: str,
        stack: str,
        digest: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> PlanStepList:
        """List the steps of a plan.

        In the order in which the plan has them.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            digest: Content address of a plan.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
            filter: Which entries, by name, type, action; conditions are joined by AND: name:"web" AND type="..."
                AND action="...". `name:` asks how a name begins.
        """
        answer: PlanStepList = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/plans/{segment(digest)}/steps",
            query={
                "limit": limit,
                "cursor": cursor,
                "filter": filter,
            },
        )
        return answer

    def start_run(
        self,
        project: str,
        stack: str,
        body: RunRequest,
        *,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Run:
        """Start a run.

        Carries a plan out. A plan with errors is refused with them, and no run begins. The run goes on after its
        caller is gone; its events tell what happens. `Prefer: wait=N` lets the answer wait so many seconds for the
        end of the run.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: A plan to be carried out.
            wait: How many seconds the answer may wait for the end.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Run = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs",
            body=body,
            headers={
                "Prefer": None if wait is None else f"wait={wait}",
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def list_runs(
        self,
        project: str,
        stack: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> RunList:
        """List the runs of a stack.

        Newest first.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
            filter: Which entries, by status; conditions are joined by AND: status="...". `name:` asks how a name
                begins.
        """
        answer: RunList = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs",
            query={
                "limit": limit,
                "cursor": cursor,
                "filter": filter,
            },
        )
        return answer

    def get_run(
        self,
        project: str,
        stack: str,
        run: str,
    ) -> RunDetails:
        """Get a run.

        With how many of its steps have which result, and its calls in flight. `listRunSteps` tells them one by one.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            run: Id of a run.
        """
        answer: RunDetails = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs/{segment(run)}",
        )
        return answer

    def list_run_steps(
        self,
        project: str,
        stack: str,
        run: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> RunStepList:
        """List the steps of a run.

        What it did so far, call by call, in the order in which it began. While the run goes on, what is new comes
        at the end, and what is under way may come to something.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            run: Id of a run.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
            filter: Which entries, by name, type, outcome; conditions are joined by AND: name:"web" AND type="..."
                AND outcome="...". `name:` asks how a name begins.
        """
        answer: RunStepList = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs/{segment(run)}/steps",
            query={
                "limit": limit,
                "cursor": cursor,
                "filter": filter,
            },
        )
        return answer

    def follow_run(
        self,
        project: str,
        stack: str,
        run: str,
        *,
        after: Optional[int] = None,
    ) -> Iterator[RunEvent]:
        """Follow a run.

        The events of the run as they happen, those that have happened first; the last is the summary. As
        server-sent events each has its number as its id, and `Last-Event-ID` goes on after it; as JSON lines they
        are counted from `after` + 1.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            run: Id of a run.
            after: Number of the last event that the caller has; 0 for none.
        """
        return self._stream(
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs/{segment(run)}/events",
            query={
                "after": after,
            },
        )

    def cancel_run(
        self,
        project: str,
        stack: str,
        run: str,
        *,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> CancelledRun:
        """Ask a run to stop.

        Calls in flight are finished, none is begun. The run's events tell when it is over.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            run: Id of a run.
            wait: How many seconds the answer may wait for the end.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: CancelledRun = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs/{segment(run)}:cancel",
            headers={
                "Prefer": None if wait is None else f"wait={wait}",
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def resume_run(
        self,
        project: str,
        stack: str,
        run: str,
        body: Optional[ResumeRequest] = None,
        *,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Run:
        """Take a run up again.

        One that stopped or broke off goes on with the plan that was approved.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            run: Id of a run.
            body: How to go on.
            wait: How many seconds the answer may wait for the end.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Run = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs/{segment(run)}:resume",
            body=body,
            headers={
                "Prefer": None if wait is None else f"wait={wait}",
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def approve_run(
        self,
        project: str,
        stack: str,
        run: str,
        body: Optional[ApprovalRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Run:
        """Approve a run.

        By others than its starter, by each once. It begins with the last approval that it needs.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            run: Id of a run.
            body: An answer to a run that waits for approval.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Run = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs/{segment(run)}:approve",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def reject_run(
        self,
        project: str,
        stack: str,
        run: str,
        body: Optional[ApprovalRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Run:
        """Reject a run.

        By others than its starter, by each once. It begins with the last approval that it needs.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            run: Id of a run.
            body: An answer to a run that waits for approval.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Run = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/runs/{segment(run)}:reject",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def list_resources(
        self,
        project: str,
        stack: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> ResourceList:
        """List what a stack manages, or watch it.

        A list has a `resourceVersion`. With `watch` the answer streams what happens after that version, in order,
        once each: ADDED, MODIFIED, DELETED; a BOOKMARK tells how far the watcher has come, and an ERROR that it
        must list again. Without a version it begins with what there is.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
            filter: Which entries, by name, type, status; conditions are joined by AND: name:"web" AND type="..."
                AND status="...". `name:` asks how a name begins.
        """
        answer: ResourceList = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/resources",
            query={
                "limit": limit,
                "cursor": cursor,
                "filter": filter,
            },
        )
        return answer

    def watch_resources(
        self,
        project: str,
        stack: str,
        *,
        resource_version: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> Iterator[WatchEvent]:
        """List what a stack manages, or watch it.

        A list has a `resourceVersion`. With `watch` the answer streams what happens after that version, in order,
        once each: ADDED, MODIFIED, DELETED; a BOOKMARK tells how far the watcher has come, and an ERROR that it
        must list again. Without a version it begins with what there is.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            resource_version: Of a list or an event: watch from here.
            filter: Which entries, by name, type, status; conditions are joined by AND: name:"web" AND type="..."
                AND status="...". `name:` asks how a name begins.
        """
        return self._stream(
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/resources",
            query={
                "watch": True,
                "resourceVersion": resource_version,
                "filter": filter,
            },
        )

    def get_resource(
        self,
        project: str,
        stack: str,
        name: str,
    ) -> Resource:
        """Get what is recorded of a resource.

        What was declared of it (`inputs`) and what its platform showed last (`outputs`).

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            name: Logical name of a resource.
        """
        answer: Resource = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/resources/{segment(name)}",
        )
        return answer

    def forget_resource(
        self,
        project: str,
        stack: str,
        name: str,
    ) -> None:
        """Forget a resource.

        It is managed no more, and stays on its platform as it is.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            name: Logical name of a resource.
        """
        self._call(
            "DELETE",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/resources/{segment(name)}",
        )

    def inspect_resource(
        self,
        project: str,
        stack: str,
        name: str,
    ) -> ResourceInspection:
        """Look at a resource from every side.

        As it is declared, as it is recorded, and how its platform differs now, which is read live.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            name: Logical name of a resource.
        """
        answer: ResourceInspection = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/resources/{segment(name)}/inspection",
        )
        return answer

    def list_resource_history(
        self,
        project: str,
        stack: str,
        name: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ResourceHistory:
        """List what befell a resource.

        Newest first, through renames and replacements.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            name: Logical name of a resource.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: ResourceHistory = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/resources/{segment(name)}/history",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def rename_resource(
        self,
        project: str,
        stack: str,
        name: str,
        body: RenameRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> None:
        """Give a resource another logical name.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            name: Logical name of a resource.
            body: Another logical name.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/resources/{segment(name)}:rename",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )

    def import_resources(
        self,
        project: str,
        stack: str,
        body: ImportRequest,
        *,
        idempotency_key: Optional[str] = None,
    ) -> ImportResult:
        """Bring existing objects under management.

        Reads each object and records it: all of them, or none. Writes to no platform.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: Objects to import: all of them, or none.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: ImportResult = self._call(
            "POST",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/resources:import",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def export_state(
        self,
        project: str,
        stack: str,
    ) -> State:
        """Export all that is recorded of a stack.

        Secrets stay sealed in it: only the stack that sealed them can open them. A caller who may not reveal them
        gets a document that tells only where they are.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
        """
        answer: State = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/state",
        )
        return answer

    def import_state(
        self,
        project: str,
        stack: str,
        body: StateImport,
        *,
        if_match: Optional[str] = None,
        if_none_match: Optional[str] = None,
    ) -> StateImported:
        """Replace what is recorded of a stack.

        By an exported document. Refused when it was altered, belongs to another stack's history, or is older than
        what stands (unless `force`). `If-Match: *` replaces whatever stands. A sealed value must stand where this
        stack has had it: no state carries secrets to another stack. The body may have 32 MiB.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            body: A state to be put in the place of what is recorded.
            if_match: Only if the document still has this tag; `etag_of` tells it.
            if_none_match: `*` only makes what is not there yet.
        """
        answer: StateImported = self._call(
            "PUT",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/state",
            body=body,
            headers={
                "If-Match": if_match,
                "If-None-Match": if_none_match,
            },
        )
        return answer

    def list_state_edits(
        self,
        project: str,
        stack: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> StateEditList:
        """List the edits of a stack's state.

        Newest first: what has changed records without a plan, be it a rename, a forgetting, an import of the state
        or a repair. Each can be undone by its id, like a run.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: StateEditList = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/edits",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def read_object(
        self,
        type: str,
        body: ReadRequest,
    ) -> ObjectRead:
        """Read an object through the providers of a declaration.

        Live, by any form of its id, managed or not; `state` gives qualifiers that must match what is read. Without
        a declaration the provider is a kept one, or what surrounds the service.

        Args:
            type: Token of a type.
            body: An object to be read.
        """
        answer: ObjectRead = self._call(
            "POST",
            f"/v1/types/{segment(type)}/objects:read",
            body=body,
        )
        return answer

    def find_unmanaged_objects(
        self,
        type: str,
        body: UnmanagedRequest,
    ) -> UnmanagedList:
        """Find objects that no stack manages.

        Those of one collection, live. Reads only.

        Args:
            type: Token of a type.
            body: A collection to be searched.
        """
        answer: UnmanagedList = self._call(
            "POST",
            f"/v1/types/{segment(type)}/objects:findUnmanaged",
            body=body,
        )
        return answer

    def call_function(
        self,
        function: str,
        body: CallRequest,
    ) -> CallResult:
        """Call a look-up function.

        Live. Reads only.

        Args:
            function: Token of a function.
            body: A function to be called.
        """
        answer: CallResult = self._call(
            "POST",
            f"/v1/functions/{segment(function)}:call",
            body=body,
        )
        return answer

    def list_objects(
        self,
        type: str,
        *,
        provider: Optional[str] = None,
        within: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> ObjectList:
        """List objects that are managed by themselves.

        With `within`, the first page also has what else the platform lists and no stack here manages.

        Args:
            type: Token of a type.
            provider: Name of a kept provider; the service's own surroundings where none is named.
            within: JSON: what an id holds before its last part, as far as the provider does not say it.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
            filter: Which entries, by status; conditions are joined by AND: status="...". `name:` asks how a name
                begins.
        """
        answer: ObjectList = self._call(
            "GET",
            f"/v1/types/{segment(type)}/objects",
            query={
                "provider": provider,
                "within": within,
                "limit": limit,
                "cursor": cursor,
                "filter": filter,
            },
        )
        return answer

    def create_object(
        self,
        type: str,
        body: ObjectCreate,
        *,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Union[Object, Operation]:
        """Make an object.

        Managed by itself. Answers when it is made, or with an operation when that takes its time: `Prefer:
        respond-async` asks for one at once, `wait=N` waits so many seconds.

        Args:
            type: Token of a type.
            body: An object to be made.
            wait: How many seconds the answer may wait for the end.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Union[Object, Operation] = self._call(
            "POST",
            f"/v1/types/{segment(type)}/objects",
            body=body,
            headers={
                "Prefer": None if wait is None else f"wait={wait}",
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def get_object(
        self,
        type: str,
        id: str,
        *,
        provider: Optional[str] = None,
        live: Optional[bool] = None,
    ) -> Object:
        """Get an object.

        What is recorded of it; `live` reads its platform, and tells how that differs. One that no stack manages is
        always read.

        Args:
            type: Token of a type.
            id: Id of an object on its platform, in any of its type's forms; slashes are escaped.
            provider: Name of a kept provider; the service's own surroundings where none is named.
            live: Read the platform now.
        """
        answer: Object = self._call(
            "GET",
            f"/v1/types/{segment(type)}/objects/{segment(id)}",
            query={
                "provider": provider,
                "live": live,
            },
        )
        return answer

    def replace_object(
        self,
        type: str,
        id: str,
        body: ObjectReplace,
        *,
        if_match: Optional[str] = None,
        wait: Optional[int] = None,
    ) -> Union[Object, Operation]:
        """Change an object in place.

        To these properties: what is left out is cleared, but for what names the object. A change that takes another
        object is refused.

        Args:
            type: Token of a type.
            id: Id of an object on its platform, in any of its type's forms; slashes are escaped.
            body: What an object is to be.
            if_match: Only if the document still has this tag; `etag_of` tells it.
            wait: How many seconds the answer may wait for the end.
        """
        answer: Union[Object, Operation] = self._call(
            "PUT",
            f"/v1/types/{segment(type)}/objects/{segment(id)}",
            body=body,
            headers={
                "If-Match": if_match,
                "Prefer": None if wait is None else f"wait={wait}",
            },
        )
        return answer

    def delete_object(
        self,
        type: str,
        id: str,
        *,
        provider: Optional[str] = None,
        if_match: Optional[str] = None,
        wait: Optional[int] = None,
    ) -> Optional[Operation]:
        """End the care for an object.

        As its `onDestroy` says: it is deleted, or gets back what it was before, or stays as it is.

        Args:
            type: Token of a type.
            id: Id of an object on its platform, in any of its type's forms; slashes are escaped.
            provider: Name of a kept provider; the service's own surroundings where none is named.
            if_match: Only if the document still has this tag; `etag_of` tells it.
            wait: How many seconds the answer may wait for the end.
        """
        answer: Optional[Operation] = self._call(
            "DELETE",
            f"/v1/types/{segment(type)}/objects/{segment(id)}",
            query={
                "provider": provider,
            },
            headers={
                "If-Match": if_match,
                "Prefer": None if wait is None else f"wait={wait}",
            },
        )
        return answer

    def import_object(
        self,
        type: str,
        body: ObjectImport,
        *,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Union[Object, Operation]:
        """Manage an existing object.

        As it stands; the platform is not changed.

        Args:
            type: Token of a type.
            body: An object to be managed.
            wait: How many seconds the answer may wait for the end.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Union[Object, Operation] = self._call(
            "POST",
            f"/v1/types/{segment(type)}/objects:import",
            body=body,
            headers={
                "Prefer": None if wait is None else f"wait={wait}",
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def list_providers(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> ProviderList:
        """List providers that are kept by name.

        Args:
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
            filter: Which entries, by name; conditions are joined by AND: name:"web". `name:` asks how a name
                begins.
        """
        answer: ProviderList = self._call(
            "GET",
            "/v1/providers",
            query={
                "limit": limit,
                "cursor": cursor,
                "filter": filter,
            },
        )
        return answer

    def get_provider(
        self,
        provider: str,
    ) -> Provider:
        """Get a provider.

        Args:
            provider: Name of a provider.
        """
        answer: Provider = self._call(
            "GET",
            f"/v1/providers/{segment(provider)}",
        )
        return answer

    def replace_provider(
        self,
        provider: str,
        body: ProviderWrite,
        *,
        if_match: Optional[str] = None,
        if_none_match: Optional[str] = None,
    ) -> Provider:
        """Keep a provider under a name.

        For objects to be reached through. Those that were made through the one it replaces go on as they were
        recorded.

        Args:
            provider: Name of a provider.
            body: A provider: its kind, and whatever its kind takes.
            if_match: Only if the document still has this tag; `etag_of` tells it.
            if_none_match: `*` only makes what is not there yet.
        """
        answer: Provider = self._call(
            "PUT",
            f"/v1/providers/{segment(provider)}",
            body=body,
            headers={
                "If-Match": if_match,
                "If-None-Match": if_none_match,
            },
        )
        return answer

    def delete_provider(
        self,
        provider: str,
        *,
        if_match: Optional[str] = None,
    ) -> None:
        """Forget a provider.

        Objects that were made through it go on being reached as they were recorded.

        Args:
            provider: Name of a provider.
            if_match: Only if the document still has this tag; `etag_of` tells it.
        """
        self._call(
            "DELETE",
            f"/v1/providers/{segment(provider)}",
            headers={
                "If-Match": if_match,
            },
        )

    def get_operation(
        self,
        operation: str,
    ) -> Operation:
        """Get an operation.

        How it stands; once it is done, its result.

        Args:
            operation: Id of an operation.
        """
        answer: Operation = self._call(
            "GET",
            f"/v1/operations/{segment(operation)}",
        )
        return answer

    def wait_for_operation(
        self,
        operation: str,
        *,
        wait: Optional[int] = None,
    ) -> Operation:
        """Wait for an operation.

        Until it is done, or for as many seconds as `Prefer: wait=N` says (60 at most, 10 where it says nothing).

        Args:
            operation: Id of an operation.
            wait: How many seconds the answer may wait for the end.
        """
        answer: Operation = self._call(
            "POST",
            f"/v1/operations/{segment(operation)}:wait",
            headers={
                "Prefer": None if wait is None else f"wait={wait}",
            },
        )
        return answer

    def list_tokens(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> TokenList:
        """List tokens.

        The caller's own; all of them for who may manage access. Never with their secrets.

        Args:
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: TokenList = self._call(
            "GET",
            "/v1/tokens",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def create_token(
        self,
        body: NewToken,
        *,
        idempotency_key: Optional[str] = None,
    ) -> CreatedToken:
        """Make a token.

        This answer alone holds it: what is kept is its digest.

        Args:
            body: A token to be made.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: CreatedToken = self._call(
            "POST",
            "/v1/tokens",
            body=body,
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def revoke_token(
        self,
        handle: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Token:
        """Revoke a token.

        It ends at once, and stays in the list.

        Args:
            handle: Id of a token.
            idempotency_key: Sent again with the same key it has one effect; one is made up when left out.
        """
        answer: Token = self._call(
            "POST",
            f"/v1/tokens/{segment(handle)}:revoke",
            headers={
                "Idempotency-Key": idempotency_key,
            },
            keyed=True,
        )
        return answer

    def list_principals(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> PrincipalList:
        """List who has signed in.

        Args:
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: PrincipalList = self._call(
            "GET",
            "/v1/principals",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def list_service_role_assignments(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> RoleAssignmentList:
        """List the roles of every stack, and of the service itself.

        Args:
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: RoleAssignmentList = self._call(
            "GET",
            "/v1/role-assignments",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def assign_service_role(
        self,
        subject: str,
        body: RoleWrite,
    ) -> GivenRole:
        """Give a role of every stack, and of the service itself.

        Instead of the one that is held there so far.

        Args:
            subject: Who holds a role: a principal, or `group:` and the name of a group; escaped.
            body: A role to be held.
        """
        answer: GivenRole = self._call(
            "PUT",
            f"/v1/role-assignments/{segment(subject)}",
            body=body,
        )
        return answer

    def remove_service_role(
        self,
        subject: str,
    ) -> None:
        """Take a role back of every stack, and of the service itself.

        One that is not held counts as taken back.

        Args:
            subject: Who holds a role: a principal, or `group:` and the name of a group; escaped.
        """
        self._call(
            "DELETE",
            f"/v1/role-assignments/{segment(subject)}",
        )

    def list_stack_role_assignments(
        self,
        project: str,
        stack: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> RoleAssignmentList:
        """List the roles of a stack.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: RoleAssignmentList = self._call(
            "GET",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/role-assignments",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def assign_stack_role(
        self,
        project: str,
        stack: str,
        subject: str,
        body: RoleWrite,
    ) -> GivenRole:
        """Give a role of a stack.

        Instead of the one that is held there so far.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            subject: Who holds a role: a principal, or `group:` and the name of a group; escaped.
            body: A role to be held.
        """
        answer: GivenRole = self._call(
            "PUT",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/role-assignments/{segment(subject)}",
            body=body,
        )
        return answer

    def remove_stack_role(
        self,
        project: str,
        stack: str,
        subject: str,
    ) -> None:
        """Take a role back of a stack.

        One that is not held counts as taken back.

        Args:
            project: Name of a project, the `name` of its declarations.
            stack: Name of a stack within its project.
            subject: Who holds a role: a principal, or `group:` and the name of a group; escaped.
        """
        self._call(
            "DELETE",
            f"/v1/projects/{segment(project)}/stacks/{segment(stack)}/role-assignments/{segment(subject)}",
        )

    def list_credentials(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> CredentialList:
        """List the credentials for vendors.

        Where each is found, where it may go and for which stacks; never what it is.

        Args:
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
            filter: Which entries, by name; conditions are joined by AND: name:"web". `name:` asks how a name
                begins.
        """
        answer: CredentialList = self._call(
            "GET",
            "/v1/credentials",
            query={
                "limit": limit,
                "cursor": cursor,
                "filter": filter,
            },
        )
        return answer

    def get_credential(
        self,
        binding: str,
    ) -> Credential:
        """Get a credential for a vendor.

        Where it is found, where it may go and for which stacks; never what it is.

        Args:
            binding: Name of a credential of the service.
        """
        answer: Credential = self._call(
            "GET",
            f"/v1/credentials/{segment(binding)}",
        )
        return answer

    def replace_credential(
        self,
        binding: str,
        body: CredentialWrite,
        *,
        if_match: Optional[str] = None,
        if_none_match: Optional[str] = None,
    ) -> Credential:
        """Name a credential for a vendor.

        Says where it is found, where it may go and for which stacks. Once one of a kind is named, the kind's usual
        credential goes nowhere any more.

        Args:
            binding: Name of a credential of the service.
            body: A credential for a vendor, by where it is found.
            if_match: Only if the document still has this tag; `etag_of` tells it.
            if_none_match: `*` only makes what is not there yet.
        """
        answer: Credential = self._call(
            "PUT",
            f"/v1/credentials/{segment(binding)}",
            body=body,
            headers={
                "If-Match": if_match,
                "If-None-Match": if_none_match,
            },
        )
        return answer

    def delete_credential(
        self,
        binding: str,
        *,
        if_match: Optional[str] = None,
    ) -> None:
        """Forget a credential for a vendor.

        From the next call on it goes nowhere. What it was is not touched.

        Args:
            binding: Name of a credential of the service.
            if_match: Only if the document still has this tag; `etag_of` tells it.
        """
        self._call(
            "DELETE",
            f"/v1/credentials/{segment(binding)}",
            headers={
                "If-Match": if_match,
            },
        )

    def list_audit_entries(
        self,
        *,
        principal: Optional[str] = None,
        action: Optional[str] = None,
        stack: Optional[str] = None,
        result: Optional[Literal["done", "refused", "failed"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        order: Optional[Literal["oldest", "newest"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AuditEntryList:
        """List who did what.

        Each intent before its effect, and what came of it; the oldest first unless `order` says otherwise. What
        came of an intent is about what that is about: its principal, its action, its stack. `result` gives outcomes
        alone, each with its intent.

        Args:
            principal: By whom.
            action: What was done: in the words of the policies, or the operation of the request.
            stack: Whole name of the stack.
            result: What came of it.
            from_: Not before this moment.
            to: Before this moment.
            order: Which come first.
            limit: How many entries a page has at most.
            cursor: `nextCursor` of the page before.
        """
        answer: AuditEntryList = self._call(
            "GET",
            "/v1/audit-entries",
            query={
                "principal": principal,
                "action": action,
                "stack": stack,
                "result": result,
                "from": from_,
                "to": to,
                "order": order,
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def verify_audit_log(
        self,
    ) -> AuditReport:
        """Verify the log.

        Holds every entry against its place in the chain, and the chain against the signed checkpoints.
        """
        answer: AuditReport = self._call(
            "POST",
            "/v1/audit-entries:verify",
        )
        return answer
