/** A command as completion needs it. */
export interface Completable {
  /** Its words, separated by spaces. */
  readonly name: string;
  readonly summary: string;
  /** With their dashes. */
  readonly options: readonly string[];
}

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A script that completes commands and options, for a shell to read at its start. `valued`: options with a value. */
export function renderCompletion(
  shell: Shell,
  commands: readonly Completable[],
  global: readonly string[],
  valued: readonly string[],
): string {
  if (shell === "fish") return fish(commands, global);
  const script = bash(commands, global, valued);
  return shell === "bash" ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}

/** The words that may follow those of a beginning, by beginning; the empty one stands for the command itself. */
function followers(commands: readonly Completable[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { name } of commands) {
    const words = name.split(" ");
    for (const [index, word] of words.entries()) {
      const beginning = words.slice(0, index).join(" ");
      found.set(beginning, (found.get(beginning) ?? new Set()).add(word));
    }
  }
  return new Map([...found].map(([beginning, words]) => [beginning, [...words]]));
}

function bash(commands: readonly Completable[], global: readonly string[], valued: readonly string[]): string {
  const next = followers(commands);
  const options = new Map(commands.map(({ name, options: own }) => [name, own]));
  const beginnings = [...new Set([...next.keys(), ...options.keys()])]
    .filter((each) => each !== "")
    .sort()
    .reverse();
  const branch = (pattern: string, beginning: string) =>
    `    ${pattern}) words="${[...(next.get(beginning) ?? []), ...(options.get(beginning) ?? [])].join(" ")}" ;;`;
  return [
    "_plumb() {",
    '  local current="$' + '{COMP_WORDS[COMP_CWORD]}" path="" word words',
    '  for word in "$' + '{COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    [[ "$word" == -* ]] || path="$path$' + '{path:+ }$word"',
    "  done",
    '  case "$path" in',
    // The longer ones come first: what follows a command's words are its arguments.
    ...beginnings.map((each) => branch(`"${each}"|"${each} "*`, each)),
    branch("*", ""),
    "  esac",
    `  words="$words ${global.join(" ")}"`,
    "  # The value of an option comes next, and no word.",
    '  case "$' + '{COMP_WORDS[COMP_CWORD-1]}" in',
    `    ${valued.join("|")}) words="" ;;`,
    "  esac",
    `  COMPREPLY=($(compgen -W "$words" -- "$current"))`,
    '  [[ -z "$path" || "$current" == -* ]] && return',
    "  local IFS=$'\\n'",
    '  COMPREPLY+=($(plumb complete -- "$' + '{COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))',
    "}",
    "# Types have a colon inside.",
    "COMP_WORDBREAKS=$" + "{COMP_WORDBREAKS//:}",
    "complete -o default -F _plumb plumb",
    "",
  ].join("\n");
}

function fish(commands: readonly Completable[], global: readonly string[]): string {
  const next = followers(commands);
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = ["complete -c plumb -f"];
  for (const [beginning, words] of next) {
    const condition =
      beginning === ""
        ? "__fish_use_subcommand"
        : `__fish_seen_subcommand_from ${beginning}; and not __fish_seen_subcommand_from ${words.join(" ")}`;
    for (const word of words) {
      const name = beginning === "" ? word : `${beginning} ${word}`;
      const summary = commands.find((each) => each.name === name)?.summary ?? "";
      lines.push(`complete -c plumb -n ${quoted(condition)} -a ${word} -d ${quoted(summary)}`);
    }
  }
  for (const { name, options } of commands) {
    const condition = name
      .split(" ")
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join("; and ");
    for (const option of options)
      lines.push(`complete -c plumb -n ${quoted(condition)} -l ${option.replace("--", "")}`);
  }
  for (const option of global) lines.push(`complete -c plumb -l ${option.replace("--", "")}`);
  const asked = "(plumb complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)";
  lines.push(`complete -c plumb -n 'not __fish_use_subcommand' -a '${asked}'`);
  return `${lines.join("\n")}\n`;
}
