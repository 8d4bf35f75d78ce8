import { type Message, message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import type { Network } from '../net/network.ts';
import { createTransport, defaultTransportLimits } from '../net/transport.ts';
import { titlesOf } from './titles.ts';

/** The feed of a newspaper has some hundred kilobytes. */
const mostBytes = 2 * 1024 * 1024;
const limits = { ...defaultTransportLimits, answerMs: 20_000, silenceMs: 15_000 };

/** Fetches the headlines of a feed, without the token or other headers of the CMS. */
export function createFeedReader(network: Network, clock: Clock) {
  const transport = createTransport(network, clock, 'Vitrine', limits);
  return async (address: string, signal: AbortSignal): Promise<readonly string[]> => {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol)) throw unusable(message('feed-unusable.address'));
    const answer = await transport({
      method: 'GET',
      url: url.href,
      headers: { accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml, */*;q=0.1' },
      originHeaders: { origin: 'null', headers: {} },
      bytes: mostBytes,
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      // Drop its remedy, which is about the CMS.
      throw unusable(message('feed-unusable.unreachable', { why: asVitrineError(error).sentence }));
    });
    const { status } = answer;
    if (status !== 200) throw unusable(message('feed-unusable.status', { status }));
    const titles = titlesOf(decode(answer.body, answer.headers['content-type'] ?? ''));
    if (titles === null) throw unusable(message('feed-unusable.format'));
    return titles;
  };
}

export type FeedReader = ReturnType<typeof createFeedReader>;

function unusable(why: Message): VitrineError {
  return new VitrineError('temporary', why, { remedy: message('feed-unusable.check') });
}

/** The charset of the server takes precedence over that of the document. */
function decode(body: Buffer, contentType: string): string {
  const declared = /^<\?xml[^>]{0,200}encoding=["']([\w.:-]{1,40})["']/.exec(
    body.subarray(0, 300).toString('latin1'),
  );
  for (const label of [/charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1], declared?.[1]]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch (error) {
      // Unknown encoding.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return new TextDecoder().decode(body);
}
