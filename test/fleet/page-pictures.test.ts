import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// @ts-expect-error The page's own file, as browsers have it.
import { Pictures } from '../../src/pages/fleet/pictures.js';

const jpeg = new Uint8Array([0xff, 0xd8]);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Request {
  readonly device: string;
  readonly heard: (state: string, reason?: unknown) => void;
  readonly denied: () => void;
}

/** The pictures of a page with these players in sight. */
function inSight(count: number) {
  const devices = Array.from({ length: count }, (_, at) => `shop-${at + 1}`);
  const requests: Request[] = [];
  let isUp = true;
  const screen = (device: string) => ({
    device,
    online: true,
    commands: null,
    isSigned: false,
    state: { screens: [{ id: '1', isOff: false, seen: 'painting' }], reasons: [], cannot: {} },
  });
  const pictures = new Pictures({
    isUp: () => isUp,
    screen,
    ask: (device: string, _: object, heard: Request['heard'], denied: () => void) =>
      requests.push({ device, heard, denied }),
    changed: () => undefined,
  });
  pictures.want(new Set(devices));
  return {
    requests,
    comes: (device: string) => pictures.hear(device, jpeg, { screenId: '1' }),
    of: (device: string) => pictures.of(screen(device)),
    link: (up: boolean) => {
      isUp = up;
    },
    scroll: (...shown: readonly string[]) => pictures.want(new Set(shown)),
  };
}

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

test('a picture in sight is requested again after five minutes, and not before', () => {
  const { requests, comes, of } = inSight(1);
  expect(requests).toHaveLength(1);
  comes('shop-1');
  expect(of('shop-1').kept).not.toBeNull();
  minutes(4.9);
  expect(requests).toHaveLength(1);
  minutes(0.2);
  expect(requests).toHaveLength(2);
  // The last one stays until the next is there.
  expect(of('shop-1').kept).not.toBeNull();
});

test('a player that stays silent is named after twenty seconds, and asked again a minute later', () => {
  const { requests, of } = inSight(1);
  vi.advanceTimersByTime(19_000);
  expect(of('shop-1').why).toEqual({ code: 'fleet.no-picture.coming' });
  vi.advanceTimersByTime(2_000);
  expect(of('shop-1').why).toEqual({ code: 'fleet.no-picture.silent' });
  expect(requests).toHaveLength(1);
  vi.advanceTimersByTime(61_000);
  expect(requests).toHaveLength(2);
  // The first command expires now: that is not the fate of the second.
  requests[0]?.heard('failed', 'Too late.');
  expect(of('shop-1').why).toEqual({ code: 'fleet.no-picture.coming' });
  requests[1]?.heard('failed', 'The browser is gone.');
  expect(of('shop-1').why).toBe('The browser is gone.');
});

test('six are under way at most; the next is requested when one has come, or is silent', () => {
  const { requests, comes } = inSight(9);
  expect(requests).toHaveLength(6);
  vi.advanceTimersByTime(5_000);
  expect(requests).toHaveLength(6);
  comes('shop-1');
  expect(requests.at(-1)?.device).toBe('shop-7');
  vi.advanceTimersByTime(21_000);
  expect(requests.map(({ device }) => device)).toEqual(expect.arrayContaining(['shop-8', 'shop-9']));
});

test('nothing is requested without a link, out of sight, in a hidden tab, or where the user may only read', () => {
  const { requests, comes, link, scroll, of } = inSight(1);
  comes('shop-1');
  link(false);
  minutes(6);
  expect(requests).toHaveLength(1);
  link(true);
  vi.stubGlobal('document', { hidden: true });
  minutes(1);
  expect(requests).toHaveLength(1);
  vi.stubGlobal('document', { hidden: false });
  scroll('shop-2');
  minutes(1);
  expect(requests.filter(({ device }) => device === 'shop-1')).toHaveLength(1);
  requests.at(-1)?.denied();
  const before = requests.length;
  minutes(10);
  expect(requests).toHaveLength(before);
  expect(of('shop-2').why).toEqual({ code: 'fleet.no-picture.reader' });
});
