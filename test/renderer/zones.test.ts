import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Zones } from '../../src/renderer/zones.ts';
import type { FromScreen } from '../../src/shared/messages.ts';
import { defaultScreenSettings, type Zone } from '../../src/shared/programme.ts';
import { enterDocument, FakeElement, leaveDocument, pass } from './fake-document.ts';
import { FakeClock } from './fakes.ts';
import { cue, image, looping } from './programmes.ts';

// Which zone plays what. What is seen of them is tested on a display.

beforeEach(() => {
  enterDocument();
  vi.stubGlobal('devicePixelRatio', 1);
});
afterEach(leaveDocument);

const zone = (id: string, left: Zone['left'], width: Zone['width']): Zone => ({
  id,
  left,
  top: 0,
  width,
  height: '100%',
  fit: 'contain',
  sounds: false,
});
const divided = { ...defaultScreenSettings, zones: [zone('main', 0, '60%'), zone('side', '60%', '40%')] };
const of = (id: string) =>
  looping(`programme of ${id}`, [cue(id, image(id), 10_000)], { screenId: id === '' ? '1' : `1/${id}` });

function zones() {
  const surface = Object.assign(new FakeElement('main'), { clientWidth: 1_000, clientHeight: 500 });
  const messages: FromScreen[] = [];
  const made = new Zones({
    surface: surface as unknown as HTMLElement,
    clock: new FakeClock(),
    report: (message) => messages.push(message),
    covered: () => undefined,
  });
  const boxes = () =>
    surface.children
      .flatMap(({ children }) => children)
      .filter(({ className }) => className === 'zone')
      .map(({ style }) => [style.left, style.width]);
  const playing = () => made.all.map(({ id, player }) => [id, player.programmeId]);
  return { made, surface, messages, boxes, playing };
}

describe('a screen', () => {
  test('plays its programme on all of it where it is not divided', () => {
    const { made, playing, messages } = zones();
    made.play(of(''), false, false);
    expect(playing()).toEqual([['', 'programme of ']]);
    expect(messages).toMatchObject([{ type: 'preparing', turn: { cueId: '' } }]);
    expect(messages[0]).not.toHaveProperty('zone');
  });

  test('plays nothing while it is black, and keeps its programme', () => {
    const { made, playing, messages } = zones();
    made.play(of(''), false, true);
    expect(playing()).not.toEqual([['', 'programme of ']]);
    expect([messages, made.programmes.map(({ id }) => id)]).toEqual([[], ['programme of ']]);
  });

  test('plays in each zone its own programme, in its place, and ignores one of another zone', () => {
    const { made, boxes, playing, messages } = zones();
    made.adjust(divided);
    for (const id of ['side', 'main', 'gone']) made.play(of(id), false, false);
    expect(playing()).toEqual([
      ['main', 'programme of main'],
      ['side', 'programme of side'],
    ]);
    expect(boxes()).toEqual([
      ['0px', '600px'],
      ['600px', '400px'],
    ]);
    expect(messages).toMatchObject([
      { type: 'preparing', zone: 'side' },
      { type: 'preparing', zone: 'main' },
    ]);
  });

  test('keeps the zones before until the new ones show something, for five seconds at most', async () => {
    const { made, surface } = zones();
    const layers = () => surface.children.filter(({ className }) => className === 'layer').length;
    made.play(of(''), false, false);
    expect(layers()).toBe(2);
    made.adjust(divided);
    await pass(4_999);
    expect(layers()).toBe(2);
    await pass(1);
    expect(layers()).toBe(0);
    expect(made.programmes).toEqual([]);
  });

  test('goes on in each zone after the item that the stage before showed there', () => {
    const { made, messages } = zones();
    const two = (id: string) =>
      looping(id, [cue(`${id} 1`, image('1'), 10_000), cue(`${id} 2`, image('2'), 10_000)], {
        screenId: `1/${id}`,
      });
    made.adjust(divided);
    const after = (cueId: string) => ({ cueId, pass: 0, index: 0 });
    made.follow({
      type: 'follow',
      after: after('main 1'),
      standsBy: false,
      zone: 'main',
      others: [{ zone: 'side', after: null }],
    });
    for (const id of ['main', 'side']) made.play(two(id), false, false);
    expect(messages).toMatchObject([
      { type: 'preparing', zone: 'main', turn: { cueId: 'main 2' } },
      { type: 'preparing', zone: 'side', turn: { cueId: 'side 1' } },
    ]);
  });
});
