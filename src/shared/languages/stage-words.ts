import { stage as de } from './de/stage.ts';
import { stage as en } from './en/stage.ts';
import { stage as es } from './es/stage.ts';
import { stage as fr } from './fr/stage.ts';
import type { Language } from './language.ts';
import { type Words, wordsFrom } from './words.ts';

const texts = { en, de, fr, es };

/** For the stage's bundle, which carries only the stage's texts. */
export const stageWordsOf = (language: Language): Words => wordsFrom(language, texts[language]);
