// A person's way at a touched screen, in each language, landscape and upright: the show, a page with a form, a word typed on the
// on-screen keyboard, the count-down, and the show again. Records the display, names what was seen beside show and page, and
// takes pictures: look at each of them.
// Usage: npm run prove -- touch-way [LANGUAGE …]
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Language, languages } from '../../../src/shared/languages/language.ts';
import { isBlack, isWhite, type Recording } from '../../../test/e2e/support/display.ts';
import { reporting, startTouch } from '../../../test/e2e/support/touch.ts';
import { until } from '../../../test/support/until.ts';
import { lettersIn } from './keys.ts';

const target = resolve('release/touch-way');
mkdirSync(target, { recursive: true });
const requested = process.argv.slice(2);
const places = { landscape: [1280, 720], upright: [720, 1280] } as const;
const texts: Readonly<Record<Language, { readonly title: string; readonly word: string }>> = {
  en: { title: 'What may we bring you?', word: 'tea' },
  de: { title: 'Was darf es sein?', word: 'süß' },
  fr: { title: 'Que désirez-vous ?', word: 'thé' },
  es: { title: '¿Qué desea?', word: 'piña' },
};
/** Seconds without a touch until the show returns. The last ten are counted. */
const idle = 15;
let isGood = true;

async function way(language: Language, place: keyof typeof places): Promise<string> {
  const [width, height] = places[place];
  const { title, word } = texts[language];
  const rig = await startTouch({
    width,
    height,
    language,
    config: (address) => ({ interaction: { address, idleSeconds: idle } }),
  });
  const picture = (name: string) => rig.display.screenshot(`${target}/${language}-${place}-${name}.png`);
  try {
    await wait(3_000);
    await picture('1-show');
    const recording = await rig.display.record(30);
    const touched = performance.now();
    await rig.opens(`<meta name="viewport" content="width=device-width">
      <style>main { position: absolute; top: 6vh; left: 8vw; right: 8vw; color: #fff; font: 30px "Noto Sans", sans-serif }
      input { font: inherit; box-sizing: border-box; width: 100%; padding: 12px; border: 0; border-radius: 8px }</style>
      <main><p>${title}</p><input id="f"></main><script>${reporting} f.oninput = () => report('typed', f.value)</script>`);
    const opened = performance.now() - touched;
    await wait(1_500);
    await picture('2-page');
    await rig.tap(width / 2, height * 0.06 + 130);
    await wait(1_500);
    await picture('3-keyboard');
    const letters = lettersIn(await rig.display.grab(width, height), language);
    for (const letter of word) {
      const [x, y] = letters.get(letter) ?? [0, 0];
      await rig.tap(x, y);
      await wait(250);
    }
    const lastTouch = performance.now();
    await until(`“${word}” is typed`, () => rig.server.reports.get('typed') === word);
    await picture('4-typed');
    await wait(idle * 1000 - 7_000);
    await picture('5-count-down');
    await rig.comes('red');
    const back = performance.now() - lastTouch;
    await wait(1_500);
    await picture('6-show');
    await recording.stop();
    const seen = stretches(recording.frames);
    isGood &&= seen.length === 0;
    return (
      `${recording.frames.length} pictures, ${seen.join(', ') || 'none of them black or white'}; page ${(opened / 1000).toFixed(1)} s ` +
      `after the first touch, “${word}” typed, show ${(back / 1000).toFixed(1)} s after the last one`
    );
  } finally {
    await rig.stop();
  }
}

/** Where the recording is black or white, and for how long. */
function stretches(frames: Recording['frames']): readonly string[] {
  const begin = frames[0]?.at ?? 0;
  const found: { color: string; from: number; count: number; to: number }[] = [];
  let last: string | null = null;
  for (const { at, frame } of frames) {
    const color = isBlack(frame) ? 'black' : isWhite(frame) ? 'white' : null;
    const current = found.at(-1);
    if (color !== null && color === last && current) {
      current.count++;
      current.to = at;
    } else if (color !== null) found.push({ color, from: at, count: 1, to: at });
    last = color;
  }
  return found.map(
    ({ color, from, count, to }) =>
      `${count} ${color} after ${((from - begin) / 1000).toFixed(1)} s (${Math.round(to - from)} ms)`,
  );
}

for (const language of languages)
  for (const place of ['landscape', 'upright'] as const)
    if (requested.length === 0 || requested.includes(language))
      console.log(`${language} ${place.padEnd(10)} ${await way(language, place)}`);
console.log(`Pictures in ${target}: look at each of them.`);
process.exit(isGood ? 0 : 1);
