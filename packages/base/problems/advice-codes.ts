import { advice, type ProblemCodeEntry } from "./problem-code-entry.ts";

/** What a check, a plan, a run or a refresh warns of. */
export const adviceCodes = {
  "template-braces": advice(
    "braces of another tool stand in a text",
    "`{{ ... }}` means nothing here and stays as it is. An expression is written `${...}`. " +
      "Leave it so where the text is meant for a program that knows these braces.",
  ),
  "bindings-lost": advice(
    "the write removes other bindings",
    "The resource sets the whole policy; bindings it does not declare are removed.",
  ),
  restored: advice(
    "the stack was restored from a backup",
    "Records and journal are as they were at the backup. The plan has read every object, so what has changed or gone " +
      "since shows in it, and objects that were made since are listed where the platform has lists. " +
      "Import them with `plumb import` or delete them. A run of `plumb up` that ends well, or `plumb refresh`, " +
      "ends the mark.",
  ),
  unrecorded: advice(
    "an object may have been made since the backup",
    "It lies beside objects of the stack, and no stack of this store manages it. It was made since the backup " +
      "that was restored, or by another person or tool. If it is yours, import it with `plumb import` under the name " +
      "that it is to have.",
  ),
  "alias-would-keep": advice(
    "one object goes and another one is made in its place",
    "The name of the object is chosen anew for each logical name, so that a renamed resource is another object. The " +
      "option `aliases` names what a resource was called before, and keeps its object.",
  ),
  "another-secret": advice(
    "the undo makes the object anew, with another secret",
    "The platform makes the secret up when it makes the object, and gives none twice. Hand the new one to those who " +
      "use the object once the undo is done.",
  ),
  "brought-back": advice(
    "grants of others come back",
    "A run set the whole policy and removed grants of others. An undo of that run, or the end of a share with " +
      "`onDestroy: restore`, adds them to what the policy holds now.",
  ),
  "not-brought-back": advice(
    "a grant of others does not come back",
    "A run removed a grant of others. Either the grant is not known any more, or no object is left whose write " +
      "could bring it back. Grant it again by hand if it is needed.",
  ),
  "gone-before": advice(
    "an object does not come back",
    "The former object was deleted from outside before the run made the new one. " +
      "The undo removes the new object and does not make the former one again. " +
      "If it is needed, declare it and run `plumb up`.",
  ),
  "former-gone": advice(
    "an object of an earlier replacement stays deleted",
    "An earlier run put a new object in the place of another one and did not come to its deletion. " +
      "The run that is undone deleted it. The undo does not make it again, since nothing declares it. " +
      "Where another resource refers to it still, run `plumb up` afterwards: " +
      "it writes the value of the object that stands.",
  ),
  "former-forgotten": advice(
    "an object of an earlier replacement stays forgotten",
    "An earlier run put a new object in the place of another one and did not come to its deletion. " +
      "The run or edit that is undone dropped the record of that former object and did not delete it. " +
      "The undo does not take it back. It stays on its platform: import it with `plumb import`, or delete it there.",
  ),
  "record-stays": advice(
    "a record stays as an import has left it",
    "The undo of a state import brings back the records that the import dropped, and lets go of those that it " +
      "added. It does not write an older record over the present one: what is recorded may only follow what stands " +
      "on the platform. Run `plumb refresh`, which reads the object and records what it finds.",
  ),
  "only-recorded": advice(
    "a refresh has changed only what is recorded",
    "An undo puts back what a run has changed on a platform, and a refresh has changed nothing there. " +
      "`plumb up` writes what is declared, also where another value is recorded.",
  ),
  "put-back-as-text": advice(
    "former values go back as text",
    "What is put back leans on an object that the undo brings back (it makes it again, or undeletes it), " +
      "and no value of that object was found in the fields that are named. " +
      "A value that was made from one in another way (a part of it, a number, or through a read) is the former " +
      "one. Run `plumb plan` with the declaration afterwards: it shows what differs.",
  ),
  "refers-to-former": advice(
    "a field refers to an object that an undo makes anew",
    "The undo makes an object anew that its run deleted, and the platform gives it other values. " +
      "A field that the run has not touched refers to the former ones. An undo changes only what its run has " +
      "changed, so it leaves that field as it is. Run `plumb up` afterwards: " +
      "it writes the value of the object that stands.",
  ),
  "reads-before": advice(
    "a get gives what was before the plan",
    "A `get` names by its id an object that the same plan changes or deletes, and does not wait for it. " +
      "It was read while the plan was made, so what it gives is of before the change. " +
      "A reference to the resource, or `dependsOn` in the options of the `get`, has it read after the change.",
  ),
  "changed-since": advice(
    "what is deleted was changed since",
    "The plan deletes an object whose values are others than recorded: " +
      "they were set from outside Plumbline since, or the object was deleted there and made anew. " +
      "Those values go with it: note what is still needed, or keep the object (`plumb state rm` forgets it and " +
      "leaves it on its platform).",
  ),
  "takes-over": advice(
    "an existing object is taken over",
    "The present value of a setting is kept so that destroy can restore it; " +
      "a binding that exists already is deleted with its resource.",
  ),
  "credential-ends": advice(
    "the credential ends before the longest operation could",
    "The token was given as it is, and nothing renews it. A call after its end is refused; " +
      "an operation that runs then goes on at the platform, and the next run with a new token asks for its end. " +
      "Take a new token before the run, or a credential that is renewed.",
  ),
  "widens-rights": advice(
    "destroy widens what administrators may do",
    "Restoring or deleting the setting leads to a less strict value.",
  ),
  "goes-along": advice(
    "an object goes with another one and is not made again in this run",
    "It lies in an object that this plan deletes or replaces, or its `deletedWith` names that, and the platform " +
      "deletes both together. The object stays declared: the next `plumb up` makes it again. " +
      "Where it must not go, declare `protect` or `retainOnDelete` for it; " +
      "where it does not go along, take `deletedWith` out of its options first.",
  ),
  "others-inside": advice(
    "an object that is not of this stack goes with one that is deleted",
    "It lies in an object that this plan deletes or replaces, and no step of the plan tells it. Where it is still " +
      "needed, leave the other one as it is (`--exclude`), or have its own stack declare it elsewhere first.",
  ),
  "kept-with-another": advice(
    "the platform keeps an object with the one that it went with",
    "It lies in another object, or its `deletedWith` names one, whose deletion the platform can take back for a " +
      "while, and it changes nothing that went along meanwhile. The object leaves the state; " +
      "both are purged together. Where the other one is undeleted, this one is there again: " +
      "`plumb import` takes it back.",
  ),
  "only-forgotten": advice(
    "the object will only be forgotten",
    "The platform offers no delete for it; it stays as it is and leaves the state.",
  ),
  "not-as-asked": advice(
    "the platform answered the write with other values",
    "The call was accepted, and the platform's own answer shows other values than were sent: " +
      "it may not have taken them, or have taken them otherwise. `plumb drift` shows them until they are as asked; " +
      "`plumb up` writes them again, and `plumb refresh` takes the platform's values for right.",
  ),
  "not-shown-yet": advice(
    "the platform took the write, and no read shows it yet",
    "The call was accepted as it was sent, and for almost a minute every read showed what stood there before. " +
      "It is recorded as written. `plumb drift` shows for five minutes that reads lag behind; " +
      "what it shows after that has not come to be, and `plumb up` writes it again.",
  ),
  "stood-already": advice(
    "the object stood there already, and is ours",
    "No read showed it when it was to be made, so soon after it had been written that reads may lag behind. " +
      "The platform's answer says that it was there: it was written once more, as declared, and stays recorded. " +
      "Nothing is left to do.",
  ),
  "made-anew": advice(
    "the object was gone, and the write has made it anew",
    "Another hand deleted it between the look and the write that was to change it, and the platform's answer " +
      "says that the write made a new one. What only the platform gives, such as ids and the time when it was " +
      "made, is new; what referred to the former one may have to be told.",
  ),
  "lagging-read": advice(
    "a read may lag behind our last write",
    "The platform shows what was before a write that is younger than five minutes: " +
      "nothing, or the former content. It has not caught up yet, or another hand has put that back. " +
      "The step is planned by what it shows; " +
      "what our write has set otherwise than is declared is written as well. " +
      "Plan again in a few minutes, or carry the plan out: what stands there is not made twice, " +
      "and what is as declared is written once more.",
  ),
  recovered: advice(
    "the result of a broken-off run was found and recorded",
    "The run ended before it could record the result of a call; a read has shown it. Nothing is left to do.",
  ),
  "doubled-name-mended": advice(
    "one of two objects under one name now waits for its deletion",
    "An older version had recorded both under that name. Both are kept in the records now; " +
      "the plan shows what happens to the other object, and `plumb state rm` with the id of its step keeps it on " +
      "the platform.",
  ),
  "unsealed-secret": advice(
    "a secret is in the file unsealed",
    "All who can read the stack's file can read it; `plumb config set KEY --secret` seals it. " +
      "If the file was shared, change the secret as well.",
  ),
  "config-missing": advice(
    "a config value of the last run is missing",
    "Give it again, or keep it with `plumb config set`; values that depend on it may change.",
  ),
  "failed-since": advice(
    "an operation of a broken-off run has failed since",
    "The operation ended with the error shown after the run had broken off. It will do nothing more; " +
      "this plan starts from what was found.",
  ),
  tainted: advice(
    "the object is half made",
    "The operation that was to make it ended with the error shown and left the object half made. " +
      "The plan deletes it and makes it again. To keep it as it is, take it out of the state with `plumb state rm` " +
      "and import it.",
  ),
  "branch-stops": advice(
    "this branch will stop",
    "A run broke off here, and the result of its call is not known; other resources are not affected.",
  ),
  "still-at-work": advice(
    "the platform is still at work for a broken-off run",
    "The object may still change until that operation ends.",
  ),
  "run-at-work": advice(
    "another run is at work on the stack",
    "That run is still changing things, so this plan can't be applied. Wait for the run to end and plan again; " +
      "`plumb up --wait 5m` does both.",
  ),
  "being-made": advice(
    "the run at work is making it",
    "The object is of this stack, and that run is making it. Nothing needs to be done; " +
      "plan again when the run is over.",
  ),
  "may-be-left": advice(
    "a failed creation may have left something",
    "The operation that was to make the object ended with an error, and no look shows yet what it has left. " +
      "It is looked for again for five minutes; what shows itself is recorded as half made.",
  ),
  "broken-off": advice(
    "a broken-off run may have made it",
    "The run was about to make the object when it ended. It is not needed now, so what exists of it is deleted.",
  ),
  drifted: advice(
    "the object is not as declared",
    "It was changed on the platform; `onDrift: warn` leaves it so. Declare the new value, " +
      "or leave the option out to put it back. Where another object takes its place, that one is as declared.",
  ),
  "kept-ignored": advice(
    "a new object gets a recorded value that is not the declared one",
    "`ignoreChanges` names the field, so the recorded value is used in place of the declared one, also of an object " +
      "that is made in the place of another. The record may have taken that value from the platform, in a run after " +
      "another hand had set it. To write what is declared, take the field out of `ignoreChanges`.",
  ),
  "gone-outside": advice(
    "the object does not exist any more",
    "No run of this stack removed it. A refresh drops its record; if it is declared, the next plan makes it again.",
  ),
  "left-unread": advice(
    "the object can't be read now",
    "A refresh leaves its record as it is; refresh again when the platform answers.",
  ),
  "declared-otherwise": advice(
    "the imported object is not as declared",
    "The import takes it over as it is. The next plan changes what differs; to keep it, declare it as it is.",
  ),
  "kept-undeclared": advice(
    "an imported object has a value that is not declared",
    "It is not the default and can't be changed in place, so it is kept. Declare it as it is.",
  ),
  "vendor-limit": advice(
    "the vendor is known to be stricter",
    "The specification allows the value; the vendor documents a tighter limit.",
  ),
  "parent-missing": advice(
    "what the object lies in is not there, or takes none",
    "The platform would refuse to make it, so its step is blocked. Declare what it lies in, or see that it is there, " +
      "and plan again.",
  ),
  "wrong-link": advice(
    "what the object names belongs to something else",
    "The platform would refuse to make it. Name one that belongs to it, or leave the field out where the platform " +
      "finds it by the others.",
  ),
  "more-advice": advice(
    "there are more warnings than are listed",
    "At most 100 problems are listed. Correct those first, and check again to see the others.",
  ),
  "vendor-refuses-update": advice(
    "the vendor may refuse this update",
    "The specification allows the update; name the field in `replaceOnChanges` to replace the object instead.",
  ),
} as const satisfies Record<string, ProblemCodeEntry>;
