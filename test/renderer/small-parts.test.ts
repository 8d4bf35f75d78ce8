import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Blackout, emptied } from '../../src/renderer/blackout.ts';
import { verdictsOn } from '../../src/renderer/decoders.ts';
import { Chime } from '../../src/renderer/interrupts/chime.ts';
import { fitWords } from '../../src/renderer/interrupts/fit.ts';
import { CornerLogo } from '../../src/renderer/logo.ts';
import { setupForm } from '../../src/renderer/screens/form.ts';
import { CatchUp, seek } from '../../src/renderer/slots/catch-up.ts';
import { enterDocument, FakeElement, FakeImage, FakeMedia, leaveDocument, pass } from './fake-document.ts';
import { cue, looping, page } from './programmes.ts';

beforeEach(enterDocument);
afterEach(leaveDocument);

describe('a black screen', () => {
  function dark() {
    const body = new FakeElement('body');
    vi.stubGlobal('document', { ...document, body });
    const surface = new FakeElement('main');
    return { blackout: new Blackout(surface as unknown as HTMLElement), surface, body };
  }

  test('shows nothing again before that is correct', () => {
    const { blackout, surface, body } = dark();
    blackout.on();
    expect([surface.style.display, body.style.background, blackout.isOn]).toEqual(['none', 'black', true]);
    let show = (): void => undefined;
    blackout.off((ready) => {
      show = ready;
    });
    expect([surface.style.display, surface.style.opacity, blackout.isOn]).toEqual(['', '0', false]);
    show();
    expect([surface.style.opacity, body.style.background]).toEqual(['', '']);
  });

  test('stays black when it is switched off again before anything is correct', () => {
    const { blackout, surface, body } = dark();
    blackout.on();
    let show = (): void => undefined;
    blackout.off((ready) => {
      show = ready;
    });
    blackout.on();
    show();
    expect([surface.style.opacity, surface.style.display, body.style.background]).toEqual([
      '0',
      'none',
      'black',
    ]);
  });

  test('loads nothing', () => {
    const whole = looping('p', [cue('a', page('http://shop.test/'), 1_000)]);
    const empty = emptied(whole);
    expect([empty.cues, empty.inStep, empty.id === whole.id]).toEqual([[], false, false]);
  });
});

describe('the words of an interrupt', () => {
  /** Words that need so many pixels at a size of one pixel, in a box of 1000. */
  function fitted(tall: number, wide: number, side = 1_000) {
    const classes = new Set<string>();
    const sizes: number[] = [];
    const size = () => sizes.at(-1) ?? 0;
    const width = () => (classes.has('breaks') ? 0 : wide * size());
    const words = {
      style: { setProperty: (_: string, value: string) => sizes.push(Number.parseFloat(value)) },
      get scrollHeight() {
        return tall * size();
      },
      clientHeight: 1_000,
      children: [
        {
          get scrollWidth() {
            return width();
          },
          clientWidth: 1_000,
        },
      ],
    };
    const board = {
      classList: { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) },
    };
    const region = { clientWidth: side, clientHeight: 2 * side };
    fitWords(...([board, words, 'full', region] as unknown as Parameters<typeof fitWords>));
    return { size: size(), breaks: classes.has('breaks') };
  }

  test('are as large as their part of the screen allows', () => {
    expect(fitted(1, 1)).toEqual({ size: 200, breaks: false });
  });

  test('shrink until height and width both fit', () => {
    const tall = fitted(10, 1);
    expect(tall.size).toBeLessThanOrEqual(100);
    expect(tall.size).toBeGreaterThan(99);
    const wide = fitted(1, 20);
    expect(wide.size).toBeLessThanOrEqual(50);
    expect(wide.size).toBeGreaterThan(49);
    expect([tall.breaks, wide.breaks]).toEqual([false, false]);
  });

  test('break where no size would do', () => {
    const { size, breaks } = fitted(10, 1_000);
    expect(breaks).toBe(true);
    expect(size).toBeGreaterThan(99);
    expect(fitted(1_000, 1).size).toBeCloseTo(8, 0);
  });
});

describe('the signal of an interrupt', () => {
  const heard: string[] = [];

  beforeEach(() => {
    heard.length = 0;
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        constructor() {
          heard.push('opened');
        }
        async close() {
          heard.push('closed');
        }
      },
    );
    const node = class {
      gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
      connect = (next: unknown) => next;
      stop = () => undefined;
      start = () => heard.push('tone');
    };
    vi.stubGlobal('GainNode', node);
    vi.stubGlobal('OscillatorNode', node);
  });
  const tones = () => heard.filter((one) => one === 'tone').length;

  test('of an alarm sounds again and again, and ends with it', async () => {
    const chime = new Chime();
    chime.play({ severity: 'alarm', source: null }, 0.5);
    expect(tones()).toBe(4);
    await pass(2_400);
    expect(tones()).toBe(8);
    chime.play(null, 0.5);
    await pass(10_000);
    expect([tones(), heard.at(-1)]).toEqual([8, 'closed']);
  });

  test('does not restart while the same interrupt is sent again', () => {
    const chime = new Chime();
    chime.play({ severity: 'alarm', source: null }, 0.5);
    chime.play({ severity: 'alarm', source: null }, 0.5);
    expect(heard.filter((one) => one === 'opened')).toHaveLength(1);
    chime.play({ severity: 'warning', source: null }, 0.5);
    expect(heard.filter((one) => one !== 'tone')).toEqual(['opened', 'closed', 'opened']);
  });

  test('of an information is heard once, and never without a volume', async () => {
    const chime = new Chime();
    chime.play({ severity: 'info', source: null }, 0);
    expect(heard).toEqual([]);
    chime.play({ severity: 'info', source: null }, 1);
    await pass(60_000);
    expect(tones()).toBe(2);
  });
});

