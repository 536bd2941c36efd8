import type { Intent } from "../state/journal.ts";

/** What a look at an object found, as far as an intent about it is concerned. */
export type Finding =
  /** The operation that the call began has not ended. */
  | "pending"
  /** The platform does not answer. */
  | "unreadable"
  /** Not shown, which proves little where reads lag behind. */
  | "absent"
  /** Not there, and provably so: the operation that took it away has been followed to its end. */
  | "gone"
  /** Soft-deleted: shown, and gone. */
  | "deleted"
  /** There, and as the call was to leave it. */
  | "as-wanted"
  /** As it stood before the call, or before our last write, which a read that lags behind may show. */
  | "as-before"
  /** A share that is as the call was to leave it, beside others that the call was to take away. */
  | "beside"
  /** There otherwise, and provably made by the call: its operation has been followed to the end. */
  | "ours"
  /** There otherwise; nothing tells whose hand it was. */
  | "otherwise"
  /** Not there, and nothing will come of the call: its operation has ended with an error. */
  | "undone"
  /** There, left by the operation of the call, which has ended with an error. */
  | "half-made";

/** What is done about an intent whose end was not noted. */
export type Decision =
  /** It took effect: its record is written. */
  | "record"
  /** It took effect in part, and nothing more will come of it: its record is written, and says so. */
  | "taint"
  /** It took effect, or need not any more: the record goes. */
  | "forget"
  /** It did not take effect, and what it was about is in the records: the next plan decides anew. */
  | "abandon"
  /**
   * Not seen to have taken effect. It stays open, so that name and claim stay ours; the next plan makes it again, or
   * makes sure that nothing is left of it.
   */
  | "reissue"
  /** Something is there that may be somebody else's: that branch stops until a person takes it over or removes it. */
  | "stop"
  /** Its end can't be told yet: that branch waits, and nothing else does. */
  | "wait";

/** What kind of change an intent is about. */
export type Kind =
  /** Makes an object that nothing recorded stands for. */
  | "make"
  /** Makes a recorded object anew that a read had not shown; its record goes on standing for whatever is there. */
  | "remake"
  /** Brings a soft-deleted object back. */
  | "revive"
  /** Changes an object that always stands, or a share of one, that nothing recorded stands for. */
  | "take-over"
  /** Changes a recorded object. */
  | "change"
  /** Puts a recorded object back as it was before us, which ends its record. */
  | "restore"
  | "delete";

/** The recovery table: one row a kind of change, one column a finding. */
const table: Readonly<Record<Kind, Readonly<Record<Finding, Decision>>>> = {
  make: {
    pending: "wait",
    unreadable: "wait",
    absent: "reissue",
    gone: "reissue",
    deleted: "reissue",
    "as-wanted": "record",
    "as-before": "reissue",
    beside: "record",
    ours: "record",
    otherwise: "stop",
    undone: "abandon",
    "half-made": "taint",
  },
  remake: {
    pending: "wait",
    unreadable: "wait",
    absent: "reissue",
    gone: "reissue",
    deleted: "abandon",
    "as-wanted": "record",
    "as-before": "reissue",
    beside: "abandon",
    ours: "record",
    otherwise: "abandon",
    undone: "abandon",
    "half-made": "taint",
  },
  revive: {
    pending: "wait",
    unreadable: "wait",
    absent: "reissue",
    gone: "abandon",
    deleted: "reissue",
    "as-wanted": "record",
    "as-before": "reissue",
    beside: "record",
    ours: "record",
    otherwise: "record",
    undone: "abandon",
    "half-made": "abandon",
  },
  "take-over": {
    pending: "wait",
    unreadable: "wait",
    absent: "reissue",
    gone: "reissue",
    deleted: "abandon",
    "as-wanted": "record",
    "as-before": "reissue",
    beside: "record",
    ours: "record",
    otherwise: "abandon",
    undone: "abandon",
    "half-made": "abandon",
  },
  change: {
    pending: "wait",
    unreadable: "wait",
    absent: "abandon",
    gone: "abandon",
    deleted: "abandon",
    "as-wanted": "record",
    "as-before": "reissue",
    beside: "abandon",
    ours: "record",
    otherwise: "abandon",
    undone: "abandon",
    "half-made": "abandon",
  },
  restore: {
    pending: "wait",
    unreadable: "wait",
    absent: "forget",
    gone: "forget",
    deleted: "forget",
    "as-wanted": "forget",
    "as-before": "abandon",
    beside: "abandon",
    ours: "abandon",
    otherwise: "abandon",
    undone: "abandon",
    "half-made": "abandon",
  },
  delete: {
    pending: "wait",
    unreadable: "wait",
    absent: "abandon",
    gone: "forget",
    deleted: "forget",
    "as-wanted": "abandon",
    "as-before": "abandon",
    beside: "abandon",
    ours: "abandon",
    otherwise: "abandon",
    undone: "forget",
    "half-made": "abandon",
  },
};

export function decide(kind: Kind, finding: Finding): Decision {
  return table[kind][finding];
}

/** The kind of an intent's change. `isRecorded`: a record of its uid stands for the same object. */
export function kindOf(intent: Intent, isRecorded: boolean, existence: "created" | "standing" | "part"): Kind {
  switch (intent.operation) {
    case "delete":
      return "delete";
    case "undelete":
      return "revive";
    case "create":
      // What always stands is made anew by a write on the same object, of which the record tells all that was before.
      if (existence === "standing" && isRecorded) return "change";
      if (existence !== "created") return "take-over";
      return isRecorded ? "remake" : "make";
    case "update":
      if (intent.record === null) return "restore";
      return isRecorded ? "change" : "take-over";
  }
}
