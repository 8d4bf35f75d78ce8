import { expect, test } from 'vitest';
import { firstHop, type Hop, nextHop } from '../../src/main/net/redirect.ts';

const here = 'https://cms.example.com/api/v1.0/playlist?page=2';

function follow(location: string | undefined, status = 302, hop: Hop = firstHop(here)) {
  return nextHop(hop, { status, location });
}

test.each([200, 204, 300, 304, 305, 306, 404])('the status %i is no redirect', (status) => {
  expect(follow('/there', status)).toBeNull();
});

test.each([301, 302, 303, 307, 308])('the status %i is a redirect', (status) => {
  expect(follow('/there', status)).toMatchObject({ url: 'https://cms.example.com/there', count: 1 });
});

test.each([
  ['//cdn.example.com/a', 'https://cdn.example.com/a'],
  ['?page=3', 'https://cms.example.com/api/v1.0/playlist?page=3'],
  ['https://user:secret@cms.example.com/a', 'https://cms.example.com/a'],
])('%s leads to %s', (location, url) => {
  expect(follow(location)).toMatchObject({ url });
});

test.each([
  undefined,
  'ftp://cms.example.com/',
  'file:///etc/passwd',
  'https://',
  'javascript:1',
])('%s leads nowhere', (location) => {
  expect(follow(location)).toBe('no-address');
});

test('the tenth redirect is followed, the eleventh is a loop, and with 0 each is an answer', () => {
  let hop: Hop = firstHop(here);
  for (let count = 1; count <= 10; count++) {
    const next = follow('/again', 302, hop);
    if (next === null || typeof next === 'string') throw new Error(`${next} at ${count}`);
    hop = next;
  }
  expect(hop.count).toBe(10);
  expect(follow('/again', 302, hop)).toBe('loop');
  expect(nextHop(hop, { status: 302, location: '/again' }, 11)).toMatchObject({ count: 11 });
  expect(nextHop(firstHop(here), { status: 302, location: '/again' }, 0)).toBeNull();
});

test('a redirect from HTTPS to HTTP is refused, and the reverse is followed', () => {
  expect(follow('http://cms.example.com/')).toBe('insecure');
  expect(follow('https://cms.example.com/', 302, firstHop('http://cms.example.com/'))).toMatchObject({
    hasLeft: true,
  });
});

test('a chain that has left its origin counts as foreign from then on', () => {
  const within = follow('/there');
  expect(within).toMatchObject({ hasLeft: false });
  const away = follow('https://cms.example.com:8443/');
  expect(away).toMatchObject({ hasLeft: true });
  expect(follow(here, 302, away as Hop)).toMatchObject({ url: here, hasLeft: true });
});

test.each([
  ['GET', 301, 'GET'],
  ['GET', 303, 'GET'],
  ['HEAD', 303, 'HEAD'],
  ['POST', 301, 'GET'],
  ['POST', 302, 'GET'],
  ['POST', 303, 'GET'],
  ['POST', 307, 'POST'],
  ['POST', 308, 'POST'],
  ['PUT', 302, 'PUT'],
  ['PUT', 303, 'GET'],
  ['DELETE', 301, 'DELETE'],
  ['DELETE', 307, 'DELETE'],
])('a %s that is answered %i goes on as %s', (method, status, then) => {
  expect(follow('/there', status, firstHop(here, method))).toMatchObject({ method: then });
});

test('only GET and HEAD follow a redirect to another origin', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(follow('https://other.example.com/', 307, firstHop(here, method))).toBe('change-elsewhere');
  }
  for (const method of ['GET', 'HEAD']) {
    expect(follow('https://other.example.com/', 307, firstHop(here, method))).toMatchObject({ method });
  }
});
