import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Certificates, makeCertificates } from '../cms/certificates.ts';
import { until } from '../support/until.ts';
import { startTouch, type TouchRig } from './support/touch.ts';

// Interactive pages over https: of an authority that the configuration names, and with certificates that are wrong.

let rig: TouchRig;
let certificates: Certificates;
/** The page's server, and another one of its host, whose certificate has expired. */
let [own, other]: readonly Server[] = [];
const asked: string[] = [];
const reports = new Map<string, string>();

async function serve(certificate: Certificates['valid'], page: (path: string) => string): Promise<Server> {
  const server = createServer(certificate, ({ url = '', headers }, response) => {
    const [path = '', query = ''] = url.split('?');
    if (path === '/report') reports.set('page', decodeURIComponent(query));
    else asked.push(`${path} ${headers.cookie ?? ''}`);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (path === '/')
      response.setHeader('Set-Cookie', '__Host-cart=4; Secure; HttpOnly; Path=/; SameSite=Strict');
    response.end(page(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const addressOf = (server: Server | undefined) =>
  `https://127.0.0.1:${(server?.address() as AddressInfo).port}/`;

beforeAll(async () => {
  certificates = await makeCertificates();
  other = await serve(certificates.expired, () => '<body style="background:#0f0">');
  own = await serve(
    certificates.valid,
    (path) => `<!doctype html><body style="margin:0;background:#00f"><script>
      if (${path === '/'}) fetch('/more').then(() => fetch('/report?' + isSecureContext));
      onclick = () => { location = '${addressOf(other)}'; };
    </script>`,
  );
  rig = await startTouch({
    config: () => ({
      cms: { caFile: certificates.caFile },
      interaction: { address: addressOf(own), idleSeconds: 60 },
    }),
  });
});

afterAll(async () => {
  await rig?.stop();
  for (const server of [own, other]) {
    server?.closeAllConnections();
    server?.close();
  }
  await certificates?.remove();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = async (x: number, y: number) => [...((await rig.display.colors([[x, y]]))[0] ?? [])];

async function touches(): Promise<void> {
  asked.length = 0;
  reports.clear();
  const begun = () => rig.player.log().split('A touch opens').length;
  const before = begun();
  await until('a touch that is received', async () => {
    await rig.tap(rig.width / 2, rig.height / 2);
    await wait(500);
    return begun() > before;
  });
}

test('a page of an authority that the configuration names works, with cookies for https alone', async () => {
  await touches();
  await rig.comes('blue');
  await until('a report', () => reports.has('page'));
  expect(reports.get('page')).toBe('true');
  expect(asked).toContain('/more __Host-cart=4');
});

test('a link to a server with an expired certificate leaves the page as it is, with a sentence', async () => {
  asked.length = 0;
  await rig.tap(200, 200);
  await wait(2_500);
  await rig.shot('https-link');
  expect(asked).toEqual([]);
  expect(await rig.shows()).toBe('blue');
  // The sentence lies above the bar.
  expect(await at(0.5, 0.83)).not.toEqual([0, 0, 255]);
  await rig.leaves();
});

const refused =
  'a page with the certificate “%s” is not shown, whatever a person types, and the person can leave';
const others = ['expired', 'future', 'otherName'] as const;
test.each(['unknown'] as const)(refused, isNotShown);
test.each(others)(refused, { tags: ['long'] }, isNotShown);

async function isNotShown(name: (typeof others)[number] | 'unknown'): Promise<void> {
  own?.setSecureContext(certificates[name]);
  own?.closeAllConnections();
  await touches();
  await until('the sentence', async () => (await at(0.1, 0.3)).every((value) => value > 240));
  await rig.shot(`https-${name}`);
  // Chromium's own error page takes this as consent.
  for (const key of ['T', 'H', 'I', 'S', 'I', 'S', 'U', 'N', 'S', 'A', 'F', 'E'] as const)
    rig.person.press(key);
  rig.person.press('Enter');
  await rig.tap(rig.width / 2, rig.height * 0.6);
  await wait(2_000);
  expect(asked).toEqual([]);
  expect(await at(0.1, 0.3)).not.toEqual([0, 0, 255]);
  await rig.leaves();
}
