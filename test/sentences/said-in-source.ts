import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sourceFolders = ["src", "packages"].map((part) => join(root, part));
/** What stands for a value in a sentence. */
const gap = "…";
/** Properties beside a code that are not said. */
const unsaid = new Set([
  "code",
  "severity",
  "summary",
  "pointer",
  "address",
  "at",
  "span",
  "fix",
  "status",
  "kind",
  "privateDetail",
]);
/** Properties of others that are said. */
const telling = new Set(["detail", "says", "why", "error"]);
/** How far a sentence is followed through the functions and constants that it is put together by. */
const farthest = 3;

/** The sentences, and parts of sentences, that the sources say under each of the codes. A value in them is `…`. */
export function saidInSource(codes: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const files = globSync("{src,packages}/**/*.ts", {
    cwd: root,
    exclude: ["**/*.test.ts", "**/*.fixture.ts", "packages/base/problems/*-codes.ts"],
  });
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      noLib: true,
      types: [],
    },
  );
  return new Reading(program).under(codes);
}

class Reading {
  readonly #checker: ts.TypeChecker;
  readonly #sources: readonly ts.SourceFile[];
  readonly #callsOfName = new Map<string, (ts.CallExpression | ts.NewExpression)[]>();

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker();
    this.#sources = program
      .getSourceFiles()
      .filter((file) => sourceFolders.some((folder) => file.fileName.startsWith(folder)));
    for (const file of this.#sources)
      eachNode(file, (node) => {
        if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
        const name = nameNode(node.expression)?.text ?? "";
        const calls = this.#callsOfName.get(name);
        if (calls === undefined) this.#callsOfName.set(name, [node]);
        else calls.push(node);
      });
  }

  under(codes: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
    const said = new Map<string, Set<string>>([...codes].map((code) => [code, new Set()]));
    for (const file of this.#sources)
      eachNode(file, (node) => {
        if (!ts.isStringLiteral(node)) return;
        const found = said.get(node.text);
        if (found === undefined) return;
        for (const sentence of this.#beside(node)) found.add(sentence);
      });
    return new Map([...said].map(([code, found]) => [code, [...found].sort()]));
  }

  /**
   * What is said beside a code: the detail first, which is a gap of its own where it comes from elsewhere, then ways
   * out.
   */
  #beside(code: ts.StringLiteral): readonly string[] {
    const [detail, ...more] = beside(code);
    if (detail === undefined) return [];
    const said = branches(detail).flatMap((each) => {
      const found = this.#said(each, 0, new Set());
      return found.length > 0 || ts.isObjectLiteralExpression(each) ? found : [gap];
    });
    return [...said, ...more.flatMap((each) => this.#said(each, 0, new Set()))];
  }

  /** What an expression says: itself with its gaps, and what can be found of that which fills them. */
  #said(node: ts.Node, depth: number, seen: ReadonlySet<ts.Node>): readonly string[] {
    if (seen.has(node)) return [];
    const on = new Set([...seen, node]);
    const all = (nodes: readonly ts.Node[]) => nodes.flatMap((each) => this.#said(each, depth, on));
    if (ts.isStringLiteralLike(node)) return worded(node.text);
    if (ts.isTemplateExpression(node) || isSum(node)) {
      const pieces = summands(node).map(pieceOf);
      return [...worded(pieces.map(({ text }) => text).join("")), ...all(pieces.flatMap(({ filled }) => filled))];
    }
    if (ts.isConditionalExpression(node)) return all([node.whenTrue, node.whenFalse]);
    if (ts.isObjectLiteralExpression(node))
      return all(node.properties.filter((each) => !unsaid.has(each.name?.getText() ?? "")));
    if (ts.isPropertyAssignment(node)) return all([node.initializer]);
    if (ts.isShorthandPropertyAssignment(node))
      return this.#followed(this.#checker.getShorthandAssignmentValueSymbol(node), depth, on);
    if (ts.isIdentifier(node)) return this.#followed(this.#checker.getSymbolAtLocation(node), depth, on);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const named = nameNode(node.expression);
      const made = named === undefined ? [] : this.#followed(this.#checker.getSymbolAtLocation(named), depth, on);
      const receiver = ts.isPropertyAccessExpression(node.expression) ? [node.expression.expression] : [];
      return [...made, ...all([...receiver, ...(node.arguments ?? [])])];
    }
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return all(returnedBy(node));
    if (ts.isElementAccessExpression(node))
      return this.#followed(this.#checker.getSymbolAtLocation(node.expression), depth, on, true);
    if (ts.isPropertyAccessExpression(node)) return telling.has(node.name.text) ? all([node.expression]) : [];
    const parts: ts.Node[] = [];
    ts.forEachChild(node, (child) => void parts.push(child));
    return all(parts);
  }

  /** `intoTables`: a value is taken out of the table that the name stands for, so its texts are said. */
  #followed(
    symbol: ts.Symbol | undefined,
    depth: number,
    seen: ReadonlySet<ts.Node>,
    intoTables = false,
  ): readonly string[] {
    if (symbol === undefined || depth >= farthest) return [];
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return (target.declarations ?? []).flatMap((declared) =>
      this.#behind(declared, seen)
        .filter((node) => intoTables || !ts.isObjectLiteralExpression(node) || ts.isFunctionLike(declared))
        .flatMap((node) => this.#said(node, depth + 1, seen)),
    );
  }

  /** What gives a declared name its value. */
  #behind(declared: ts.Declaration, seen: ReadonlySet<ts.Node>): readonly ts.Node[] {
    if (ts.isVariableDeclaration(declared)) return declared.initializer === undefined ? [] : [declared.initializer];
    if (ts.isFunctionDeclaration(declared) || ts.isMethodDeclaration(declared)) return returnedBy(declared);
    if (ts.isBindingElement(declared)) return telling.has(declared.name.getText()) ? takenApart(declared) : [];
    if (ts.isParameter(declared) && walkedOver(declared) !== undefined) return [walkedOver(declared) as ts.Node];
    if (ts.isParameter(declared) && isText(declared)) return this.#argumentsFor(declared, seen);
    return [];
  }

  #argumentsFor(parameter: ts.ParameterDeclaration, seen: ReadonlySet<ts.Node>): readonly ts.Node[] {
    const called = parameter.parent;
    const index = called.parameters.indexOf(parameter);
    const name = ts.isArrowFunction(called) ? variableOf(called) : called.name;
    if (name === undefined || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return [];
    // A function that was come to by a call of it: what that call gives is read already, and others give other
    // sentences.
    if ([...seen].some((node) => ts.isCallExpression(node) && nameNode(node.expression)?.text === name.text)) return [];
    const own = this.#checker.getSymbolAtLocation(name);
    return (this.#callsOfName.get(name.text) ?? []).flatMap((call) => {
      const at = nameNode(call.expression);
      const symbol = at === undefined ? undefined : this.#checker.getSymbolAtLocation(at);
      const target =
        symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
      const given = call.arguments?.[index];
      return target !== own || given === undefined ? [] : [given];
    });
  }
}

