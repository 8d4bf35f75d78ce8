import { languageIn } from '../../shared/languages/language.ts';
import { type Texts, type Words, wordsFrom } from '../../shared/languages/words.ts';
import { Channel, fromText, newOffer, resumed } from './channel.ts';
import { Guide } from './guide.ts';
import { checkStep } from './steps/check.ts';
import { cmsStep } from './steps/cms.ts';
import { doneStep } from './steps/done.ts';
import { howStep } from './steps/how.ts';
import { loginStep } from './steps/login.ts';
import { pinStep } from './steps/pin.ts';
import { whatStep } from './steps/what.ts';

interface Door {
  readonly language: string;
  readonly texts: Texts;
}

/** The key is removed from the address at once: it stays neither in the history nor in requests. */
const keptKey = 'vitrine-setup-key';

function keyOnce(): Uint8Array | null {
  const given = location.hash.slice(1);
  if (/^[\w-]{43}$/.test(given)) sessionStorage.setItem(keptKey, given);
  if (given !== '') history.replaceState(null, '', location.pathname);
  const kept = sessionStorage.getItem(keptKey);
  return kept === null ? null : fromText(kept);
}

const key = keyOnce();
const response = await fetch(`/setup/door?language=${encodeURIComponent(navigator.language)}`);
const door = (await response.json()) as Door;
const words: Words = wordsFrom(languageIn(door.language) ?? 'en', door.texts);
document.documentElement.lang = words.language;
document.title = words.say('setup.title');

const root = document.querySelector('main') ?? document.body;
const guide = new Guide(root, words, {
  cms: cmsStep,
  login: loginStep,
  what: whatStep,
  how: howStep,
  check: checkStep,
  done: doneStep,
});
const before = resumed(key, words);
if (before !== null && (await guide.resume(before))) {
  // This phone goes on where it was.
} else if (key === null)
  guide.show(pinStep(guide, async (pin) => new Channel({ pin, offer: await newOffer() }, words)));
else await guide.begin(new Channel({ key }, words));
