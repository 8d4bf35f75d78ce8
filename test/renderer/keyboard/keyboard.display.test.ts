import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { openShell, type Shell } from './shell.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell(1280, 720);
});
afterAll(() => shell.close());

const fields = `<!doctype html><meta charset="utf-8"><body style="margin:20px;font-size:24px">
<style>input,textarea,div[contenteditable]{display:block;width:400px;height:36px;font-size:24px;margin:4px}</style>
<input id="none" inputmode="none" value="none"><input id="fixed" readonly value="fixed"><button id="button">OK</button>
<input id="text"><input id="password" type="password"><input id="email" type="email" enterkeyhint="next">
<input id="tel" type="tel"><input id="number" type="number"><input id="pin" type="password" inputmode="numeric">
<input id="search" type="search"><textarea id="long"></textarea><div contenteditable id="rich"></div>
<div id="host" style="width:400px;height:44px"></div>
<script>
const root = host.attachShadow({ mode: 'open' });
root.innerHTML = '<input id="inner" type="url" style="display:block;width:400px;height:36px">';
globalThis.heard = [];
for (const name of ['keydown', 'input', 'blur'])
  addEventListener(name, (event) => heard.push(name + ':' + (event.key ?? event.data ?? '') + ':' + event.isTrusted), true);
</script>`;

const value = (id: string) =>
  shell.inPage(`document.querySelector('#${id}').value ?? document.querySelector('#${id}').textContent`);
const hasKeyboard = async () => (await shell.inShell(`document.querySelector('.keyboard').hidden`)) === false;
const gone = () => until('no keyboard', async () => !(await hasKeyboard()));

describe('in a page with fields', () => {
  beforeEach(() => shell.openPage(fields));

  test('the keyboard comes with a field and goes with its focus', async () => {
    expect(await hasKeyboard()).toBe(false);
    await shell.focus('#text');
    await shell.tapField('#button');
    await gone();
    expect(shell.fields.at(-1)).toBeNull();
  });

  test('a field receives what is typed, as from a real keyboard, and keeps the focus', async () => {
    await shell.focus('#text');
    await shell.keys(
      'shift',
      'H',
      'e',
      'y',
      'English',
      'symbols',
      '4',
      '2',
      '€',
      'letters',
      'x',
      'backspace',
    );
    await until('the text', async () => (await value('text')) === 'Hey 42€');
    expect(await shell.inPage('heard.slice(0, 2)')).toEqual(['keydown:H:true', 'input:H:true']);
    expect(await shell.inPage(`heard.filter((one) => one.startsWith('blur')).length`)).toBe(0);
    expect(await shell.inPage('document.activeElement.id')).toBe('text');
  });

  const getsKeys = async (id: string, field: { kind: string; enter: string; isSecret: boolean }) => {
    expect(await shell.focus(`#${id}`)).toEqual(field);
    const isNumeric = ['tel', 'number', 'pin'].includes(field.kind);
    await shell.keys(...(isNumeric ? ['1', '2', '3', 'backspace'] : ['q', 'w', 'backspace']));
    const typed = () => (id === 'host' ? shell.inPage('root.querySelector("input").value') : value(id));
    await until('the text', async () => (await typed()) === (isNumeric ? '12' : 'q'));
  };
  const keysOfField = 'the field %s gets the keys for it';

  test.each([
    ['pin', { kind: 'pin', enter: 'enter', isSecret: true }],
    ['long', { kind: 'text', enter: 'newline', isSecret: false }],
    ['host', { kind: 'url', enter: 'enter', isSecret: false }],
  ])(keysOfField, getsKeys);

  test.each([
    ['email', { kind: 'email', enter: 'next', isSecret: false }],
    ['tel', { kind: 'tel', enter: 'enter', isSecret: false }],
    ['number', { kind: 'number', enter: 'enter', isSecret: false }],
    ['password', { kind: 'text', enter: 'enter', isSecret: true }],
    ['search', { kind: 'text', enter: 'search', isSecret: false }],
    ['rich', { kind: 'text', enter: 'newline', isSecret: false }],
  ])(keysOfField, { tags: 'long' }, getsKeys);

  test.each(['none', 'fixed'])('a field that is %s brings no keyboard', async (id) => {
    await shell.focus('#text');
    await shell.tapField(`#${id}`);
    await gone();
  });

  test('Enter starts a line in a long text, and sends a form', async () => {
    await shell.inPage(`(() => {
      const text = document.querySelector('#text');
      const form = document.createElement('form');
      form.onsubmit = (event) => { event.preventDefault(); globalThis.isSent = true; };
      text.replaceWith(form);
      form.append(text);
    })()`);
    await shell.focus('#long');
    await shell.keys('a', 'enter', 'b');
    await until('two lines', async () => (await value('long')) === 'a\nb');
    await shell.focus('#text');
    await shell.keys('enter');
    await until('the form', () => shell.inPage('globalThis.isSent'));
  });

  test('a long press offers accents, and the finger chooses', async () => {
    await shell.focus('#text');
    const [x, y] = await shell.keyAt('e');
    await shell.down(x, y);
    await until('the offer', () =>
      shell.inShell(`document.querySelector('.offer [aria-current=true]')?.textContent === 'é'`),
    );
    const second = (await shell.inShell(`(() => {
      const { left, top, width, height } = document.querySelectorAll('.offer li')[1].getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`)) as [number, number];
    await shell.move(...second);
    await shell.up();
    await until('the letter', async () => (await value('text')) === 'è');
    expect(await shell.inShell(`document.querySelector('.offer').hidden`)).toBe(true);
  });

  const offersAbove = async (name: string) => {
    await shell.focus('#text');
    const [x, y] = await shell.keyAt(name);
    await shell.down(x, y);
    const first = await until('the offer', () =>
      shell.inShell(`(() => {
        const drawn = document.querySelector('.offer li');
        if (!drawn) return null;
        const { left, width } = drawn.getBoundingClientRect();
        return [left + width / 2, document.querySelector('.offer').getBoundingClientRect().left];
      })()`),
    );
    expect(first).toEqual([expect.closeTo(x, 0), expect.any(Number)]);
    expect((first as number[])[1]).toBeGreaterThanOrEqual(0);
    await shell.up();
  };
  const firstOffer = 'a long press on %s offers the first one above the finger';
  test.each(['a'])(firstOffer, offersAbove);
  test.each(['i', 'l', 'o'])(firstOffer, { tags: 'long' }, offersAbove);

  test('Backspace repeats while it is held', async () => {
    await shell.inPage(`document.querySelector('#text').value = 'a long word'`);
    await shell.focus('#text');
    await shell.inPage(`document.querySelector('#text').setSelectionRange(11, 11)`);
    await shell.down(...(await shell.keyAt('backspace')));
    await until('an empty field', async () => (await value('text')) === '');
    await shell.up();
    const { length } = shell.typed;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(shell.typed.length).toBe(length);
  });

  test('a pressed key is highlighted, but not in a secret field', async () => {
    const pressed = () => shell.inShell(`document.querySelectorAll('[data-pressed]').length`);
    await shell.focus('#text');
    await shell.down(...(await shell.keyAt('q')));
    expect(await pressed()).toBe(1);
    await shell.up();
    expect(await pressed()).toBe(0);
    await shell.focus('#password');
    await shell.down(...(await shell.keyAt('q')));
    expect(await pressed()).toBe(0);
    await shell.up();
  });

  test('a person puts the keyboard away, and a touch of the field brings it back', async () => {
    await shell.focus('#text');
    await shell.keys('hide');
    await gone();
    expect(shell.typed.at(-1)).toBe('hidden');
    await shell.focus('#text');
    await shell.keys('q');
    await until('the letter', async () => (await value('text')) === 'q');
  });

  test('the keyboard goes when its field is removed or the page leads elsewhere', async () => {
    await shell.focus('#text');
    await shell.inPage(`document.querySelector('#text').remove()`);
    await gone();
    await shell.focus('#email');
    await shell.inPage(`location.reload()`);
    await gone();
  });

  test('the page can neither see the watcher nor press a key', async () => {
    await shell.focus('#text');
    const { length } = shell.typed;
    expect(await shell.inPage(`[typeof reportField, typeof watchesFields, typeof wrote]`)).toEqual([
      'undefined',
      'undefined',
      'undefined',
    ]);
    await shell.inPage(`for (const type of ['pointerdown', 'pointerup', 'click'])
      for (let y = 0; y < 720; y += 40) dispatchEvent(new PointerEvent(type, { clientX: 640, clientY: y, bubbles: true }))`);
    expect(
      await shell.inPage(`(() => { try { return parent.document.title } catch { return 'refused' } })()`),
    ).toBe('refused');
    expect(shell.typed.length).toBe(length);
  });
});

