import { adviceCodes } from "./advice-codes.ts";
import { advice, failure, mistake, type ProblemCodeEntry, refused } from "./problem-code-entry.ts";

const entries = {
  // Reading text (engine/declare)
  "syntax-error": mistake("the text can't be parsed", "The file is not well-formed YAML or JSON at the place shown."),
  "empty-declaration": mistake(
    "the declaration is empty",
    "A declaration has at least a `name`. `plumb init` writes a first one into a folder without one; " +
      "`plumb destroy` takes everything away that a stack manages.",
  ),
  "duplicate-key": mistake(
    "a key appears twice",
    "Each key may appear once in a mapping; remove or rename one of the two.",
  ),
  "program-failed": mistake(
    "the program failed",
    "A stack's program ended with an error of its own before it had declared everything; " +
      "the place shown is its innermost line.",
  ),
  "text-too-complex": mistake(
    "the text is too large or too deeply nested",
    "Aliases may not multiply the document and nesting is bounded; write the values out, or split the stack.",
  ),
  "more-problems": mistake(
    "there are more problems than are listed",
    "A check stops after 100 errors, and a plan lists at most 100. " +
      "Correct those that are listed, and check or plan again.",
  ),
  "check-too-costly": mistake(
    "the check took too much time or memory",
    "A service gives each check 5 seconds of its processor and 256 MB of memory. " +
      "Split the stack, or shorten its expressions.",
  ),
  "too-many-checks": refused(
    "too many checks of one caller are waiting",
    "A service lets a few requests of each caller wait for their check. Ask again when one of them has been answered.",
  ),
  "unsupported-yaml": mistake(
    "this YAML feature is not supported",
    "A declaration is plain data: no tags beyond the core schema, and one document per file.",
  ),
  "unknown-key": mistake("this key is not known here", "Remove it, or correct its spelling."),
  "missing-key": mistake("a required key is missing", "Add the key."),
  "wrong-type": mistake("the value has the wrong type", "Give a value of the type shown."),
  "invalid-name": mistake(
    "this is not a valid name",
    "Logical names start with a letter or underscore, hold at most 256 letters, digits, underscores and hyphens, " +
      "and are not reserved words.",
  ),
  "duplicate-name": mistake(
    "two declarations have the same logical name",
    "Resources and lookups share one namespace; rename one of them.",
  ),
  "invalid-config": mistake("a configuration value does not fit", "Give the value the type that `config` declares."),

  // Checking against definitions (engine/check)
  "unknown-type": mistake("this resource type is not known", "Use one of the types that `plumb explain` lists."),
  "unknown-function": mistake("this function is not known", "Use one of the functions that `plumb explain` lists."),
  "unknown-version": mistake(
    "this interface version is not known",
    "Use one of the versions listed, or leave the version off. Where a vendor has retired them, " +
      "write `unlisted:` before one that it lists.",
  ),
  "unlisted-version": advice(
    "this interface version is not one of those known here",
    "It was asked for with the word `unlisted:`. Fields are checked and read as in the known versions, " +
      "so one that is new in it can't be declared, and one that it changed may be read wrongly. " +
      "Look at the first plan with it closely.",
  ),
  "unknown-field": mistake("this field is not known", "Remove it, or correct its spelling."),
  "missing-field": mistake("a required field is missing", "Give the field a value."),
  "output-field": mistake("this field is an output", "The platform decides it; remove it from the inputs."),
  "value-too-short": mistake("the value is too short", "Give a value within the limit shown."),
  "value-too-long": mistake(
    "the value is too long",
    "Give a value within the limit shown; characters are counted as Unicode code points.",
  ),
  "value-malformed": mistake("the value does not have the required form", "Give a value of the form shown."),
  "value-not-allowed": mistake("the value is not one of those allowed", "Use one of the values listed."),
  "no-auto-naming": mistake("the identifier must be given", "Auto-naming is not supported for this resource."),
  "inputs-disagree": mistake(
    "two inputs contradict each other",
    "Change one of them, or leave out the one that follows from the other.",
  ),
  "refused-in-holder": mistake(
    "the platform makes no such object in the other one",
    "Declare the other one so that it can have such objects, or take this one out.",
  ),
  "inputs-insufficient": mistake("the inputs do not identify the object", "Give one of the missing inputs."),
  "unknown-option": mistake("this option is not known", "Remove it, or correct its spelling."),
  "invalid-option": mistake("the option can't be used this way", "See the option's meaning in the reference."),
  "unknown-provider": mistake("this provider is not declared", "Declare it under `providers`, or name one that is."),
  "provider-kind": mistake("the provider is of another kind", "Name a provider of the kind that the resource needs."),
  "provider-level": mistake(
    "a workspace-level provider is required",
    "Point the provider at the workspace's own address with `level: workspace`.",
  ),
  "provider-untrusted": refused(
    "no credential may go where the provider leads",
    "Credentials go to the vendors' own addresses, to the workspace that `DATABRICKS_HOST` names, " +
      "and where it was allowed: on your own machine with `plumb provider trust ORIGIN`, " +
      "at a service by its admin with `plumb credential set`. They never go over plain http, " +
      "and to this machine only those that a local cloud issued. If the address is not meant, " +
      "take `baseUrl` out of the provider. A provider that names one cloud (`universeDomain`, `environment`) and " +
      "leads to another is refused at its address: leave out the one that is not meant.",
  ),
  "read-only": refused(
    "nothing may be changed in the read-only mode",
    "PLUMB_READ_ONLY is set where calls to the vendors are made: for a command in its own environment, " +
      "for a service in the service's. Reads and calls for tokens are sent, and nothing else. " +
      "Nothing that changes a store, a stack or a platform is carried out; plans and other looks are. " +
      "Take the variable out of the environment, or set it to 0, when changes are meant.",
  ),
  "provider-incomplete": mistake(
    "the provider lacks a value",
    "Set it in the provider, in the resource, or in the environment variable shown.",
  ),
  "invalid-expression": mistake("the expression can't be parsed", "See the place shown; `$${` writes a literal `${`."),
  "expression-too-costly": mistake(
    "the expression is too large",
    "Length, nesting and comprehensions are bounded so that a plan always ends.",
  ),
  "expression-type": mistake(
    "the expression has the wrong type",
    "Give an expression of the type that the field takes.",
  ),
  "expression-failed": mistake("the expression could not be evaluated", "See the reason shown."),
  "unknown-reference": mistake(
    "the reference names nothing that exists",
    "Refer to a resource, lookup or config value of this stack, and to one of its fields. " +
      'A name with a hyphen stands in brackets: `resources["my-gate"]`.',
  ),
  "reference-cycle": mistake("the references form a cycle", "Break the cycle at one of the references shown."),
  "invalid-id": mistake("the id has none of the accepted forms", "Give the id in one of the forms listed."),
  "precondition-failed": mistake(
    "a precondition does not hold",
    "The condition that was declared is not met; nothing was done.",
  ),

  // Comparing with the platforms (engine/observe, engine/plan)
  "not-found": mistake("the object does not exist", "Check the id and the provider."),
  "state-mismatch": mistake(
    "the object does not match the qualifiers",
    "A `get` with `state` must match what is read, and an object to import must be the one that is declared.",
  ),
  "already-exists": refused(
    "the object already exists",
    "It is not managed by this stack. Import it, or choose another identifier.",
  ),
  "claimed-twice": refused(
    "two declarations claim one object",
    "One physical object can follow one declaration only; remove one of the two.",
  ),
  "identifier-reserved": refused(
    "the identifier stays reserved after deletion",
    "The platform keeps the deleted object for some days and refuses its identifier meanwhile. " +
      "Choose a new identifier, or undelete and update.",
  ),
  "soft-deleted": refused("the object is soft-deleted", "Undelete it first, or choose another identifier."),
  protected: refused(
    "the resource is protected",
    "`protect` counts both as recorded and as declared. To remove the resource, first declare `protect: false` " +
      "and run `plumb up` with that change alone. If it was imported and is not declared yet, declare it, " +
      "or forget it with `plumb state rm`.",
  ),
  "drops-all": refused(
    "every record of a provider would be dropped",
    "The platform shows none of the provider's objects any more. A credential of another tenant, " +
      "project or workspace would see the same, and without the records the next plan would not know the objects. " +
      "If they are really gone, name the provider with `--drop-all-of`.",
  ),
  "nothing-selected": mistake(
    "an option names nothing",
    "`--target`, `--exclude` and `--replace` take names, globs such as `web-*`, and types such as " +
      "`iam:OAuthClient` or `iam:*`. `plumb state list` shows the names.",
  ),
  "not-replaceable": mistake(
    "the resource can't be replaced",
    "`--replace` makes an object anew. A setting or a part of a policy always stands, and is only written. What is " +
      "only read is no object of the stack, and what is not declared any more is deleted.",
  ),
  "too-many-deletions": refused(
    "the plan deletes more than it may",
    "`--max-deletions` is a limit that you have set. Grants of others that a write removes count as objects do. " +
      "Look at what would be deleted, and raise the limit or leave something out with `--exclude`.",
  ),
  "would-be-lost": refused(
    "an object that is to be kept would be removed",
    "`retainOnDelete` or `onDestroy: retain` keeps the object, but this plan would remove it. " +
      "Change that option alone first, or leave the object as it is.",
  ),
  unreadable: failure("the object can't be read", "A plan needs its present state; see the platform's answer."),
  "cloud-changed": refused(
    "the provider points at another cloud",
    "The records of this stack belong to another origin, or to another local cloud at the same address. " +
      "A plan here would create every object again. Go on where the objects are; " +
      "or forget them with `plumb state rm`, and make them anew.",
  ),
  "other-project": refused(
    "the stack belongs to another project",
    "A stack takes the declarations of one project, its `name:`. Name another stack with `-s`, " +
      "or hand the stack over with `plumb stack mv`.",
  ),
  "deletes-all": refused(
    "the plan deletes everything the stack manages",
    "A wrong or empty file would lead to the same plan. If you mean it, say `--allow-empty`, or use `plumb destroy`.",
  ),
  "config-lost": refused(
    "the plan deletes, and a config value of the last run is missing",
    "The deleted objects may be missing from the plan only because the value is. " +
      "Give the value again, or confirm with `--without-config KEY` that it is gone for good.",
  ),
  "gone-since": refused(
    "what the undo would put back is gone",
    "The undo would put back an object, or fields of one, and the platform does not have that object any more. " +
      "Another hand has deleted it. Declare what you want and run `plumb up`.",
  ),
  "undo-too-soon": refused(
    "the platform may still show what was before the run",
    "An undo puts back what the platform shows changed. So soon after a write a read may lag behind and show " +
      "what was before it, so that an undo would find nothing to put back. Undo again after the time that is told.",
  ),
  "stands-on-it": refused(
    "later changes depend on what is to be undone",
    "An undo takes back what its run did and nothing else. A later run has changed it, " +
      "or made something that depends on it. Undo the later run first, or declare what you want and run `plumb up`.",
  ),
  "run-open": refused(
    "it is not known yet what the run did",
    "The results of some calls of the run are not known. Each new plan looks for them, and " +
      "`plumb runs resume` goes on with the run until they are known. After that the run can " +
      "be undone, and what it was about can be renamed, moved or imported.",
  ),
  "journal-incomplete": refused(
    "the journal does not show what the run did",
    "A repair left something out of the journal, or the state was replaced. " +
      "Change the declaration to what you want and run `plumb up`.",
  ),
  "stale-etag": refused(
    "the declared tag is not the object's any more",
    "A declared `etag` says which version you mean to change, and another hand has changed the object since. " +
      "Look at it with `plumb get`, and declare its present tag, or leave the tag out: then the version that the " +
      "plan saw counts.",
  ),
  "stale-plan": refused("something has changed since the plan", "Plan again and review the new plan."),
  "doubled-name": failure(
    "two objects are recorded under one name",
    "An older version recorded two objects under one name. One of them keeps the name, " +
      "and the other waits for its deletion; nothing is lost. The next run of the stack records this, " +
      "and so does `plumb doctor --repair`. `plumb plan` shows what happens to the other object; " +
      "`plumb state rm` keeps it on the platform.",
  ),
  "stack-damaged": failure(
    "the stack's recorded state is damaged",
    "A part of it is lost or altered, so it is not used; other stacks are not affected. " +
      "`plumb doctor` shows what is damaged, and `plumb doctor --repair` recovers what it can.",
  ),
  "invalid-state": mistake(
    "the state document can't be imported",
    "See the reason; export it again, or name the right stack.",
  ),
  "beyond-bounds": mistake(
    "there is more of something than a stack may have",
    "The detail says how much there may be. Split the stack, or leave out what is not needed.",
  ),
  "sealed-value": mistake(
    "a sealed value was sent to another place than its own",
    "Give the value itself. A sealed value can be sent back only to the place of the same stack where it was shown.",
  ),
  "stack-not-found": mistake(
    "there is no such stack",
    "List the stacks with `plumb stack list`. `plumb up -s NAME` and `plumb stack new NAME` make one.",
  ),
  "plan-unknown": mistake(
    "there is no such plan",
    "A plan is kept by the store or the service that made it, and carried out only there; a plan file names it. Name " +
      "that store (`--dir`, or PLUMB_STORE in the environment) or that service (`--server`), or plan again. " +
      "`plumb plan --list` lists the plans of the stack.",
  ),
  "run-unknown": mistake("there is no such run", "List the runs of the stack with `plumb runs list`."),
  "run-pruned": mistake(
    "the run was pruned",
    "`plumb prune` has forgotten runs of the stack up to a moment, with their plans and events: they can't be " +
      "shown, undone or resumed any more. List the runs that are kept with `plumb runs list`.",
  ),
  "run-over": refused("the run is over", "It has ended, or later runs have changed the stack. Plan again."),
  "approval-needed": refused(
    "a later round needs approval",
    "The approved plan deferred some steps, and they now do more than it allowed. Review the new plan and run it.",
  ),
  "approval-at-service": refused(
    "the run is to be started at the service",
    "The stack wants its runs approved, which a service asks for. Start the run there: `plumb up --server URL`.",
  ),
  "stack-busy": refused(
    "another run holds the stack",
    "Wait for it to end (`--wait 5m` does), or stop it with `plumb runs cancel`. " +
      "If its process died on another machine or in another container, ask again: " +
      "after 4 s without a sign of life the stack is taken over.",
  ),
  "stack-moving": refused(
    "the stack is being moved to another store",
    "Until the move is over, nothing is planned, applied or edited at either end. The same `plumb stack move` ends " +
      "it; `plumb stack move NAME --cancel` calls it off as long as the stack has not changed hands.",
  ),
  "stack-moved": refused(
    "the stack has moved to another store",
    "Use it where it is now. What is recorded here is what stood when it left; `plumb stack rm` forgets it.",
  ),
  "move-unknown": refused(
    "there is no such move of the stack",
    "It was called off at its source, or the other end does not know it any more. `plumb stack move` begins anew.",
  ),
  "stack-in-use": refused(
    "the stack can't go yet",
    "Only a stack that manages nothing can be removed; destroy or forget its resources first. A stack moves once no " +
      "call of it is in flight, and once all of it was looked at after a restore.",
  ),
  "not-listable": mistake(
    "objects of this type can't be listed",
    "The platform offers no list of them; name them one by one.",
  ),
  "not-provably-ours": failure(
    "the object may belong to others",
    "A run broke off while it was making the object, and the object that exists now is not as the run would have " +
      "made it. Take it over with the command shown, or remove it.",
  ),
  unsettled: failure(
    "it is not known yet what the last run did",
    "It broke off, and the platform does not show the result of its call yet. Other resources are not affected; " +
      "run again later.",
  ),
  "holder-missing": failure(
    "what the object lies in is not there, or takes none",
    "The platform would refuse to make it, so it was not asked. Declare what it lies in, or see that it is there, " +
      "and plan again.",
  ),
  "holder-deleted": failure(
    "the object went with what it lies in",
    "What it lies in is soft-deleted, by another stack or from outside. The platform may show this object still, but " +
      "takes no call about it. Where the other one is undeleted, this one is there again. Otherwise take it out of " +
      "the declaration, or declare it in one that stands.",
  ),
  "no-credential": refused(
    "there is no credential to ask the platform with",
    "The detail says what was looked for, and what to give. `plumb doctor --vendors` tells which credential each " +
      "provider takes.",
  ),
  denied: refused("the platform refused", "The caller lacks a right; the platform's reason is shown."),

  // What the service keeps (service)
  "no-declaration": mistake(
    "the stack has no declaration",
    "Send one with the request, or keep one for the stack first.",
  ),
  "takes-another": refused(
    "the change takes another object",
    "It changes the object's name, or a field that can't be changed in place. " +
      "Delete the object and create the other one.",
  ),
  "changed-meanwhile": refused(
    "it was changed meanwhile",
    "Read the present version, make your change to it, and send it again.",
  ),
  "invalid-resource-version": mistake(
    "this is not a version of the list",
    "Watch from the `resourceVersion` that a list or an event gave, or from none.",
  ),
  compacted: refused(
    "the changes since then are not kept any more",
    "The version is too old, or the stack was made anew, or the store was restored from a backup. List again, and " +
      "watch from there; follow a run from its beginning.",
  ),

  // Runs that the service carries out (service/background)
  "run-underway": refused("the run is under way", "Follow its events, or cancel it."),
  "approval-refused": refused(
    "the approval can't be given",
    "A run can't be approved or rejected by the person who started it, and each other person decides once.",
  ),
  "approval-lost": refused(
    "an approval does not count any more",
    "Whoever approved the run has lost the right to. Start the run again, and have people approve it who may.",
  ),
  "last-admin": refused(
    "no admin would be left",
    "Another admin must be able to sign in first: give the role to a person who has signed in or to a token that " +
      "is good, or name admins in the settings file. `plumb serve --new-first-admin` makes another token for the " +
      "first admin and ends the former one.",
  ),
  "run-rejected": refused("the run was rejected", "The reason is shown where one was given. Plan again."),
  "run-abandoned": failure(
    "the run could not go on",
    "The process that carried it out failed; the reason is shown. Resume the run once that is mended, or plan again.",
  ),
  "invalid-settings": mistake("the settings of the stack are not valid", "See the reason shown."),

  // Carrying out (engine/apply)
  "refused-by-platform": failure(
    "the platform refused the content",
    "Repeating it can't help; the platform's own reason is shown.",
  ),
  "platform-unavailable": failure("the platform can't answer now", "Nothing was executed; run again later."),
  "operation-failed": failure(
    "the operation ended with an error",
    "The platform accepted the call, but its operation failed; the platform's code and reason are shown. " +
      "The run does not send it again. A half-made object is recorded, and the next plan replaces it.",
  ),
  "operation-unasked": failure(
    "the state of the operation can't be read",
    "The platform accepted the call and its operation goes on; only the question about it failed, " +
      "for the reason shown. Mend that and run again: " +
      "the run goes on with the same operation and sends nothing twice.",
  ),
  "outcome-unknown": failure(
    "it is not known whether it took effect",
    "The call was sent and not answered. The next run reads the object and goes on from what exists. " +
      "Over the API: send the request again with the same `Idempotency-Key`, which does so.",
  ),
  "timed-out": failure(
    "the step took longer than allowed",
    "`customTimeouts` bounds how long it may wait. A request that was sent may still take effect: " +
      "the next run reads the object and goes on from what exists.",
  ),
  "in-flight": failure(
    "its call is in flight",
    "The run was cancelled while the platform was at work. The object may exist; " +
      "the next plan reads it and goes on from what exists.",
  ),
  "half-done": failure(
    "it was begun and not finished",
    "The run was cancelled between two calls of the step. What the first one did is recorded and shown. " +
      "Run again: the next plan goes on from there.",
  ),
  "not-reached": failure("it was not begun", "Something it needs failed, or the run was cancelled; run again."),

  // Who may do what (service/access)
  "invalid-policy": mistake(
    "the policy is not valid",
    "Policies are Cedar texts that fit the schema; each has a name of its own, written as `@id`.",
  ),
  "invalid-access-settings": mistake(
    "the access settings are not valid",
    "They name the token issuers that are trusted, and how their claims are read.",
  ),
  "invalid-credential": mistake(
    "the credential is not valid",
    "A credential has a kind and origins that are https (or on this machine, for a local cloud). " +
      "It is read from an environment variable or a file that the service's settings permit.",
  ),
  "unknown-credential": mistake("there is no such credential", "`plumb credential list` shows the credentials."),
  "credential-settled": refused(
    "the credential is kept in the settings",
    "The operator changes it in the service's settings file; it can't be changed through the API.",
  ),
  "invalid-assignment": mistake(
    "the role assignment is not valid",
    "A role is given to `user:...`, `token:...` or `group:...`, on a stack or on `*`.",
  ),
  "invalid-token-request": mistake(
    "the request for a token is not valid",
    "Give it a name, a role, stacks that exist or none for all, and an end within the limit shown.",
  ),
  "token-unknown": mistake("there is no such token", "List the tokens with `plumb token list`."),
  "not-permitted": refused(
    "your rights do not allow this",
    "The reason names the role that is needed, or the policy that forbids it.",
  ),
  "audit-damaged": failure(
    "the audit log is not as it was written",
    "A record was changed, removed, put elsewhere or cut off. Compare it with a copy, " +
      "and find out who could write to the store.",
  ),

  "principal-unknown": advice(
    "the service has never seen whom the role is for",
    "The role is given, and holds as soon as a caller has this id. " +
      "If a person is meant who has signed in before, compare the id with `plumb whoami` of that person or with " +
      "`GET /v1/principals`, and take the wrong one back with `plumb role revoke`.",
  ),

  "no-approver": advice(
    "no one can give the approvals",
    "Runs of the stack wait for people other than the one who starts them, and the service knows of one person only: " +
      "without an identity provider each token counts as the first admin, whose token made it. " +
      "Start the service with `--access FILE` that names an identity provider, or set the approvals to 0.",
  ),

  ...adviceCodes,
} as const satisfies Record<string, ProblemCodeEntry>;

export type ProblemCode = keyof typeof entries;

/** Every problem code with its constant summary; the reference page is generated from it. */
export const problemCodes: Readonly<Record<ProblemCode, ProblemCodeEntry>> = entries;
