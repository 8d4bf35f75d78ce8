/** What any part of the player may report. */
export const ground = {
  'see-log': 'See the log.',
  sentences: '{first} {next}',
  /** Text of another program, which has no translation. */
  'as-told': '{text}',
} as const;
