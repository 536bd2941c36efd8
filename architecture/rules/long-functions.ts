import ts from "typescript";

/** A function of more lines is too long to be read as one. */
export const mostLines = 80;

export interface LongFunction {
  /** The function's own name, or that of what it is given to. */
  readonly name: string;
  readonly lines: number;
}

/** The functions of a TypeScript source that are too long; one that holds another counts its lines as well. */
export function longFunctions(path: string, text: string): readonly LongFunction[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const found: LongFunction[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const lines = lineAt(node.getEnd()) - lineAt(node.getStart()) + 1;
      if (lines > mostLines) found.push({ name: nameOf(node), lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (ts.isConstructorDeclaration(node)) return `${node.parent.name?.getText() ?? "class"}.constructor`;
  if (node.name !== undefined) return node.name.getText();
  for (let around: ts.Node = node.parent; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isCallExpression(around)) return `${around.expression.getText()}(...)`;
    if ((ts.isVariableDeclaration(around) || ts.isPropertyAssignment(around)) && around.name !== undefined)
      return around.name.getText();
    if (ts.isPropertyDeclaration(around)) return around.name.getText();
  }
  return "(anonymous)";
}
