import { hash } from 'node:crypto';
import * as v from 'valibot';
import { factory, stateSchema, type UpdateState } from './state.ts';

const kind = 'vitrine-update 1';

/**
 * Lines that a shell can read, as the launcher has no other way: it asks for `current`, `previous`, `trial`,
 * `attempts` and `over`, and for the sum that shows a rotten file.
 */
export function stateText(state: UpdateState): string {
  const lines = [
    kind,
    `current ${state.current}`,
    `previous ${state.previous ?? factory}`,
    `trial ${state.trial?.release ?? 'none'}`,
    `attempts ${state.trial?.attempts ?? 0}`,
    ...(state.over === null ? [] : [`over ${state.over}`]),
    `details ${JSON.stringify(state)}`,
  ].map((line) => `${line}\n`);
  const text = lines.join('');
  return `${text}sum ${hash('sha256', text)}\n`;
}

/** Null for what `stateText` did not write, or what is no longer whole. */
export function readState(text: string): UpdateState | null {
  const end = text.lastIndexOf('sum ');
  const body = text.slice(0, Math.max(0, end));
  if (!body.startsWith(`${kind}\n`) || text.slice(end) !== `sum ${hash('sha256', body)}\n`) return null;
  const [, details = ''] = /^details (.*)$/m.exec(body) ?? [];
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), stateSchema), details);
  return read.success ? read.output : null;
}