/** A text that is written in several pieces. */
function isSum(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

/** What a piece of a text says, with its gaps, and what fills them. */
function pieceOf(node: ts.Expression): { readonly text: string; readonly filled: readonly ts.Node[] } {
  if (ts.isStringLiteralLike(node)) return { text: node.text, filled: [] };
  if (!ts.isTemplateExpression(node)) return { text: gap, filled: [node] };
  const texts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  return { text: texts.join(gap), filled: node.templateSpans.map((span) => span.expression) };
}

function summands(node: ts.Expression): readonly ts.Expression[] {
  return isSum(node) ? [...summands(node.left), ...summands(node.right)] : [node];
}

/** What stands beside a code in a call or in an object; nothing where the literal is not given as a code. */
function beside(code: ts.StringLiteral): readonly ts.Node[] {
  let node: ts.Node = code;
  while (ts.isConditionalExpression(node.parent) && node.parent.condition !== node) node = node.parent;
  const { parent } = node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const given: readonly ts.Node[] = parent.arguments ?? [];
    const index = given.indexOf(node);
    return index < 0 ? [] : given.slice(index + 1);
  }
  if (ts.isArrayLiteralExpression(parent) && parent.elements[0] === node) return parent.elements.slice(1);
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === "code") {
    const told = parent.parent.properties.filter((each) => !unsaid.has(each.name?.getText() ?? ""));
    const given = (each: ts.ObjectLiteralElementLike) => (ts.isPropertyAssignment(each) ? each.initializer : each);
    const isDetail = (each: ts.ObjectLiteralElementLike) => /^(detail|message|says)$/.test(each.name?.getText() ?? "");
    const detail = told.find(isDetail);
    return detail === undefined ? [] : [given(detail), ...told.filter((each) => each !== detail).map(given)];
  }
  return [];
}

function branches(node: ts.Node): readonly ts.Node[] {
  return ts.isConditionalExpression(node) ? [...branches(node.whenTrue), ...branches(node.whenFalse)] : [node];
}

function returnedBy(called: ts.FunctionLikeDeclaration): readonly ts.Node[] {
  if (called.body === undefined) return [];
  if (!ts.isBlock(called.body)) return [called.body];
  const returned: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) returned.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(called.body, visit);
  return returned;
}

/** What a name is taken out of: what is walked over by a callback or a loop, or the value of a declaration. */
function takenApart({ parent: pattern }: ts.BindingElement): readonly ts.Node[] {
  const { parent } = pattern;
  const value = ts.isParameter(parent)
    ? walkedOver(parent)
    : ts.isVariableDeclaration(parent)
      ? parent.initializer
      : undefined;
  return value === undefined ? [] : [value];
}

/** The list whose entries a callback is given. */
function walkedOver({ parent: callback }: ts.ParameterDeclaration): ts.Expression | undefined {
  const call = callback.parent;
  return ts.isArrowFunction(callback) && ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)
    ? call.expression.expression
    : undefined;
}

/** Other values that are handed on lead to all that there is. */
function isText({ type }: ts.ParameterDeclaration): boolean {
  return type !== undefined && /^string( \| (undefined|null))?$/.test(type.getText());
}

function variableOf(arrow: ts.ArrowFunction): ts.Identifier | undefined {
  const { parent } = arrow;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined;
}

function nameNode(called: ts.Expression): ts.Identifier | ts.PrivateIdentifier | undefined {
  if (ts.isIdentifier(called)) return called;
  if (!ts.isPropertyAccessExpression(called)) return undefined;
  return called.name;
}

function eachNode(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => eachNode(child, look));
}

/** A text in which words follow one another; a name or a key alone says nothing. */
function worded(text: string): readonly string[] {
  const line = text.replace(/\s+/g, " ").trim();
  return /[a-z]{2}/.test(line) && line.split(" ").length > 2 ? [line] : [];
}
