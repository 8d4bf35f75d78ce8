import { VitrineError } from '../errors.ts';

/** What a failed call on the control socket carries, turned back into the error it was. */
export function errorFrom(body: unknown): VitrineError {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: string, otherwise: string): string =>
    typeof fields[name] === 'string' ? fields[name] : otherwise;
  const kind = text('kind', 'temporary');
  return new VitrineError(
    kind === 'permanent' || kind === 'auth' || kind === 'usage' ? kind : 'temporary',
    text('code', 'internal'),
    text('message', 'The player answered something unexpected.'),
    typeof fields.remedy === 'string' ? { remedy: fields.remedy } : {},
  );
}
