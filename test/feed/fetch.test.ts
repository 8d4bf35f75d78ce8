import { expect, onTestFinished, test } from 'vitest';
import { createFeedReader } from '../../src/main/feed/fetch.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createNetwork } from '../../src/main/net/network.ts';
import { type Handler, rawServer } from '../cms/support.ts';
import { onLoopback } from '../support/on-loopback.ts';

const xml = (title: string, declaration = ''): string =>
  `${declaration}<rss><channel><item><title>${title}</title></item></channel></rss>`;

async function read(answer: Handler, signal = new AbortController().signal): Promise<readonly string[]> {
  const { origin } = await rawServer(answer);
  return reader()(`${origin}/news`, signal);
}

function reader() {
  const network = createNetwork({ env: {}, reach: onLoopback() });
  onTestFinished(() => network.close());
  return createFeedReader(network, systemClock);
}

test.each([
  ['text/xml; charset=iso-8859-1', '', 'latin1'],
  ['text/xml; charset="windows-1252"', '<?xml version="1.0" encoding="utf-8"?>', 'latin1'],
  ['text/xml', '<?xml version="1.0" encoding="iso-8859-1"?>', 'latin1'],
  ['text/xml', "<?xml version='1.0' encoding='ISO-8859-1'?>", 'latin1'],
  ['text/xml; charset=nonsense', '<?xml version="1.0" encoding="iso-8859-1"?>', 'latin1'],
  ['text/xml; charset=nonsense', '<?xml version="1.0" encoding="nonsense"?>', 'utf8'],
  ['text/xml', '', 'utf8'],
  [undefined, '', 'utf8'],
] as const)('a feed served as %s and declared as %s is read as %s', async (type, declaration, encoding) => {
  const body = Buffer.from(xml('Größe', declaration), encoding);
  const titles = await read((_, response) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body);
  });
  expect(titles).toEqual(['Größe']);
});

test('a redirect is followed, and a loop gives an error that does not mention the CMS', async () => {
  const moved = await read((request, response) => {
    if (request.url === '/news') response.writeHead(301, { location: '/there' }).end();
    else response.end(xml('There'));
  });
  expect(moved).toEqual(['There']);
  const loop = read((request, response) => {
    response.writeHead(302, { location: `${request.url}x` }).end();
  });
  await expect(loop).rejects.toMatchObject({
    code: 'feed-unusable',
    kind: 'temporary',
    message: expect.stringMatching(/^Cannot use the ticker feed\. 127\.0\.0\.1:\d+ redirects in a loop/),
    remedy: { code: 'feed-unusable.check' },
  });
});

test.each([
  ['an empty answer', 204, /status 204/],
  ['a partial answer', 206, /status 206/],
  ['an error', 500, /status 500/],
])('%s is no feed', async (_, status, why) => {
  const reading = read((_, response) => void response.writeHead(status).end(xml('no')));
  await expect(reading).rejects.toThrow(why);
});

test.each([
  'ftp://a.example/',
  'file:///etc/passwd',
  'nonsense',
  '',
])('“%s” is no address of a feed', async (address) => {
  await expect(reader()(address, new AbortController().signal)).rejects.toThrow(/not http or https/);
});

test('an aborted fetch rejects with the reason of the abort', async () => {
  const ending = new AbortController();
  const reading = read(() => ending.abort(new Error('enough')), ending.signal);
  await expect(reading).rejects.toThrow('enough');
});
