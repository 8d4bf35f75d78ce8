import { posix } from 'node:path';
import { parseSync } from 'vite';

/**
 * What a file imports, by any spelling: static and dynamic imports, re-exports, `require`, and addresses of
 * sources made with `new URL`, as for worker threads. Types count as well: they too make a stage know another. Our
 * own files come as paths from the root with slashes, everything else as it is written.
 */
export function importsOf(path: string, text: string): readonly string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0]?.message}`);
  const found = new Set<string>();
  visit(program, (node) => {
    const specifier = specifierOf(node);
    if (specifier !== null) found.add(resolved(path, specifier));
  });
  return [...found];
}

export type Node = Readonly<Record<string, unknown>>;

export function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node;
    if (typeof node.type === 'string') see(node);
    for (const child of Object.values(node)) visit(child, see);
  }
}

function specifierOf(node: Node): string | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
    case 'TSExternalModuleReference':
      return literal(node.source ?? node.expression);
    case 'CallExpression':
      return named(node.callee, 'require') ? literal(first(node.arguments)) : null;
    case 'NewExpression': {
      // Other addresses are those of built files, and no source is known by them.
      const address = named(node.callee, 'URL') ? literal(first(node.arguments)) : null;
      return address?.startsWith('.') && address.endsWith('.ts') ? address : null;
    }
    default:
      return null;
  }
}

function literal(node: unknown): string | null {
  const { value, quasis } = (node ?? {}) as Node;
  if (typeof value === 'string') return value;
  const quasi =
    Array.isArray(quasis) && quasis.length === 1 ? (quasis[0] as { value?: { cooked?: unknown } }) : null;
  return typeof quasi?.value?.cooked === 'string' ? quasi.value.cooked : null;
}

function named(node: unknown, name: string): boolean {
  return (node as Node | undefined)?.name === name;
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function resolved(path: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '');
  return bare.startsWith('.') ? posix.join(posix.dirname(path), bare) : bare;
}
