const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the file system is for reading only",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's share of the disk is full",
  EFBIG: "the file is larger than this process may write",
  EEXIST: "something is there already",
  EISDIR: "it is a folder",
  ENOTDIR: "what stands for a folder on the way is none",
  ENOENT: "it is not there",
  ELOOP: "its links lead in a circle",
};

/** Why the file system refused, for people; with the code, by which others find help. */
export function whyFailed(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  const reason = code === undefined || !Object.hasOwn(reasons, code) ? undefined : reasons[code];
  return reason === undefined ? cause.message : `${reason} (${code})`;
}
