import { request } from 'node:http';
import type { FakeSession } from './fake-session.ts';
import type { FakeContents } from './fake-window.ts';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string[]>;
  readonly body: string;
}

/**
 * Puts a web page into a frame of the fake: the document is really fetched, through the session's listeners as in the
 * browser, and shown unless the resulting headers forbid framing.
 */
export async function showInFrame(
  contents: FakeContents,
  session: FakeSession,
  address: string,
): Promise<'shown' | 'refused'> {
  if (!contents.navigates(address, false)) return 'refused';
  const transfer = session.begin('subFrame');
  let headers: Record<string, string> = { Accept: 'text/html', 'User-Agent': 'fake' };
  for (let at = address; ; ) {
    headers = await transfer.leaves(at, headers);
    const answer = await get(at, headers);
    const received = (await transfer.arrives(at, answer.status, answer.headers)) ?? {};
    const [onward] = received.location ?? [];
    if (onward !== undefined && answer.status >= 300 && answer.status < 400) {
      at = new URL(onward, at).href;
      if (!contents.redirects(at, false)) return 'refused';
      continue;
    }
    transfer.completes(at, answer.status);
    if (forbidsFraming(received)) return 'refused';
    await fetchPictures(session, at, answer.body);
    return 'shown';
  }
}

async function fetchPictures(session: FakeSession, page: string, body: string): Promise<void> {
  for (const [, source = ''] of body.matchAll(/<img src="([^"]+)"/g)) {
    const address = new URL(source, page).href;
    await get(address, await session.begin('image').leaves(address, { Accept: 'image/*' }));
  }
}

function forbidsFraming(headers: Record<string, string[]>): boolean {
  return Object.entries(headers).some(
    ([name, values]) =>
      /^x-frame-options$/i.test(name) ||
      (/^content-security-policy$/i.test(name) && values.some((value) => /frame-ancestors/i.test(value))),
  );
}

function get(address: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(address, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headersDistinct as Record<string, string[]>,
          body,
        }),
      );
    });
    asking.once('error', reject).end();
  });
}
