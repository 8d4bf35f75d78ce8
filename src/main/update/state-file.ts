import { hash } from 'node:crypto';
import * as v from 'valibot';
import { factory, stateSchema, type UpdateState } from './state.ts';

const kind = 'vitrine-update 1';

/**
 * Lines for a shell, as the launcher is one: it reads `current`, `previous`, `trial`, `attempts`, `over` and `blocked`, and checks
 * the sum, which reveals a damaged file.
 */
export function stateText(state: UpdateState): string {
  const lines = [
    kind,
    `current ${state.current}`,
    `previous ${state.previous ?? factory}`,
    `trial ${state.trial?.release ?? 'none'}`,
    `attempts ${state.trial?.attempts ?? 0}`,
    ...(state.over === null ? [] : [`over ${state.over}`]),
    ...(state.blocked.length === 0
      ? []
      : [`blocked ${state.blocked.map(({ version }) => version).join(' ')}`]),
    `details ${JSON.stringify(state)}`,
  ].map((line) => `${line}\n`);
  const text = lines.join('');
  return `${text}sum ${hash('sha256', text)}\n`;
}

/** Null for text that `stateText` did not write, or that is damaged. */
export function readState(text: string): UpdateState | null {
  const end = text.lastIndexOf('sum ');
  const body = text.slice(0, Math.max(0, end));
  if (!body.startsWith(`${kind}\n`) || text.slice(end) !== `sum ${hash('sha256', body)}\n`) return null;
  const [, details = ''] = /^details (.*)$/m.exec(body) ?? [];
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), stateSchema), details);
  return read.success ? read.output : null;
}
