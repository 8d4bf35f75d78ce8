import { parseSync } from 'vite';

type Node = Readonly<Record<string, unknown>>;

/** Stands in for whatever is only known when it is said. */
const anything = '7';
const mostWays = 200;

/** `see` answers whether to go on into it. */
function walk(value: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const one of value) walk(one, see);
  else if (typeof value === 'object' && value !== null && see(value as Node))
    for (const one of Object.values(value)) walk(one, see);
}

function ways(node: unknown): readonly string[] {
  const { type, value, quasis, expressions, expression, consequent, alternate, left, right } = node as Node;
  if (type === 'ParenthesizedExpression') return ways(expression);
  if (type === 'Literal') return [typeof value === 'string' ? value : anything];
  if (type === 'ConditionalExpression') return [...ways(consequent), ...ways(alternate)];
  if (isJoined(node as Node)) return joined([ways(left), ways(right)]);
  if (type !== 'TemplateLiteral') return [anything];
  const texts = (quasis as readonly { readonly value: { readonly cooked: string } }[]).map(
    ({ value: reported }) => [reported.cooked],
  );
  const between = (expressions as readonly unknown[]).map(ways);
  return joined(texts.flatMap((part, at) => (between[at] === undefined ? [part] : [part, between[at]])));
}

function joined(parts: readonly (readonly string[])[]): readonly string[] {
  return parts.reduce<readonly string[]>(
    (before, part) => before.flatMap((start) => part.map((end) => start + end)).slice(0, mostWays),
    [''],
  );
}

const isJoined = ({ type, operator }: Node): boolean => type === 'BinaryExpression' && operator === '+';

const drawing = new Set(['make', 'element', 'card', 'field', 'dialog', 'hintOf']);
const readAloud = new Set(['alt', 'title', 'placeholder', 'aria-label', 'aria-description']);

/** Texts that a page has of itself, and not from its words: content of elements, and what is read aloud of them. */
export function writtenIn(path: string, text: string): readonly string[] {
  const { program } = parseSync(path, text);
  const found = new Set<string>();
  const take = (node: unknown): void => {
    for (const one of ways(node)) if (/[a-z]{2}/i.test(one)) found.add(one);
  };
  const content = (node: unknown): void => {
    const { type, elements } = (node ?? {}) as Node;
    if (type === 'ArrayExpression') for (const one of elements as readonly unknown[]) content(one);
    else if (type === 'Literal' || type === 'TemplateLiteral' || type === 'ConditionalExpression') take(node);
  };
  walk(program, (node) => {
    const { type, callee, key, left, right } = node;
    // The first two say which element it is, and how it looks.
    if (type === 'CallExpression' && drawing.has(String((callee as Node).name)))
      for (const one of (node.arguments as readonly unknown[]).slice(2)) content(one);
    if (type === 'Property' && readAloud.has(String((key as Node).value ?? (key as Node).name)))
      content(node.value);
    const assigned = ((left as Node | undefined)?.property as Node | undefined)?.name;
    if (type === 'AssignmentExpression' && assigned === 'textContent') content(right);
    return true;
  });
  return [...found];
}
