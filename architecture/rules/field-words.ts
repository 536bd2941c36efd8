import ts from "typescript";

/** A word of our own, for which the field has another. */
export interface OwnWord {
  /** As a regular expression over words in lower case with one space between two. */
  readonly word: string;
  /** What it is called instead. */
  readonly say: string;
  /** Where it is looked for. Left out: in names and in sentences, which are comments and texts. */
  readonly only?: "names" | "sentences" | "texts";
}

export const ownWords: readonly OwnWord[] = [
  { word: "grounds?", say: "emulator runtime, policy" },
  { word: "worlds?", say: "CliContext, EmulatorContext, platforms" },
  { word: "doors?", say: "cli, http, contract, codegen" },
  { word: "desks?", say: "session" },
  { word: "books?", say: "repository, log" },
  { word: "register", say: "repository, document store", only: "names" },
  { word: "(the|a) (service s )?register", say: "repository, document store", only: "sentences" },
  { word: "happenings?", say: "BackgroundEvent" },
  { word: "holes?", say: "values known after apply" },
  { word: "displac(e|es|ed|ing)", say: "overwrites" },
  { word: "unsettled", say: "indeterminate" },
  { word: "unproven", say: "unowned" },
  { word: "gone with", say: "cascade delete" },
  { word: "left drift", say: "ignored drift", only: "names" },
  { word: "left values?", say: "ignored values", only: "names" },
  { word: "lean (steps?|identity|prior|plans?)", say: "compact form", only: "names" },
  { word: "noted before", say: "idempotent replay", only: "names" },
  { word: "plant(s|ed|ing)?", say: "seed" },
  { word: "agreed", say: "confirm" },
  { word: "withheld", say: "not sent" },
  { word: "check memo", say: "cache" },
  { word: "record plans?", say: "state-only plan", only: "names" },
  { word: "bring(s|ing)? (the |a |your )?\\w+ true", say: "apply", only: "sentences" },
  { word: "out of plumb", say: "drift", only: "sentences" },
  { word: "papers?", say: "stack documents" },
  { word: "leaners?|leanings?", say: "dependents", only: "names" },
  { word: "formers", say: "former objects", only: "names" },
  { word: "hush(ed)?", say: "masker, mask" },
  { word: "discreet", say: "masked, visible", only: "names" },
  { word: "untold", say: "unknown, hidden, pending", only: "names" },
  { word: "monsters?", say: "limits of JSON" },
  { word: "beat(s|en|ing)?|given back", say: "renew, release, heartbeat", only: "names" },
  { word: "repeated looks?", say: "periodic tasks", only: "names" },
  { word: "onlookers?", say: "observer" },
  { word: "stirred", say: "affected nodes", only: "names" },
  { word: "said (words|elsewhere)|stack said", say: "plaintext inputs, hints, label", only: "names" },
  { word: "adoptions?", say: "refresh effects", only: "names" },
  { word: "undoables?", say: "run or edit", only: "names" },
  { word: "token lines?|line (over|ends)", say: "token chain", only: "names" },
  { word: "glimps(e|es|ed)", say: "live lease", only: "names" },
  { word: "(few|checks) at once", say: "max concurrent", only: "names" },
  { word: "kept while used", say: "cache", only: "names" },
  { word: "standing (watch|authority|events)|while standing", say: "rights", only: "names" },
  { word: "told so far|told calls?|tell (end|lost|moved|lagging|referring)", say: "report, warn", only: "names" },
  { word: "take away|taken along", say: "restored grants, cascade delete", only: "names" },
  { word: "nobody|somebody", say: "not, no person, a person", only: "texts" },
  { word: "nobody declares", say: "not in your declaration", only: "sentences" },
  { word: "(what|which) [a-z ]{1,60} came to|came to what", say: "result", only: "sentences" },
];

const patterns = ownWords.map((own) => ({ ...own, pattern: new RegExp(`(^| )(${own.word})( |$)`) }));

/**
 * What a source says in words of its own, one line each: `line: word -> what it is called`. `allowed`: names and texts
 * that may stand.
 */
export function ownWordsIn(path: string, text: string, allowed: ReadonlySet<string>): readonly string[] {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/([.]test|[.]fixture)?[.]\w+$/, "");
  const said = path.endsWith(".py") ? pythonWords(text) : typescriptWords(path, text);
  // A name that stands often in a source is told once.
  const names = new Set<string>();
  return [{ line: 0, kind: "name", text: stem } as const, ...said].flatMap(({ line, kind, text: own }) => {
    const isName = kind === "name";
    if (allowed.has(own) || (isName && names.has(own))) return [];
    if (isName) names.add(own);
    const words = isName
      ? wordsOf(own)
      : own
          .replace(/`[^`]*`/g, " ")
          .toLowerCase()
          .replace(/[^a-z]+/g, " ");
    return patterns
      .filter(({ only, pattern }) => (only === undefined || places[kind].includes(only)) && pattern.test(words))
      .map(({ word, say }) => `${line}: ${isName ? own : `"${word}"`} -> ${say}`);
  });
}

/** Where a word is looked for that has to do with what is said in such a place. */
const places = { name: ["names"], comment: ["sentences"], text: ["sentences", "texts"] };

interface Said {
  readonly line: number;
  readonly kind: keyof typeof places;
  readonly text: string;
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z]+/g, " ")
    .toLowerCase()
    .trim();
}

function typescriptWords(path: string, text: string): readonly Said[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const said: Said[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      said.push({ line: lineOf(node.getStart()), kind: "name", text: node.text.replace("#", "") });
    else if (isText(node))
      said.push({ line: lineOf(node.getStart()), kind: /^[\w-]+$/.test(node.text) ? "name" : "text", text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...said, ...commentsIn(text, lineOf)];
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  if (ts.isImportDeclaration(node.parent ?? node) || ts.isExportDeclaration(node.parent ?? node)) return false;
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

function commentsIn(text: string, lineOf: (position: number) => number): readonly Said[] {
  return [...text.matchAll(/(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map((found) => ({
    line: lineOf(found.index),
    kind: "comment",
    text: found[0],
  }));
}

/** Python has its words line by line: names are what looks like one outside of comments and texts. */
function pythonWords(text: string): readonly Said[] {
  return text.split("\n").flatMap((line, index) => {
    const names = line.replace(/#.*$|"(?:[^"\\]|\\.)*"/g, " ").match(/[A-Za-z_]\w*/g) ?? [];
    const isProse = /^\s*("""|[A-Z][a-z]* .*[a-z])/.test(line);
    return [
      { line: index + 1, kind: /^\s*#/.test(line) ? "comment" : "text", text: line } as const,
      ...(isProse ? [] : names).map((name) => ({ line: index + 1, kind: "name", text: name }) as const),
    ];
  });
}
