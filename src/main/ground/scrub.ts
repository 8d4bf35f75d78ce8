/** Longer texts are truncated in the log. */
const longestText = 4_000;

const hidden = '[hidden]';

/** Truncates a text for the log, then removes secrets and terminal control characters. */
export function scrub(text: string): string {
  return hideSecrets(
    cut(text, longestText).replace(/(?:(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069])+/gu, ' '),
  );
}

/** The beginning of a text, without a truncated address at its end, which may contain a password. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most).toWellFormed();
  const address = kept.lastIndexOf('//');
  const isOpen = address >= 0 && !/[\s/]/.test(kept.slice(address + 2));
  return `${isOpen ? kept.slice(0, address) : kept}… (${text.length} characters)`;
}

/**
 * Removes what looks like a secret: in headers, addresses, JSON and keys. Each expression starts where none of its own
 * repetitions can, so its time is linear in the text; test/architecture proves it.
 */
export function hideSecrets(text: string): string {
  const ofSecret = (all: string, name: string, _between: string, value: string): string =>
    isSecretName(name) ? `${all.slice(0, -value.length)}${hidden}` : all;
  return text
    .replace(/(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, hidden)
    .replace(
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]|-(?!----))*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
      hidden,
    )
    .replace(/\b(bearer\s+)[\w.~+/=-]+/gi, `$1${hidden}`)
    .replace(/\b(basic\s+)[\w+/=-]{6,}/gi, `$1${hidden}`)
    .replace(/(\/\/)[^/\s?#"'<>\\]*@/g, `$1${hidden}@`)
    .replace(/(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie)(\s*[:=]\s*)[^\n"]+/gi, `$1$2${hidden}`)
    .replace(
      /([?&;](?=[\w.%-]*(?:token|secret|passw|signature|key|code|auth|cookie|\bsig=))[\w.%-]+=)[^&\s"']+/gi,
      `$1${hidden}`,
    )
    .replace(/"([\w.-]+)("\s*:\s*")((?:\\.|[^"\\])+)/gs, ofSecret)
    .replace(/"([\w.-]+)(\\+"\s*:\s*\\+")([^"\\]+)/g, ofSecret)
    .replace(
      /(?<![\w-])(?=[\w-]*(?:token|secret|passw|passphrase)|(?:[\w-]*[-_])?(?:auth|psk|signature|api-?key|(?:api|access|private|x)[-_]key)\s*[:=])(?![\w-]*file\s*[:=])([\w-]+\s*[:=]\s*)[^\s,;"'&()}\]]+/gi,
      `$1${hidden}`,
    );
}

const secretWord = /token|secret|password|passwd|passphrase|cookie|authori[sz]ation/;
const secretEnd = /^(auth|pin|psk|pwd|headers?|apikey|signature)$/;
const ofKey = /^(api|access|private|secret|shared|x)$/;

/** Whether a value with this name is a secret. The path of a file is none. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const [before = '', last = ''] = words.slice(-2).length === 2 ? words.slice(-2) : ['', ...words];
  if (last === 'file') return false;
  return secretWord.test(words.join('')) || secretEnd.test(last) || (last === 'key' && ofKey.test(before));
}

function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, longestText)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}
