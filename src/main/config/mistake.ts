import { isMessage, type Message, verbatim } from '../../shared/languages/message.ts';

/** Schemas accept only text as an issue, so a message is encoded as JSON. */
export function asIssue(message: Message): string {
  return JSON.stringify(message);
}

/** Decodes `asIssue`; other text comes from the schema library. */
export function mistakeOf(issue: { readonly message: string }): Message {
  if (!issue.message.startsWith('{')) return verbatim(issue.message);
  const written: unknown = JSON.parse(issue.message);
  return isMessage(written) ? written : verbatim(issue.message);
}
