import { type Exchange, HttpProblem, send } from './http.ts';
import type { Variants } from './variants.ts';

/** What a refusal looks like on the wire; what nobody foresaw is a 500. */
export function sendFailure(exchange: Exchange, error: unknown, variants: Variants): void {
  const { response } = exchange;
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = error instanceof HttpProblem ? error : new HttpProblem(500, 'The demo CMS failed.');
  const { status, message, details, headers } = problem;
  const [type, body] = {
    json: ['application/json', JSON.stringify({ message, ...details })],
    text: ['text/plain; charset=utf-8', message],
    html: ['text/html', `<!doctype html><title>${status}</title><h1>${message}</h1>`],
    empty: ['text/plain', ''],
  }[variants.errorBody] as [string, string];
  send(exchange, status, type, body, headers);
}
