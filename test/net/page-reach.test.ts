import { describe, expect, test } from 'vitest';
import { PageReach } from '../../src/main/net/page-reach.ts';
import { Reach } from '../../src/main/net/reach.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'news.example': ['93.184.215.14'],
  'intranet.example': ['10.1.2.3'],
  'router.example': ['192.168.1.1'],
  'both.example': ['93.184.215.14', '192.168.1.1'],
  'me.example': ['192.168.1.20'],
};

/** A player on 192.168.1.20 with its status page on port 8600. */
function pageReach(cms: string | null, allow: readonly string[] = [], proxied = false): PageReach {
  return new PageReach({
    reach: new Reach({ cms, allow }),
    strict: new Reach({ cms: null, allow, inside: 'private' }),
    ownPorts: () => [8600, 8640],
    isProxied: () => proxied,
    resolve: async (host) => {
      const found = names[host];
      if (found === undefined) throw new Error('ENOTFOUND');
      return found.map((address) => ({ address }));
    },
    ownAddresses: () => ['127.0.0.1', '192.168.1.20', '93.184.215.99'],
  });
}
const public_ = 'https://93.184.215.20/';
const led = ['https://news.example/'];
const ask = (reach: PageReach, address: string, ledBy: readonly string[] = []) =>
  reach.refusal({ address, ledBy, hostPort: 45_000 });

describe('a CMS on the internet', () => {
  test.each([
    'http://192.168.1.1/',
    'http://router.example/admin',
    'http://both.example/',
    'http://127.0.0.1/',
    'http://localhost:3000/',
    'http://a.localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/',
  ])('cannot put %s on the screen', async (address) => {
    expect(await ask(pageReach(public_), address)).toMatch(/^inside /);
  });

  test.each([
    'https://news.example/',
    'https://unknown.example/',
    'about:blank',
    'data:text/html,x',
  ])('can put %s there', async (address) => expect(await ask(pageReach(public_), address)).toBeNull());

  test('cannot lead there by a page on the internet either', async () => {
    expect(await ask(pageReach(public_), 'http://router.example/', led)).toMatch(/^led-inside /);
  });

  test('can show hosts and networks of network.allow', async () => {
    expect(await ask(pageReach(public_, ['router.example']), 'http://router.example/')).toBeNull();
    expect(await ask(pageReach(public_, ['192.168.0.0/16']), 'http://router.example/', led)).toBeNull();
    expect(await ask(pageReach(public_, ['192.168.0.0/16']), 'http://10.0.0.1/')).not.toBeNull();
  });

  test('is judged by addresses and not by names behind a proxy', async () => {
    const reach = pageReach(public_, [], true);
    expect(await ask(reach, 'http://router.example/')).toBeNull();
    expect(await ask(reach, 'http://192.168.1.1/')).not.toBeNull();
    expect(await ask(reach, 'http://localhost/')).not.toBeNull();
  });
});

test('a CMS in a local network leads to other hosts there, and a page on the internet does not', async () => {
  const reach = pageReach('http://10.0.0.5/');
  expect(await ask(reach, 'http://router.example/')).toBeNull();
  expect(await ask(reach, 'http://intranet.example/', ['http://router.example/'])).toBeNull();
  expect(await ask(reach, 'http://127.0.0.1/')).not.toBeNull();
  expect(await ask(reach, 'https://news.example/')).toBeNull();
  expect(await ask(reach, 'http://router.example/', led)).not.toBeNull();
});

test('the network of a CMS with a name is known once the engine has connected to it', async () => {
  const reach = pageReach('https://cms.example/');
  expect(await ask(reach, 'http://router.example/')).not.toBeNull();
  reach.cmsIs('private');
  expect(await ask(reach, 'http://router.example/')).toBeNull();
  reach.cmsIs('public');
  expect(await ask(reach, 'http://router.example/')).not.toBeNull();
});

test.each([
  'http://127.0.0.1:8600/',
  'http://localhost:8600/',
  'http://[::1]:8600/',
  'https://192.168.1.20:8640/',
  'https://me.example:8640/',
  'http://93.184.215.99:8600/',
  'http://vitrine.localhost:45000/',
])('the player never shows itself, whatever the CMS and network.allow: %s', async (address) => {
  for (const cms of ['http://127.0.0.1/', 'http://10.0.0.5/', public_])
    expect(await ask(pageReach(cms, ['127.0.0.0/8', '192.168.0.0/16', '::1', 'localhost']), address)).toMatch(
      /^own-page /,
    );
});

test('the ports of the player are allowed on other machines', async () => {
  expect(await ask(pageReach('http://10.0.0.5/'), 'http://192.168.1.30:8600/')).toBeNull();
});

describe('a page of an interrupt', () => {
  const page = 'http://router.example/floor#here';
  const shows = (cms: string, allow: readonly string[] = []) => {
    const reach = pageReach(cms, allow);
    reach.interruptsShow([
      page,
      'http://192.168.1.1/floor',
      'http://127.0.0.1:3000/',
      'http://a.localhost/',
      'http://169.254.169.254/',
    ]);
    return reach;
  };

  test('may be in the local network, also when the CMS is not', async () => {
    expect(await ask(shows(public_), 'http://router.example/floor')).toBeNull();
    expect(await ask(shows(public_), 'http://router.example/admin')).not.toBeNull();
  });

  test.each([
    'http://127.0.0.1:3000/',
    'http://a.localhost/',
    'http://169.254.169.254/',
  ])('is never %s, even when the CMS is on this machine', async (address) => {
    expect(await ask(pageReach('http://127.0.0.1/', ['169.254.169.254']), address)).toBeNull();
    expect(await ask(shows('http://127.0.0.1/'), address)).toMatch(/^of-interrupt /);
  });

  test('leads to this machine neither by a redirect nor by a frame', async () => {
    const [inside, floor] = ['http://127.0.0.1:3000/other', 'http://192.168.1.1/floor'];
    expect(await ask(pageReach('http://127.0.0.1/'), inside, [floor])).toBeNull();
    expect(await ask(shows('http://127.0.0.1/'), inside, [floor])).toMatch(/^of-interrupt /);
  });

  test('needs https with cms.httpsOnly, also behind a redirect', async () => {
    const strict = new Reach({ cms: null, inside: 'private', httpsOnly: true });
    const reach = shows(public_);
    expect(reach.refusedOfInterrupt(page)).toBeNull();
    reach.use(new Reach({ cms: public_ }), strict);
    expect(reach.refusedOfInterrupt(page)).toMatchObject({ code: 'network-insecure' });
    expect(reach.refusedOfInterrupt('https://router.example/floor')).toBeNull();
    reach.interruptsShow(['https://router.example/floor']);
    expect(await ask(reach, 'https://router.example/floor')).toBeNull();
    expect(await ask(reach, 'http://router.example/plain', ['https://router.example/floor'])).toBe(
      'insecure router.example',
    );
    expect(await ask(reach, 'http://news.example/')).toBeNull();
  });
});
