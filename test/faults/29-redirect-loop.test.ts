import { expect, test } from 'vitest';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { show } from '../cms/still-plays.ts';
import { client, failure, json, rawServer, token } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';

test('row 29 · a redirect loop fails after 10, and the show goes on', async () => {
  const { rig, refused } = await show();
  const before = rig.demo.requests.length;
  rig.demo.intercept = (request, response) => {
    response.writeHead(302, { location: `${request.url}x` }).end();
    return true;
  };
  const error = await refused('cms-redirect-loop');
  expect(error.kind).toBe('temporary');
  expect(rig.demo.requests.length - before).toBe(11);
});

test('row 29 · redirects within the origin are followed with the token, to another origin without it', async () => {
  const other = await rawServer((_, response) => json(response, [{ id: 2, name: 'there' }]));
  const own = await rawServer((request, response) => {
    if (request.url === '/api/v1.0/device') response.writeHead(307, { location: '/moved/device' }).end();
    else if (request.url === '/moved/device') json(response, [{ id: 1, name: 'here' }]);
    else response.writeHead(302, { location: `${other.baseUrl}devicegroup` }).end();
  });
  const { cms } = client(own.baseUrl);
  expect((await cms.devices()).records).toMatchObject([{ id: '1' }]);
  expect(own.requests.at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
  expect((await cms.deviceGroups()).records).toMatchObject([{ id: '2' }]);
  expect(other.requests).toHaveLength(1);
  expect(JSON.stringify(other.requests)).not.toContain(token);
  expect(JSON.stringify(other.requests).toLowerCase()).not.toContain('authorization');
});

test('row 29 · a redirect chain that left the origin gets no token when it returns', async () => {
  const bodies: string[] = [];
  const other = await rawServer((_, response) => {
    response.writeHead(302, { location: `${own.origin}/leak?to=log` }).end();
  });
  const own = await rawServer((request, response) => {
    bodies.push(`${request.url} ${request.headers.authorization}`);
    if (request.url?.startsWith('/leak')) json(response, []);
    else response.writeHead(302, { location: `${other.origin}/` }).end();
  });
  await client(own.baseUrl).cms.devices();
  expect(bodies.at(-1)).toBe('/leak?to=log undefined');
});

test('row 29 · a change is never redirected to another origin, and the error names the CMS that moved', async () => {
  const other = await rawServer((_, response) => json(response, { message: 'who are you' }, 401));
  const own = await rawServer((_, response) => {
    response.writeHead(307, { location: `${other.origin}/x` }).end();
  });
  const { cms } = client(own.baseUrl);
  const error = await failure(cms.createPlaylist({ name: 'secret plans', comment: '' }));
  expect(error).toMatchObject({ code: 'cms-redirected' });
  expect(other.requests).toHaveLength(0);
  const reading = await failure(cms.devices());
  expect(reading).toMatchObject({ code: 'cms-redirected', kind: 'permanent' });
  expect(inEnglish(reading.remedy ?? verbatim(''))).toContain(other.origin);
});

test('row 29 · control: without a limit the loop never ends', async () => {
  const server = await rawServer((request, response) => {
    if (server.requests.length > 50) json(response, []);
    else response.writeHead(302, { location: `${request.url}x` }).end();
  });
  await client(server.baseUrl, { limits: { redirects: Number.POSITIVE_INFINITY } }).cms.devices();
  expect(server.requests).toHaveLength(51);
  reportRow(29, { negativeControl: true });
});
