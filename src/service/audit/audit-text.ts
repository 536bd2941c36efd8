/** Texts that a caller chooses are cut here: a record is no place to store things. */
const longest = 300;

/** API tokens of ours, JWTs, and whatever follows the word of an Authorization header. */
const credentials = /plumb_[a-z0-9]{12}_\w+|eyJ[\w-]{8,}\.[\w-]*(\.[\w-]*)*|\b(?:Bearer|Basic)\s+\S+/gi;

/** A text as the log keeps it: bounded, in one line, without what looks like a credential. */
export function auditText(text: string): string {
  return text
    .replaceAll(credentials, "[credential]")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "\u{FFFD}")
    .slice(0, longest);
}
