export const visit = {
  'visit.unreadable':
    'The player cannot read {seen}, which the CMS sets for “{name}”: the playlist plays in full each time.',
  'visit.unreadable.remedy': 'Correct the playback of the nested playlist in the CMS.',
  'visit.no-count':
    'The CMS sets “{name}” to play item by item, but sets no number of items: the playlist plays in full each time.',
  'visit.no-count.remedy': 'Set how many items play each time, or let the playlist play in full.',
  'visit.larger':
    'The CMS sets “{name}” to play {count} items each time, but the playlist has only {entries}: it plays in full each time.',
  'visit.larger.remedy': 'Set a smaller number, or add entries to the playlist.',
  'visit.cycle':
    'Playlist “{name}” nests “{inner}” and so contains itself: the nested playlist is skipped there.',
  'visit.cycle.remedy': 'In the CMS, remove the entry that makes the playlist contain itself.',
  'visit.empty': 'The playlist “{inner}”, nested in “{name}”, is empty: it is skipped.',
  'visit.empty.remedy': 'Add entries to it in the CMS, or remove it from the outer playlist.',
  'visit.gone': '“{name}” nests playlist {id}, which the CMS does not have: it is skipped.',
  'visit.gone.remedy': 'Nest another playlist, or remove the entry.',
  'visit.share': 'Share of screen time',
} as const;
