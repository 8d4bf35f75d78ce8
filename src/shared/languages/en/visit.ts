export const visit = {
  'visit.unreadable':
    'The CMS sets {seen} for “{name}”, which the player cannot read: the playlist plays in full each time.',
  'visit.unreadable.remedy': 'Correct the playback of the nested playlist in the CMS.',
  'visit.share': 'Screen time',
} as const;
