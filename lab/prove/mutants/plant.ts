import { createHash } from 'node:crypto';
import { parseSync } from 'vite';
import { type Node, visit } from '../../../test/architecture/imports.ts';

/** One small fault: replaces the text between `start` and `end`. */
export interface Fault {
  readonly kind: 'comparison' | 'condition' | 'call' | 'return';
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** Tests often miss the boundary, so a comparison is moved by that one value. */
const comparisons: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

/** Every fault that can be planted into a source, in its order. */
export function faultsIn(path: string, source: string): readonly Fault[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0]?.message}`);
  const found: Fault[] = [];
  visit(program, (node) => found.push(...faultsAt(node, source)));
  return found.sort((one, other) => one.start - other.start || one.end - other.end);
}

function faultsAt(node: Node, source: string): readonly Fault[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return replacedOperator(node, source);
    case 'IfStatement':
    case 'ConditionalExpression':
      return replaced('condition', node.test, 'true', 'false');
    case 'ExpressionStatement':
      return isDeletable(node.expression, source) ? replaced('call', node, ';') : [];
    case 'ReturnStatement':
      return replaced('return', node, ...otherReturns(node.argument as Node | null));
    default:
      return [];
  }
}

/** For nearly every caller null, undefined and false are equivalent. */
function otherReturns(answer: Node | null): readonly string[] {
  if (answer === null) return [';'];
  if (answer.type !== 'Literal') return ['return undefined;'];
  if (typeof answer.value === 'boolean') return [`return ${!answer.value};`];
  return answer.value === null ? [] : ['return undefined;'];
}

function replaced(kind: Fault['kind'], node: unknown, ...by: readonly string[]): readonly Fault[] {
  const { start, end } = place(node);
  return by.map((text) => ({ kind, start, end, by: text }));
}

/** Comments may contain the same characters: the operator is the text between the operands. */
function replacedOperator({ left, right, operator }: Node, source: string): readonly Fault[] {
  const by = comparisons[String(operator)];
  if (by === undefined) return [];
  const [from, until] = [place(left).end, place(right).start];
  const between = source
    .slice(from, until)
    .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, (comment) => ' '.repeat(comment.length));
  const at = between.indexOf(String(operator));
  if (at < 0) return [];
  const start = from + at;
  return [{ kind: 'comparison', start, end: start + String(operator).length, by }];
}

/** Tests do not check log output. */
function isDeletable(expression: unknown, source: string): boolean {
  let node = expression as Node;
  while (
    node.type === 'AwaitExpression' ||
    node.type === 'UnaryExpression' ||
    node.type === 'ChainExpression'
  )
    node = (node.argument ?? node.expression) as Node;
  const { start, end } = place(node);
  return (
    node.type === 'CallExpression' && !/^(this\.#(needs\.)?)?log\b|^super\(/.test(source.slice(start, end))
  );
}

function place(node: unknown): { readonly start: number; readonly end: number } {
  return node as { readonly start: number; readonly end: number };
}

export function planted(source: string, { start, end, by }: Fault): string {
  return source.slice(0, start) + by + source.slice(end);
}

/** The first line of a fault, before and after. */
export function lineOf(source: string, fault: Fault): { number: number; before: string; after: string } {
  const before = source.slice(0, fault.start).split('\n');
  const line = (text: string): string => (text.split('\n')[before.length - 1] ?? '').trim();
  return { number: before.length, before: line(source), after: line(planted(source, fault)) };
}

/** Draws the same items for the same seed: additions and removals do not affect the other items. */
export function drawn<Item>(
  items: readonly Item[],
  count: number,
  seed: string,
  nameOf: (item: Item) => string,
): readonly Item[] {
  const lot = new Map(
    items.map((item) => [
      item,
      createHash('sha256')
        .update(`${seed} ${nameOf(item)}`)
        .digest('hex'),
    ]),
  );
  const lotOf = (item: Item): string => lot.get(item) ?? '';
  return items.toSorted((one, other) => (lotOf(one) < lotOf(other) ? -1 : 1)).slice(0, count);
}
