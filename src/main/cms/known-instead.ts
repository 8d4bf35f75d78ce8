import { type Message, message } from '../../shared/languages/message.ts';

const mostNamed = 5;

/** Lists what the CMS has, for a mistyped id or name. */
export function knownInstead(known: readonly { readonly id: string; readonly name: string }[]): Message {
  const names = known.slice(0, mostNamed).map(({ id, name }) => `“${name}” (${id})`);
  if (names.length === 0) return message('assignment-not-found.nothing');
  return message('assignment-not-found.known', { known: known.length > mostNamed ? [...names, '…'] : names });
}
