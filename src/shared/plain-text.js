/**
 * Text from outside, where people read it. Control characters command a terminal (U+009B begins a sequence as ESC [ does), and those
 * that embed, override or isolate a direction turn what stands behind them around. Plain JavaScript, as the page has it unchanged.
 */
const commanding = /(?!\r?\n|\t)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** For a terminal: each is seen as its number. In a JSON document that is the same text. */
export function withEscapes(text) {
  return text.replace(commanding, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** For a page: without them. Letters know their own direction. */
export function withoutCommands(text) {
  return text.replace(commanding, '');
}
