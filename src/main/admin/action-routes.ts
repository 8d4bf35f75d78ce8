import type { Context, Hono } from 'hono';
import { message } from '../../shared/languages/message.ts';
import type { Requester } from '../actions/table/port.ts';
import { VitrineError } from '../ground/errors.ts';
import { json } from './json.ts';
import type { AdminPort } from './port.ts';

/**
 * What changes something, for those who may: the buttons that there are, and an address for each action of the table.
 */
export function addActions(
  app: Hono,
  { actions, status }: Pick<AdminPort, 'actions' | 'status'>,
  by: (context: Context) => Requester,
): void {
  app.get('/api/actions', async (context) => json(context, actions.offers(await status())));
  for (const { name, reads } of actions.table.values()) {
    if (reads) continue;
    app.post(`/api/actions/${name}`, async (context) => {
      const { answer, after } = await actions.run(name, await argsOf(context), by(context));
      after?.();
      return json(context, (answer ?? {}) as object);
    });
  }
}

/** No body: no arguments. */
async function argsOf(context: Context): Promise<unknown> {
  const text = await context.req.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new VitrineError(
      'usage',
      message('wrong-usage.action', { name: context.req.path, where: 'body', what: 'no JSON' }),
    );
  }
}
