/** What any part of the player may report. */
export const ground = {
  'see-log': 'See the log.',
  sentences: '{first} {next}',
} as const;
