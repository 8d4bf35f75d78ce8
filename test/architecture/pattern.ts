/** A regular expression as a tree, as far as texts are to be made that it nearly matches. */
export type Pattern =
  | { readonly kind: 'set'; readonly characters: readonly string[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly least: number; readonly most: number }
  | { readonly kind: 'look'; readonly at: Pattern };

const usual = [...'aA0_ -./:="\'<>&;,!@', '\n', '\0', 'é', '日', '\u009b'];

/** What sets are made of: the characters of the expression itself, and a few of each kind. */
export function alphabetOf(source: string): readonly string[] {
  return [...new Set([...usual, ...source])];
}

export function patternOf(source: string, flags: string): Pattern {
  const alphabet = alphabetOf(source);
  let at = 0;
  const peek = (text: string): boolean => source.startsWith(text, at);
  const take = (expression: RegExp): string | null => {
    const sticky = new RegExp(expression.source, 'ys');
    sticky.lastIndex = at;
    const found = sticky.exec(source)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };

  function choice(): Pattern {
    const options = [sequence()];
    while (take(/\|/) !== null) options.push(sequence());
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
  }

  function sequence(): Pattern {
    const parts: Pattern[] = [];
    while (at < source.length && !peek('|') && !peek(')')) {
      if (take(/\^|\$|\\[bB]/) !== null) continue;
      parts.push(repeated(one()));
    }
    return { kind: 'sequence', parts };
  }

  function one(): Pattern {
    if (take(/\((\?:|\?<\w+>|(?!\?))/) !== null) return closed(choice());
    if (take(/\(\?<?[=!]/) !== null) return { kind: 'look', at: closed(choice()) };
    const set = take(
      /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|./,
    );
    if (set === null) throw new Error(`/${source}/ has something at ${at} that this check cannot read.`);
    const matches = new RegExp(`^${set}$`, flags.replaceAll(/[gy]/g, ''));
    const characters = alphabet.filter((character) => matches.test(character));
    const named = set.startsWith('\\')
      ? JSON.parse(`"${/^\\[ux]/.test(set) ? `\\u00${set.slice(-2)}` : ' '}"`)
      : '';
    return { kind: 'set', characters: characters.length > 0 ? characters : [named || ' '] };
  }

  function closed(pattern: Pattern): Pattern {
    if (take(/\)/) === null) throw new Error(`/${source}/ has a group that this check cannot read.`);
    return pattern;
  }

  function repeated(of: Pattern): Pattern {
    const sign = take(/[*+?]\??|\{\d+(,\d*)?\}\??/);
    if (sign === null) return of;
    const [least = 0, most = least] = sign.startsWith('{')
      ? sign
          .replaceAll(/[{}?]/g, '')
          .split(',')
          .map((text) => (text === '' ? Number.POSITIVE_INFINITY : Number(text)))
      : sign.startsWith('?')
        ? [0, 1]
        : [sign.startsWith('+') ? 1 : 0, Number.POSITIVE_INFINITY];
    return { kind: 'repeat', of, least, most };
  }

  const pattern = choice();
  if (at < source.length) throw new Error(`/${source}/ has something at ${at} that this check cannot read.`);
  return pattern;
}
