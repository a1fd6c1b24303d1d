/** Finds everything in a file that can be broken, and writes the file in which a switch chooses what is. */
import ts from 'typescript';
import type { Mutant } from './mutant.js';
import { replacementsOf } from './operators.js';

/** Sizes and distances of pictures: one pixel more is not a bug. */
const pictures = /\/(svg|svg-style|svg-text|tree-layout|page-style|palette)\.ts$/;
const textMax = 90;

export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const found: Mutant[] = [];
  const seen = new Map<string, number>();
  const add = (node: ts.Node, to: string, kind: Mutant['kind']) => {
    const name = `${placeOf(node)}: ${short(node.getText())} → ${short(to)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({
      ...{ file, key: count > 1 ? `${name} (${count})` : name, line: line + 1 },
      ...{ from: node.getStart(), to: node.getEnd(), text: to, kind },
    });
  };
  const visit = (node: ts.Node): void => {
    if (isOutOfReach(node)) return;
    if (isDroppable(node)) add(node, '', 'statement');
    for (const condition of conditionsOf(node))
      for (const to of ['true', 'false']) if (to !== condition.getText()) add(condition, to, 'expression');
    if (ts.isExpression(node)) for (const to of replacementsOf(node, pictures.test(file))) add(node, to, 'expression');
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

/** Types are gone when it runs; what an assertion says cannot happen, so that nothing can notice its absence. */
function isOutOfReach(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return true;
  if (ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node)) return true;
  return ts.isCallExpression(node) && /^assert(\.\w+)?$/.test(node.expression.getText());
}

function isDroppable(node: ts.Node): node is ts.ExpressionStatement {
  if (!ts.isExpressionStatement(node)) return false;
  let { expression } = node;
  while (
    ts.isAwaitExpression(expression) ||
    ts.isVoidExpression(expression) ||
    ts.isParenthesizedExpression(expression)
  )
    ({ expression } = expression);
  if (ts.isCallExpression(expression)) return !/^(assert(\.\w+)?|super)$/.test(expression.expression.getText());
  if (ts.isDeleteExpression(expression)) return true;
  return ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

function conditionsOf(node: ts.Node): ts.Expression[] {
  const isCondition = ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node);
  return isCondition && node.expression.kind !== ts.SyntaxKind.TrueKeyword ? [node.expression] : [];
}

function placeOf(node: ts.Node): string {
  const names: string[] = [];
  for (let above = node.parent; !ts.isSourceFile(above); above = above.parent) {
    if (ts.isFunctionDeclaration(above) || ts.isMethodDeclaration(above) || ts.isClassDeclaration(above))
      names.unshift(above.name?.getText() ?? '');
    if (ts.isVariableDeclaration(above) && ts.isSourceFile(above.parent.parent.parent))
      names.unshift(above.name.getText());
    if (ts.isConstructorDeclaration(above)) names.unshift('constructor');
  }
  return names.join('.');
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  if (line === '') return 'nothing';
  return line.length > textMax ? `${line.slice(0, textMax)}…` : line;
}

/** The same program, in which `__mutant(number)` says of each mutant whether it is in force. */
export function instrumented(text: string, mutants: readonly Mutant[], first: number): string {
  const numbered = mutants.map((mutant, index) => ({ ...mutant, id: first + index }));
  // Outer ones first: what is chosen in them is written into them.
  const sorted = numbered.sort((a, b) => a.from - b.from || b.to - a.to);
  let next = 0;
  const write = (from: number, to: number): string => {
    let out = '';
    let at = from;
    for (let place = sorted[next]; place && place.from < to; place = sorted[next]) {
      const { from: start, to: end } = place;
      const here = sorted.slice(next).filter((mutant) => mutant.from === start && mutant.to === end);
      next += here.length;
      out += text.slice(at, start) + chosen(here, write(start, end));
      at = end;
    }
    return out + text.slice(at, to);
  };
  return write(0, text.length);
}

function chosen(place: readonly (Mutant & { id: number })[], original: string): string {
  const expressions = place.filter(({ kind }) => kind === 'expression');
  const choice = expressions.reduceRight(
    (rest, { id, text }) => `(__mutant(${id}) ? (${text}) : ${rest})`,
    `(${original})`,
  );
  const inner = expressions.length > 0 ? choice : original;
  const dropped = place.find(({ kind }) => kind === 'statement');
  return dropped ? `{ if (!__mutant(${dropped.id})) ${inner} }` : inner;
}
