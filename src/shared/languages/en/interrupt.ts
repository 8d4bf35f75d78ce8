/** Messages above the show: why one is refused, and what its senders are informed of. */
export const interrupt = {
  'no-such-interrupt': 'There is no interrupt “{id}”, or it has ended.',
  'no-such-interrupt.remedy': 'Run vitrine interrupt list.',
  'interrupt-refused.clock':
    'The clock of this player is not trusted, so an interrupt cannot begin or end at a time of day.',
  'interrupt-refused.clock.remedy': 'Give seconds, or set the clock.',
  'interrupt-refused.expired': 'The interrupt has expired.',
  'interrupt-refused.screens': 'This player has none of the named screens.',
  'interrupt-refused.foreign': 'An interrupt of another sender has this id.',
  'interrupt-refused.outdated': 'The player has this version of the interrupt, or a newer one.',
  'interrupt-refused.full': 'The player keeps {most} interrupts, and none of them has a lower priority.',
  'interrupt-refused.empty': 'The interrupt shows nothing.',
  'interrupt-refused.empty.remedy': 'Give a title, lines or blank.',
  'interrupt-refused.both-ends': 'Give either until or seconds, not both.',
  'interrupt-refused.until-before-from': 'The interrupt ends before it begins.',
  'interrupt-refused.too-long': 'The interrupt lasts longer than 31 days.',
  'interrupt-token.taken': 'A token named “{name}” exists already.',
  'interrupt-token.many': 'There are {most} tokens already: revoke one.',
  'interrupt-token.unknown': 'There is no token “{name}”.',
  'interrupt-token.wrong': 'The token is missing, wrong or revoked.',
  'interrupt-token.severity':
    'This token may show interrupts up to the severity {most} and its usual priority.',
  'interrupt-token.screens': 'This token may use these screens: {screens}.',
  'interrupt-event': 'Interrupt {id} on screen {place}: {state}.',
  'interrupt-event.why': 'Interrupt {id} on screen {place}: {state} ({why}).',
} as const;
