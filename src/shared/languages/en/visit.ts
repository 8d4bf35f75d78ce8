export const visit = {
  'visit.unreadable':
    'In the CMS, a playback setting of the nested playlist “{name}” is invalid: {seen}. The playlist therefore always plays in full.',
  'visit.unreadable.remedy': 'Correct the playback settings of the nested playlist in the CMS.',
  'visit.no-count':
    'In the CMS, the nested playlist “{name}” is set to play only some of its items each time it comes up, but their number is not set. The playlist therefore always plays in full.',
  'visit.no-count.remedy':
    'In the CMS, set how many items play each time, or set the playlist to play in full.',
  'visit.larger':
    'In the CMS, the nested playlist “{name}” is set to play {count} items each time it comes up, but it has only {entries}. The playlist therefore always plays in full.',
  'visit.larger.remedy':
    'In the CMS, lower the number of items to play each time, or add items to the playlist.',
  'visit.cycle':
    'Playlist “{name}” contains itself through the nested playlist “{inner}”: the nested playlist is skipped.',
  'visit.cycle.remedy': 'In the CMS, remove the entry that makes the playlist contain itself.',
  'visit.empty': 'The playlist “{inner}”, nested in “{name}”, is empty: it is skipped.',
  'visit.empty.remedy':
    'Add entries to the nested playlist in the CMS, or remove the nested playlist from the outer one.',
  'visit.gone':
    'Playlist “{name}” contains the nested playlist {id}, which does not exist in the CMS: the nested playlist is skipped.',
  'visit.gone.remedy': 'In the CMS, choose another playlist for the entry, or remove the entry.',
  'visit.share': 'Share of screen time',
} as const;
