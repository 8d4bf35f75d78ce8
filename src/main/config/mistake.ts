import { isMessage, type Message, type Sentence } from '../../shared/languages/message.ts';

/** Schemas accept only text as an issue, so a message is encoded as JSON. */
export function asIssue(message: Message): string {
  return JSON.stringify(message);
}

/** Decodes `asIssue`; other text comes from the schema library. */
export function mistakeOf(issue: { readonly message: string }): Sentence {
  if (!issue.message.startsWith('{')) return issue.message;
  const written: unknown = JSON.parse(issue.message);
  return isMessage(written) ? written : issue.message;
}