describe('the logo', () => {
  const one = { source: 'media/one.png', position: 'top-left', opacity: 0.5 } as const;

  beforeEach(() => {
    vi.stubGlobal('fetch', async () => ({ blob: async () => ({}) }));
    vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
  });
  async function arrives(): Promise<void> {
    FakeImage.last.onload?.();
    FakeImage.last.decoded.resolve();
    await pass(0);
  }

  test('appears once it is loaded, and leaves when there is none', async () => {
    const logo = new CornerLogo();
    logo.show(one);
    expect([logo.element.hidden, logo.element.style.opacity, logo.element.dataset.position]).toEqual([
      ...[true, '0.5', 'top-left'],
    ]);
    await arrives();
    expect([logo.element.hidden, logo.element.src]).toEqual([false, one.source]);
    logo.show(null);
    expect([logo.element.hidden, logo.element.style.opacity]).toEqual([true, '1']);
  });

  test('that was replaced while it loaded is not shown', async () => {
    const logo = new CornerLogo();
    logo.show(one);
    const first = FakeImage.last;
    logo.show({ ...one, source: 'media/two.png' });
    await arrives();
    expect(logo.element.src).toBe('media/two.png');
    first.onload?.();
    first.decoded.resolve();
    await pass(0);
    expect(logo.element.src).toBe('media/two.png');
  });

  test('that only moves is not loaded again', async () => {
    const logo = new CornerLogo();
    logo.show(one);
    await arrives();
    logo.show({ ...one, position: 'bottom-right' });
    expect([logo.element.hidden, logo.element.dataset.position]).toEqual([false, 'bottom-right']);
  });
});

describe('a position in a clip', () => {
  const media = (changes: Partial<FakeMedia> = {}) => {
    const made = Object.assign(new FakeMedia('video'), changes);
    return { made, element: made as unknown as HTMLMediaElement };
  };

  test('is sought only once the length is known', () => {
    for (const duration of [Number.NaN, Number.POSITIVE_INFINITY, 0]) {
      const { made, element } = media({ duration, currentTime: 3 });
      seek(element, 5_000);
      expect(made.currentTime).toBe(3);
    }
    const { made, element } = media({ currentTime: 3 });
    seek(element, 0);
    expect(made.currentTime).toBe(3);
  });

  test('stays before the very end, and goes round in a loop', () => {
    const clip = media();
    seek(clip.element, 60_000);
    expect(clip.made.currentTime).toBe(9.95);
    const loop = media({ loop: true });
    seek(loop.element, 24_000);
    expect(loop.made.currentTime).toBe(4);
  });

  test('is made up by speed when it is close, and by a jump otherwise', () => {
    const { made, element } = media({ currentTime: 5 });
    const catchUp = new CatchUp(element);
    catchUp.follow(5_010);
    expect(made.currentTime).toBe(5);
    expect(made.playbackRate).toBeCloseTo(1.008, 5);
    catchUp.follow(4_900);
    expect([made.currentTime, made.playbackRate]).toEqual([5, 0.98]);
    catchUp.follow(7_000);
    expect(made.currentTime).toBeGreaterThan(7);
    expect(made.playbackRate).toBe(1);
  });

  test('is left alone while it is sought or unknown', () => {
    for (const changes of [{ seeking: true }, { duration: Number.NaN }, { duration: 0 }]) {
      const { made, element } = media({ currentTime: 5, ...changes });
      new CatchUp(element).follow(9_000);
      expect([made.currentTime, made.playbackRate]).toEqual([5, 1]);
    }
  });
});

test('a browser is asked about codecs in every container, and about images where it can say', async () => {
  const requested = (type: string) => (type.includes('webm; codecs="vp9"') ? 'probably' : '');
  vi.stubGlobal('document', { createElement: () => ({ canPlayType: requested }) });
  vi.stubGlobal('navigator', { userAgent: 'Test 1' });
  const types = ['video/mp4; codecs="vp9"', 'video/mp4; codecs="hev1"', 'image/avif'];
  expect(await verdictsOn(types)).toEqual({
    browser: 'Test 1',
    decodes: { 'video/mp4; codecs="vp9"': true, 'video/mp4; codecs="hev1"': false },
  });
  const ImageDecoder = { isTypeSupported: async () => true };
  vi.stubGlobal('ImageDecoder', ImageDecoder);
  vi.stubGlobal('window', { ImageDecoder });
  expect((await verdictsOn(types)).decodes).toMatchObject({ 'image/avif': true });
});

test('a row of the setup form has its hint only where there is one, and the active one is marked', () => {
  const row = { kind: 'text', label: 'Token', value: '•••', isActive: true } as const;
  const [, , , list] = setupForm({
    step: '1',
    title: 'CMS',
    code: null,
    notice: null,
    keys: [],
    rows: [
      { ...row, hint: 'hidden' },
      { ...row, hint: '', isActive: false },
      { ...row, kind: 'line', hint: '' },
    ],
  }) as unknown as readonly FakeElement[];
  const rows = list?.children ?? [];
  const texts = rows.map(({ children }) => children.map(({ className }) => className));
  expect(texts).toEqual([
    ['label', 'value', 'remark'],
    ['label', 'value'],
    ['value', 'label'],
  ]);
  expect(rows.map(({ attributes }) => attributes.get('aria-current') ?? null)).toEqual([
    'true',
    null,
    'true',
  ]);
});
