import { type Message, message } from '../../shared/languages/message.ts';

const mostNamed = 5;

/** What the CMS has instead, for a person who has mistyped an id or a name. */
export function knownInstead(known: readonly { readonly id: string; readonly name: string }[]): Message {
  const names = known.slice(0, mostNamed).map(({ id, name }) => `“${name}” (${id})`);
  if (names.length === 0) return message('assignment-not-found.nothing');
  return message('assignment-not-found.known', { known: known.length > mostNamed ? [...names, '…'] : names });
}
