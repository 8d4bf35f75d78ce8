/** Zones: parts of a screen with a playlist each. */
export const zone = {
  'zone.unreadable': 'Zone “{zone}” has an invalid value in the CMS ({seen}): the zone is left out.',
  'zone.unreadable.remedy': 'Correct the value of the zone in the CMS.',
  'zone.twice': 'Two zones have the ID “{zone}”: the second one is left out.',
  'zone.twice.remedy': 'Give each zone its own ID.',
  'zone.no-size': 'Zone “{zone}” has no size: it is left out.',
  'zone.no-size.remedy': 'Set the zone’s width and height to values above 0.',
  'zone.outside': 'Zone “{zone}” is outside the screen: it is left out.',
  'zone.outside.remedy': 'Move the zone onto the screen.',
  'zone.cut': 'Zone “{zone}” extends beyond the screen: only the part on the screen is visible.',
  'zone.cut.remedy': 'Reduce the zone’s width or height, or move the zone.',
  'zone.overlap': 'Zone “{zone}” covers part of zone “{other}”.',
  'zone.overlap.remedy': 'If the overlap is not intended, move one of the two zones.',
  'zone.sound': 'Sound is turned on in several zones, but only one can play it: zone “{zone}” stays silent.',
  'zone.sound.remedy': 'Turn on sound in one zone only.',
  'zone.too-many': {
    one: '{count} zone too many: the player shows the first {most}.',
    other: '{count} zones too many: the player shows the first {most}.',
  },
  'zone.too-many.remedy': 'Use fewer zones on the screen.',
  'zone.playlist-gone':
    'Playlist {id} of zone “{zone}” does not exist in the CMS: the zone shows only its background.',
  'zone.playlist-gone.remedy': 'Assign another playlist to the zone.',
  'zone.no-playlist': 'Zone “{zone}” has no playlist: it shows only its background.',
  'zone.no-playlist.remedy': 'Assign a playlist to the zone.',
  'zone.playlist-empty': 'The playlist “{playlist}” ({id}) of zone “{zone}” is empty.',
  'zone.playlist-empty.remedy':
    'Add entries to the playlist in the CMS, or assign another playlist to the zone.',
  'logo.opacity':
    'The CMS sets the opacity of the logo to {seen}, which is not a percentage from 0 to 100: the logo is opaque.',
  'logo.opacity.remedy': 'Correct the opacity of the logo in the CMS.',
} as const;
