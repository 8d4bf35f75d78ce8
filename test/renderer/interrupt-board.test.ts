import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Board } from '../../src/renderer/interrupts/board.ts';
import { failPages } from '../../src/renderer/slots/page.ts';
import type { StageInterrupt } from '../../src/shared/interrupts.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import {
  enterDocument,
  type FakeElement,
  type FakeFrame,
  FakeImage,
  leaveDocument,
  pass,
} from './fake-document.ts';

vi.mock('../../src/renderer/slots/snapshot.ts', () => ({ lastSnapshot: async () => null }));

const picture = { kind: 'image', source: 'media/plan.png', mimeType: 'image/png' } as const;
const film = { kind: 'video', source: 'media/way.mp4', mimeType: 'video/mp4' } as const;

beforeEach(() => {
  enterDocument();
  Object.assign(document, { createElementNS: (_: string, tag: string) => document.createElement(tag) });
  vi.stubGlobal('fetch', async () => ({ blob: async () => ({}) }));
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
});
afterEach(leaveDocument);

function board(given: Partial<StageInterrupt> = {}) {
  const interrupt: StageInterrupt = {
    key: 'k',
    zone: '',
    layout: 'full',
    severity: 'warning',
    language: 'en',
    title: 'Closing soon',
    lines: ['Please go to the exit.', 'Thank you.'],
    blank: false,
    medium: null,
    sound: false,
    ...given,
  };
  const made = new Board(interrupt);
  const [element] = (made.region as unknown as FakeElement).children;
  if (element === undefined) throw new Error('there is no board');
  let changes = 0;
  const present = (changed: Partial<StageInterrupt> = {}): void => {
    made.takes({ ...interrupt, ...changed });
    made.present(defaultScreenSettings, () => changes++);
  };
  const media = () => element.children.filter(({ className }) => className === 'medium');
  return { made, interrupt, element, present, media, changes: () => changes };
}

const textIn = (element: FakeElement | undefined): string =>
  element === undefined ? '' : element.textContent + element.children.map(textIn).join('');

describe('the words of an interrupt', () => {
  const written = (given: Partial<StageInterrupt>) =>
    board(given).element.children[0]?.children.map((one) => [one.tag, one.className, textIn(one)]);

  test('are its kind, its title and its lines', () => {
    expect(written({})).toEqual([
      ['p', 'kind', 'Warning'],
      ['h1', 'headline', 'Closing soon'],
      ['p', '', 'Please go to the exit.'],
      ['p', '', 'Thank you.'],
    ]);
  });

  test('have no headline without a title', () => {
    expect(written({ title: '' })?.map(([tag]) => tag)).toEqual(['p', 'p', 'p']);
  });

  test('are not there when it only blanks the screen', () => {
    expect(board({ blank: true }).element.children).toEqual([]);
  });
});

