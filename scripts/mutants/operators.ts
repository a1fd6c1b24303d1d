/**
 * What a good developer gets wrong in one line: a limit off by one, an operand forgotten, a call left out. Words are not
 * touched: a message that reads differently is not a bug a test should pin.
 */
import ts from 'typescript';

const compared: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const opposite: Readonly<Record<string, string>> = {
  ...{ '<': '>=', '<=': '>', '>': '<=', '>=': '<', '===': '!==', '!==': '===' },
};
const computed: Readonly<Record<string, string>> = {
  ...{ '-': '+', '*': '/', '/': '*', '%': '*', '&': '|', '|': '&' },
  ...{ '+=': '-=', '-=': '+=', '*=': '/=' },
};
const exchanged: Readonly<Record<string, string>> = {
  ...{ some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith', min: 'max', max: 'min' },
  ...{ find: 'findLast', findLast: 'find', indexOf: 'lastIndexOf', lastIndexOf: 'indexOf' },
};
const leftOut = new Set([
  ...['filter', 'slice', 'trim', 'trimEnd', 'trimStart', 'sort', 'toSorted', 'reverse', 'toReversed'],
  ...['toLowerCase', 'toUpperCase', 'replaceAll', 'replace', 'flat', 'normalize'],
]);
/** From here on a number is a span or a size, and one more of it is nothing anybody could see. */
const largeNumber = 20;

/** Every text that may stand for this expression. */
export function replacementsOf(node: ts.Node, isPicture: boolean): string[] {
  if (ts.isBinaryExpression(node)) return isPicture && isArithmetic(node) ? [] : ofBinary(node);
  if (ts.isCallExpression(node)) return [...ofCall(node), ...withoutOptional(node)];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return withoutOptional(node);
  if (ts.isNumericLiteral(node)) return isPicture || isName(node) ? [] : [changedNumber(node)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isPrefixUnaryExpression(node)) return ofPrefix(node);
  if (ts.isPostfixUnaryExpression(node)) return ofPostfix(node);
  if (ts.isConditionalExpression(node)) return [node.whenTrue.getText(), node.whenFalse.getText()];
  if (ts.isArrayLiteralExpression(node)) return ofArray(node);
  return [];
}

function ofBinary(node: ts.BinaryExpression): string[] {
  const [left, operator, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()];
  if (operator === '&&' || operator === '||') return [left, right];
  // What stands in for a value that is never missing is there for the compiler.
  if (operator === '??') return isNothing(node.right) ? [right] : [left, right];
  if (operator === '+') return isText(node.left) || isText(node.right) ? [] : [`${left} - ${right}`];
  // The opposite of a condition is looked at as true and as false.
  const others = (compared[operator] ?? [computed[operator]].filter((other) => other !== undefined)).filter(
    (other) => !(isCondition(node) && opposite[operator] === other),
  );
  return others.map((other) => `${left} ${other} ${right}`);
}

const isArithmetic = ({ operatorToken }: ts.BinaryExpression): boolean => /^[-+*/%]$/.test(operatorToken.getText());

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isCondition(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return ts.isIfStatement(parent) || ts.isWhileStatement(parent);
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)));

const isNothing = (node: ts.Node): boolean =>
  /^(''|0|\[\]|\{\}|undefined|null|false|assert\.fail\(.*\))$/.test(node.getText());

/** The same call of the method next to it, or no call of it at all. */
function ofCall({ expression, arguments: args }: ts.CallExpression): string[] {
  if (!ts.isPropertyAccessExpression(expression) || ts.isOptionalChain(expression)) return [];
  const [object, name] = [expression.expression.getText(), expression.name.text];
  if (leftOut.has(name)) return [object];
  const other = Object.hasOwn(exchanged, name) ? exchanged[name] : undefined;
  if (other === undefined || (/^(min|max)$/.test(name) && object !== 'Math')) return [];
  return [`${object}.${other}(${args.map((arg) => arg.getText()).join(', ')})`];
}

/** A chain is judged where it ends: a part of it alone is not an expression one may put in brackets. */
function withoutOptional(node: ts.CallExpression | ts.PropertyAccessExpression | ts.ElementAccessExpression): string[] {
  if (isLink(node.parent) && node.parent.expression === node) return [];
  const found: string[] = [];
  const [text, start] = [node.getText(), node.getStart()];
  for (let link: ts.Node = node; ;) {
    if (ts.isPropertyAccessExpression(link) && link.questionDotToken) {
      const at = link.questionDotToken.getStart() - start;
      found.push(`${text.slice(0, at)}.${text.slice(at + 2)}`);
    }
    if (!isLink(link)) return found;
    link = link.expression;
  }
}

const isLink = (
  node: ts.Node,
): node is ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression | ts.NonNullExpression =>
  ts.isPropertyAccessExpression(node) ||
  ts.isElementAccessExpression(node) ||
  ts.isCallExpression(node) ||
  ts.isNonNullExpression(node);

function changedNumber(node: ts.NumericLiteral): string {
  return Number(node.text) >= largeNumber ? '0' : `(${node.getText()} + 1)`;
}

function ofPrefix(node: ts.PrefixUnaryExpression): string[] {
  const { operator, operand } = node;
  if (operator === ts.SyntaxKind.ExclamationToken) return isCondition(node) ? [] : [operand.getText()];
  if (operator === ts.SyntaxKind.PlusPlusToken) return [`--${operand.getText()}`];
  if (operator === ts.SyntaxKind.MinusMinusToken) return [`++${operand.getText()}`];
  return [];
}

function ofPostfix({ operator, operand }: ts.PostfixUnaryExpression): string[] {
  return [operator === ts.SyntaxKind.PlusPlusToken ? `${operand.getText()}--` : `${operand.getText()}++`];
}

/** Nothing in it; and, of the words of a command, each option left out. */
function ofArray(node: ts.ArrayLiteralExpression): string[] {
  const { elements, parent } = node;
  const isPattern = ts.isBinaryExpression(parent) && parent.left === node;
  if (elements.length === 0 || isPattern) return [];
  const options = elements.filter((element) => ts.isStringLiteral(element) && element.text.startsWith('-'));
  const without = (gone: ts.Expression) => elements.filter((element) => element !== gone).map((kept) => kept.getText());
  // Where the other branch is the empty one, choosing that branch does the same.
  const isBranch = ts.isConditionalExpression(parent) && /: \[\]$|\? \[\]\s*:/.test(parent.getText());
  return [...(isBranch ? [] : ['[]']), ...options.map((gone) => `[${without(gone).join(', ')}]`)];
}

const isName = ({ parent }: ts.NumericLiteral): boolean =>
  ts.isPropertyAssignment(parent) && /^\d/.test(parent.getText());
