export const visit = {
  'visit.unreadable':
    'The CMS sets {seen} for “{name}”, which the player cannot read: the playlist plays in full each time.',
  'visit.unreadable.remedy': 'Correct the playback of the nested playlist in the CMS.',
  'visit.no-count':
    'The CMS plays “{name}” item by item, but sets no number of items: the playlist plays in full each time.',
  'visit.no-count.remedy': 'Set how many items play each time, or let the playlist play in full.',
  'visit.larger':
    'The CMS plays {count} items of “{name}” each time, which has {entries}: the playlist plays in full each time.',
  'visit.larger.remedy': 'Set a smaller number, or add entries to the playlist.',
  'visit.cycle': 'Playlist “{name}” contains “{inner}”, which contains it: the inner one is skipped there.',
  'visit.cycle.remedy': 'Remove the entry in the CMS by which the playlist contains itself.',
  'visit.empty': 'The playlist “{inner}”, nested in “{name}”, is empty: it is skipped.',
  'visit.empty.remedy': 'Add entries to it in the CMS, or remove it from the outer playlist.',
  'visit.gone': 'The CMS has no playlist {id}, which “{name}” nests: it is skipped.',
  'visit.gone.remedy': 'Nest another playlist, or remove the entry.',
  'visit.share': 'Screen time',
} as const;
