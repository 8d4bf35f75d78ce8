import type { Hono } from 'hono';
import * as v from 'valibot';
import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import { json } from '../json.ts';
import type { LanAccess } from './lan-access.ts';
import { whose } from './sessions.ts';

const text = v.pipe(v.string(), v.maxLength(20_000));
const wish = v.object({
  password: text,
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  names: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.regex(/^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?$/, 'is no name of a machine'),
      ),
    ),
    v.maxLength(20),
  ),
  certificate: v.nullable(v.object({ key: text, cert: text })),
});

/** Only on the control socket: its users own the data folder. */
export function addAccess(app: Hono, lan: LanAccess): void {
  app.get('/api/access', (context) => json(context, lan.report()));
  app.post('/api/access/on', async (context) => {
    const read = v.safeParse(wish, await context.req.json());
    if (read.success) return json(context, await lan.allow(read.output));
    throw new VitrineError('usage', message('wrong-usage.access', { what: read.issues[0].message }));
  });
  app.get('/api/access/sessions', (context) => json(context, lan.sessions()));
  app.post('/api/access/end', async (context) => {
    const read = v.safeParse(whose, await context.req.json());
    if (!read.success) throw new VitrineError('usage', message('wrong-usage.session'));
    const ended = lan.endSessions(read.output.id === null ? { allBut: null } : { id: read.output.id });
    return json(context, { ended, sessions: lan.sessions() });
  });
  app.post('/api/access/off', async (context) => json(context, await lan.forbid()));
}