describe('the medium of an interrupt', () => {
  test('appears once it is loaded, and the words stand alone until then', async () => {
    const { made, element, present, media, changes } = board({ medium: picture });
    present();
    expect([made.why, changes(), element.classes.has('with-medium')]).toEqual(['medium-loading', 0, false]);
    FakeImage.last.onload?.();
    FakeImage.last.decoded.resolve();
    await pass(0);
    expect([made.why, changes(), element.classes.has('with-medium')]).toEqual([null, 1, true]);
    present();
    expect([media().length, changes()]).toEqual([1, 1]);
  });

  test('that cannot be had leaves the words alone, with the reason', () => {
    const { made, present, media, changes } = board({ medium: { kind: 'failed', reason: 'HTTP 404' } });
    present();
    expect([made.why, media(), changes()]).toEqual(['text-only: HTTP 404', [], 1]);
  });

  test('that does not load leaves the words alone, with the reason', async () => {
    const { made, present, media, changes } = board({ medium: picture });
    present();
    FakeImage.last.onerror?.();
    await pass(0);
    expect(made.why).toMatch(/^text-only: decode: /);
    expect([media(), changes()]).toEqual([[], 1]);
  });

  test('that does not load is retried at growing intervals, and shown once it loads', async () => {
    const { made, element, present, media } = board({ medium: picture });
    present();
    FakeImage.last.onerror?.();
    await pass(14_000);
    expect(media()).toEqual([]);
    await pass(1_000);
    const second = FakeImage.last;
    second.onerror?.();
    await pass(29_000);
    expect(FakeImage.last).toBe(second);
    await pass(1_000);
    expect(made.why).toMatch(/^text-only: decode: /);
    FakeImage.last.onload?.();
    FakeImage.last.decoded.resolve();
    await pass(0);
    expect([made.why, media().length, element.classes.has('with-medium')]).toEqual([null, 1, true]);
  });

  test('that is on its way is awaited, and shown when it comes', async () => {
    const { made, present, media, changes } = board({ medium: { kind: 'loading' } });
    present();
    expect([made.why, media(), changes()]).toEqual(['medium-loading', [], 1]);
    present({ medium: picture });
    FakeImage.last.onload?.();
    FakeImage.last.decoded.resolve();
    await pass(0);
    expect([made.why, media().length, changes()]).toEqual([null, 1, 2]);
  });

  test('that is a page is retried until it is there, and the words stay meanwhile', async () => {
    const { made, element, present, media, changes } = board({
      medium: { kind: 'page', address: 'http://shop.test/floor' },
    });
    const frame = () => media()[0]?.querySelectorAll('iframe')[0] as FakeFrame | undefined;
    present();
    failPages('http://shop.test/floor', 'unreachable: ConnectionRefused');
    await pass(0);
    expect([made.why, media(), changes()]).toEqual(['text-only: unreachable: ConnectionRefused', [], 1]);
    await pass(15_000);
    failPages('http://shop.test/floor', 'unreachable: ConnectionRefused');
    await pass(0);
    expect([made.why, media()]).toEqual(['text-only: unreachable: ConnectionRefused', []]);
    await pass(15_000);
    expect([made.why, element.classes.has('with-medium')]).toEqual([
      'text-only: unreachable: ConnectionRefused',
      false,
    ]);
    frame()?.onload?.();
    await pass(0);
    expect([made.why, element.classes.has('with-medium'), media().length]).toEqual([null, true, 1]);
    failPages('http://shop.test/floor', 'crashed');
    await pass(0);
    made.release();
    await pass(60_000);
    expect(media()).toEqual([]);
  });

  test('goes with its interrupt, and a late one does not come back', async () => {
    const { made, element, present, media, changes } = board({ medium: picture });
    present();
    made.release();
    FakeImage.last.onload?.();
    FakeImage.last.decoded.resolve();
    await pass(0);
    expect([media(), element.classes.has('with-medium'), changes()]).toEqual([[], false, 0]);
  });
});

describe('the sound of an interrupt', () => {
  const horn = { kind: 'audio', source: 'media/horn.mp3' } as const;

  test('is the chime, a prepared sound, or that of its video', () => {
    expect(board({ sound: false }).made.heard).toBeNull();
    expect(board({ sound: true }).made.heard).toEqual({ source: null });
    expect(board({ sound: horn }).made.heard).toEqual({ source: 'media/horn.mp3' });
    const filmed = board({ sound: true, medium: film });
    filmed.present();
    expect([filmed.made.hasFilm, filmed.made.heard]).toEqual([true, null]);
  });

  test('that cannot be had is the chime, with the reason', () => {
    const { made } = board({ sound: { kind: 'failed', reason: 'HTTP 404' } });
    expect([made.heard, made.why]).toEqual([{ source: null }, 'chime-only: HTTP 404']);
    expect(board({ sound: { kind: 'loading' } }).made.why).toBe('sound-loading');
    expect(board({ sound: horn }).made.why).toBeNull();
  });

  test('ends with an acknowledgement, and the rest stays', () => {
    const { made, interrupt, present, changes } = board({ sound: true });
    present();
    expect(made.takes({ ...interrupt, title: 'Another' })).toBe(false);
    expect(made.takes({ ...interrupt, sound: false })).toBe(true);
    made.present(defaultScreenSettings, () => expect(made.heard).toBeNull());
    expect([made.heard, changes()]).toEqual([null, 0]);
  });
});
