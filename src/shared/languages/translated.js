const digits = new Set(['count', 'days', 'seconds', 'port', 'width', 'height', 'size']);
const words = new Set(['url', 'folder', 'other', 'id', 'code', 'kind', 'host', 'meant', 'way', 'day']);
/** What has several gaps takes the square of a hostile text: no sentence of the player is longer. */
const longest = 2_000;
/** Where nothing may stand. */
const perhaps = new Set(['because', 'where']);
/** What stands there may be words of the player's own. */
const told = new Set(['owner', 'what', 'why', 'because', 'problem', 'missing']);

/**
 * Says what the player has said in English in another language: `sentences` has for each sentence of its own, with `{name}` for what
 * differs, how it is said there. Whatever is not in it stays as it is. Plain JavaScript, as the page has it unchanged.
 */
export function translated(sentences) {
  const patterns = Object.entries(sentences)
    // What has more words of its own is meant rather than what takes anything.
    .sort(([one], [other]) => ownLength(other) - ownLength(one))
    .map(([english, there]) => [patternOf(english), there]);
  const say = (said) => {
    if (said.length > longest) return said;
    for (const [pattern, there] of patterns) {
      const found = pattern.exec(said);
      if (found)
        return there.replace(/\{(\w+)\}/g, (placeholder, name) => {
          const value = found.groups?.[name];
          if (value === undefined) return placeholder;
          if (told.has(name)) return say(value);
          // Every language but English writes 0,9.
          return digits.has(name) ? value.replace('.', ',') : value;
        });
    }
    return said;
  };
  return say;
}

const ownLength = (english) => english.replaceAll(/\{\w+\}/g, '').length;

function patternOf(english) {
  const escaped = english.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, (_, name) => `(?<${name}>${what(name)})`)}$`);
}

function what(name) {
  if (digits.has(name)) return '[\\d.]+';
  if (perhaps.has(name)) return '.*?';
  return words.has(name) ? '\\S+' : '.+?';
}
