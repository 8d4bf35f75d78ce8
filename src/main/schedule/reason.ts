/** Why an entry does not play, in the order of the checks: the first that applies is reported. */
export const reasons = [
  'unreadable',
  'deleted',
  'never',
  'clock-not-trusted',
  'before-start-date',
  'after-end-date',
  'wrong-weekday',
  'outside-time',
  'media-unknown',
  'nested-missing',
  'media-not-ready',
  'unsupported',
  'media-not-downloaded',
  'media-unavailable',
  'media-failed',
  'nested-cycle',
  'nested-too-large',
  'nested-empty',
] as const;

export type Reason = (typeof reasons)[number];
