import { isMessage, type Message, type Sentence } from '../../shared/languages/message.ts';

/** A schema takes text for what is wrong with a value: a message is written into it as JSON. */
export function asIssue(message: Message): string {
  return JSON.stringify(message);
}

/** What `asIssue` was given; other text is the schema library's own. */
export function mistakeOf(issue: { readonly message: string }): Sentence {
  if (!issue.message.startsWith('{')) return issue.message;
  const written: unknown = JSON.parse(issue.message);
  return isMessage(written) ? written : issue.message;
}
