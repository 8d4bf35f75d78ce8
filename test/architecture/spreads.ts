import { parseSync } from 'vite';
import { type Node, visit } from './imports.ts';

/**
 * Objects that are written inside of others and spread at once: `{ ...{ a, b }, c }`. The compiler compares their names with no
 * type, so an optional property that is misspelt there is lost without a word.
 */
export function spreadObjects(path: string, text: string): readonly string[] {
  if (!/\.\.\.\s*\{/.test(text)) return [];
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0]?.message}`);
  const found: string[] = [];
  visit(program, ({ type, argument }) => {
    if (type !== 'SpreadElement') return;
    const { type: spread, start, end } = argument as Node;
    if (spread === 'ObjectExpression') found.push(`${path}: ${text.slice(Number(start), Number(end))}`);
  });
  return found;
}