describe('a field at the bottom', () => {
  const inSight = async (selector: string, ending?: string) =>
    shell.inPage(
      `new Promise((resolve) => new IntersectionObserver(([entry], self) => { self.disconnect(); resolve(entry.intersectionRatio) }).observe(document.querySelector('${selector}')))`,
      ending,
    );

  test('of a page stays in sight', async () => {
    await shell.openPage(
      `<!doctype html><body style="margin:0"><div style="height:660px"></div><input id="low" style="height:40px">`,
    );
    await shell.focus('#low');
    await until('the field in sight', async () => (await inSight('#low')) === 1);
  });

  test('of a frame of another site in the page stays in sight, and can be typed into', async () => {
    await shell.openPage(
      `<!doctype html><body style="margin:0"><div style="height:360px"></div><iframe src="ELSEWHERE/inner" style="border:0;width:600px;height:340px;display:block"></iframe><div style="height:900px"></div>`,
    );
    await until('the frame', () =>
      shell.inPage('document.readyState === "complete"', '/inner').catch(() => false),
    );
    await shell.inPage('scrollTo(0, 660)', '/inner');
    await shell.reaches(60, 500, '/inner');
    const before = shell.fields.length;
    const top = Number(await shell.inPage('deep.getBoundingClientRect().top', '/inner'));
    await shell.tap(60, 360 + top + 20);
    await until('the field', () => shell.fields.length > before && shell.fields.at(-1) !== null);
    await until('the keyboard', hasKeyboard);
    await shell.isDrawn();
    await shell.keys('q', 'w');
    await until('the text', async () => (await shell.inPage('deep.value', '/inner')) === 'qw');
    await until('the field in sight', async () => (await inSight('#deep', '/inner')) === 1);
  });
});
