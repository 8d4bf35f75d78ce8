import { parseSync } from 'vite';
import { type Node, visit } from './imports.ts';

/** Those in which a rejection that stays behind is thought of: everybody else uses these. */
export const keepers: readonly string[] = [
  'src/main/ground/serial.ts',
  'src/main/ground/once.ts',
  'src/main/ground/shared-run.ts',
];

/**
 * Where a source keeps a promise of its own: in a variable or field that is assigned again, or in a map. What one rejection
 * leaves there is found by whoever comes next, for as long as the player runs.
 */
export function keptPromises(path: string, text: string): readonly string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0]?.message}`);
  const found: string[] = [];
  visit(program, (node) => {
    const name = keeps(node);
    if (name !== null) found.push(`${path}: ${name}`);
  });
  return found;
}

function keeps(node: Node): string | null {
  switch (node.type) {
    case 'PropertyDefinition':
      return holds(node, node.readonly === true) ? named(node.key) : null;
    case 'VariableDeclarator':
      return isImport(node.init) ? named(node.id) : null;
    case 'VariableDeclaration': {
      const declared = node.declarations as readonly Node[];
      const kept = declared.find(({ id, init }) => {
        const annotation = (id as Node).typeAnnotation;
        return holds({ typeAnnotation: annotation, value: init }, node.kind === 'const');
      });
      return kept === undefined ? null : named(kept.id);
    }
    // `x = x.then(…)` and `x ??= f().finally(…)`, whatever its type is said to be.
    case 'AssignmentExpression':
      return isChained(node.right) ? named(node.left) : null;
    default:
      return null;
  }
}

function holds({ typeAnnotation, value }: Node, isConst: boolean): boolean {
  const types = [typeOf(typeAnnotation), ...argumentsOf(value)];
  return (
    types.some((type) => {
      const isMap = /^(Weak)?(Map|Set)$/.test(referred(type));
      if (isMap || type === null) return argumentsOf(type).some(isPromise);
      return !isConst && isPromise(type);
    }) ||
    (!isConst && isChained(value)) ||
    argumentsOf(value).some(isPromise)
  );
}

function typeOf(annotation: unknown): Node | null {
  return ((annotation as Node | null | undefined)?.typeAnnotation as Node | undefined) ?? null;
}

function isPromise(type: Node | null): boolean {
  if (type?.type === 'TSUnionType') return (type.types as readonly Node[]).some(isPromise);
  return referred(type) === 'Promise';
}

function referred(type: Node | null): string {
  return type?.type === 'TSTypeReference' ? named(type.typeName) : '';
}

function argumentsOf(value: unknown): readonly Node[] {
  const list = (value as Node | null | undefined)?.typeArguments as Node | null | undefined;
  return (list?.params as readonly Node[] | undefined) ?? [];
}

function isChained(value: unknown): boolean {
  const node = value as Node | null | undefined;
  if (node?.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  return callee.type === 'MemberExpression' && /^(then|catch|finally)$/.test(named(callee.property));
}

/** `import(…)` that is kept as a promise, and what follows from it. */
function isImport(value: unknown): boolean {
  const node = value as Node | null | undefined;
  if (isChained(node)) return isImport(((node as Node).callee as Node).object);
  return node?.type === 'ImportExpression';
}

function named(node: unknown): string {
  const { name, property } = (node ?? {}) as Node;
  if (typeof name === 'string') return name;
  return property === undefined ? '' : named(property);
}
