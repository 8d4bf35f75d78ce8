/**
 * Untrusted text for people. Control characters command a terminal (U+009B starts a sequence like ESC [), and characters
 * that embed, override or isolate a direction reverse the text after them. Plain JavaScript, because the page loads it
 * unchanged.
 */
const commanding = /(?!\r?\n|\t)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** For a terminal: replaces each by its escape, which JSON parsers read as the same text. */
export function withEscapes(text) {
  return text.replace(commanding, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** For a page: removes them. Letters carry their own direction. */
export function withoutCommands(text) {
  return text.replace(commanding, '');
}
