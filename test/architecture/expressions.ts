import { parseSync } from 'vite';

export interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression of a file: literals, and what is made with `RegExp`, `x` standing for the parts that vary. */
export function expressionsOf(path: string, text: string): readonly Expression[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0]?.message}`);
  const found: Expression[] = [];
  visit(program, (node) => {
    const made = literal(node) ?? constructed(path, text, node);
    if (made !== null) found.push(made);
  });
  return found;
}

type Node = Readonly<Record<string, unknown>>;

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node;
    if (typeof node.type === 'string') see(node);
    for (const child of Object.values(node)) visit(child, see);
  }
}

function literal(node: Node): Expression | null {
  const { pattern, flags } = (node.regex ?? {}) as Node;
  return typeof pattern === 'string' && typeof flags === 'string' ? { source: pattern, flags } : null;
}

function constructed(path: string, text: string, node: Node): Expression | null {
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || (node.callee as Node).name !== 'RegExp') return null;
  const [pattern, flags] = (node.arguments as readonly Node[]).map(written);
  if (pattern == null || flags === null)
    throw new Error(
      `${path}: write the pattern where it is made: ${text.slice(Number(node.start), Number(node.end))}`,
    );
  return { source: pattern, flags: flags ?? '' };
}

/** Null: it comes from elsewhere, and nobody can say whether it is linear. */
function written({ value, quasis }: Node): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(quasis)) return null;
  return quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('x');
}
