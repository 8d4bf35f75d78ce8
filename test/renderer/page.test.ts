import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failPages, PageSlot } from '../../src/renderer/slots/page.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import {
  enterDocument,
  type FakeElement,
  type FakeFrame,
  FakeImage,
  leaveDocument,
  pass,
} from './fake-document.ts';
import { cue, page } from './programmes.ts';
import { fateOf, slotNeeds } from './slot-needs.ts';

let snapshot: FakeImage | null = null;

vi.mock('../../src/renderer/slots/snapshot.ts', () => ({ lastSnapshot: async () => snapshot }));

const opened: PageSlot[] = [];

beforeEach(() => {
  enterDocument();
  snapshot = null;
});
afterEach(() => {
  for (const slot of opened.splice(0)) slot.release();
  leaveDocument();
});

const address = 'http://shop.test/offers';

interface Made {
  readonly slot: PageSlot;
  readonly reported: readonly string[];
  readonly element: FakeElement;
  frames(): readonly FakeFrame[];
}

function made(at = address): Made {
  const needs = slotNeeds(cue('page', page(at), 60_000), {
    settings: { ...defaultScreenSettings, pageReloadMs: 600_000 },
  });
  const slot = new PageSlot(needs, at);
  opened.push(slot);
  const element = slot.element as unknown as FakeElement;
  return {
    slot,
    reported: needs.reported,
    element,
    frames: () => element.querySelectorAll('iframe') as readonly FakeFrame[],
  };
}

/** Loaded and in sight. */
async function shown(): Promise<Made> {
  const all = made();
  const load = all.slot.load();
  all.frames()[0]?.onload?.();
  await pass(0);
  await load;
  all.slot.shown();
  return all;
}

describe('loading', () => {
  test('ends when the frame fires load', async () => {
    const { slot, frames } = made();
    const load = fateOf(slot.load());
    expect(frames().map(({ src }) => src)).toEqual([address]);
    await pass(10_000);
    expect(load.is).toBe('waiting');
    frames()[0]?.onload?.();
    await pass(0);
    expect(load.is).toBe('done');
  });

  test('fails after 15 s, and leaves nothing behind', async () => {
    const { slot, element } = made();
    const load = fateOf(slot.load());
    await pass(14_999);
    expect(load.is).toBe('waiting');
    await pass(1);
    expect(load.is).toBe('timeout: loading the page took over 15 s');
    expect(element.children).toEqual([]);
  });

  test('shows the last good snapshot after a failure', async () => {
    snapshot = new FakeImage();
    const { slot, element, reported } = made();
    const load = fateOf(slot.load());
    failPages(`${address}#here`, 'status 503');
    await pass(0);
    expect(load.is).toBe('done');
    expect(element.children).toEqual([snapshot]);
    failPages(address, 'status 503');
    expect(reported, 'a picture does not break').toEqual([]);
  });

  test.each([
    ['mailto:a@shop.test', /^unsupported/],
    ['no address', /^unsupported/],
    ['http://vitrine.localhost/other', /^refused/],
  ])('of %s is refused', async (at, reason) => {
    const load = fateOf(made(at).slot.load());
    await pass(0);
    expect(load.is).toMatch(reason);
  });

  test('ends on release', async () => {
    snapshot = new FakeImage();
    const { slot, element } = made();
    const load = fateOf(slot.load());
    slot.release();
    await pass(0);
    expect(load.is).toBe('released');
    expect(element.children).toEqual([]);
  });
});

describe('a page that stays in sight', () => {
  test('reloads behind itself at the configured interval', async () => {
    const { frames } = await shown();
    const [first] = frames();
    await pass(599_999);
    expect(frames()).toEqual([first]);
    await pass(1);
    const [, second] = frames();
    expect(first?.style.zIndex).toBe('1');
    second?.onload?.();
    await pass(499);
    expect(second?.style.zIndex, 'loaded is not yet painted').toBeUndefined();
    await pass(1);
    expect([second?.style.zIndex, frames()]).toEqual(['2', [first, second]]);
    await pass(32);
    expect([second?.style.zIndex, frames()]).toEqual(['', [second]]);
    await pass(600_000);
    expect(frames()).toHaveLength(2);
  });

  test('reloads at another time after the settings change', async () => {
    const { slot, frames } = await shown();
    await pass(100_000);
    slot.adjust({ ...defaultScreenSettings, pageReloadMs: 130_000, pageZoom: 2 });
    expect(frames()[0]?.style).toMatchObject({ width: '50%', height: '50%', scale: '2' });
    await pass(29_999);
    expect(frames()).toHaveLength(1);
    await pass(1);
    expect(frames()).toHaveLength(2);
  });

  test('starts no timer when settings change before it is in sight', async () => {
    const { slot, frames } = made();
    void fateOf(slot.load());
    frames()[0]?.onload?.();
    await pass(0);
    slot.adjust({ ...defaultScreenSettings, pageReloadMs: 1_000 });
    await pass(60_000);
    expect(frames()).toHaveLength(1);
  });

  test('stays after a failed reload, which is retried', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { frames, reported } = await shown();
    const [first] = frames();
    await pass(600_000);
    failPages(address, 'status 500');
    await pass(0);
    expect(frames()).toEqual([first]);
    expect(warned).toHaveBeenCalledOnce();
    expect(reported).toEqual([]);
    await pass(600_000);
    expect(frames()).toHaveLength(2);
    warned.mockRestore();
  });

  test('retries every minute while only a snapshot shows', async () => {
    snapshot = new FakeImage();
    const { slot, frames, element } = made();
    void fateOf(slot.load());
    failPages(address, 'unreachable');
    await pass(0);
    slot.shown();
    await pass(59_999);
    expect(frames()).toEqual([]);
    await pass(1);
    frames()[0]?.onload?.();
    await pass(600);
    expect(element.children).toEqual(frames());
    await pass(60_000);
    expect(frames()).toHaveLength(1);
  });

  test('does not reload after release', async () => {
    const { slot, element } = await shown();
    slot.release();
    await pass(3_600_000);
    expect(element.children).toEqual([]);
  });
});

describe('a page that fails', () => {
  test('fails in sight when no load is in progress', async () => {
    const { reported } = await shown();
    failPages('http://other.test/', 'status 500');
    expect(reported).toEqual([]);
    failPages(`${address}#top`, 'unreachable');
    expect(reported).toEqual(['unreachable']);
  });

  test('fails where it is loading, not where the same page is in sight', async () => {
    const seen = await shown();
    const waiting = made();
    const load = fateOf(waiting.slot.load());
    failPages(address, 'status 500');
    await pass(0);
    expect([seen.reported, load.is]).toEqual([[], 'status 500']);
  });

  test('fails everywhere when its process dies', async () => {
    const seen = await shown();
    const waiting = made();
    const load = fateOf(waiting.slot.load());
    failPages(address, 'crashed');
    await pass(0);
    expect([seen.reported, load.is]).toEqual([['crashed'], 'crashed']);
  });
});
