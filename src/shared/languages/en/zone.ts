/** Zones: parts of a screen with a playlist each. */
export const zone = {
  'zone.unreadable':
    'The player cannot read {seen}, which the CMS sets for zone “{zone}”: the zone is left out.',
  'zone.unreadable.remedy': 'Correct the zone in the CMS.',
  'zone.twice': 'There are two zones “{zone}”: the second one is left out.',
  'zone.twice.remedy': 'Give each zone its own ID.',
  'zone.no-size': 'Zone “{zone}” has no size: it is left out.',
  'zone.no-size.remedy': 'Give it a width and a height above 0.',
  'zone.outside': 'Zone “{zone}” lies outside the screen: it is left out.',
  'zone.outside.remedy': 'Move it onto the screen.',
  'zone.cut': 'Zone “{zone}” extends beyond the screen: only the part on the screen is visible.',
  'zone.cut.remedy': 'Reduce the zone’s width or height, or move the zone.',
  'zone.overlap': 'Zone “{zone}” covers a part of zone “{other}”.',
  'zone.overlap.remedy': 'Move one of them if that is not intended.',
  'zone.sound': 'Several zones have sound turned on: zone “{zone}” stays silent.',
  'zone.sound.remedy': 'Turn on sound in one zone only.',
  'zone.too-many': {
    one: '{count} zone too many: the player shows the first {most}.',
    other: '{count} zones too many: the player shows the first {most}.',
  },
  'zone.too-many.remedy': 'Use fewer zones, or use nested playlists instead.',
  'zone.playlist-gone': 'The CMS has no playlist {id} for zone “{zone}”: the zone shows its background.',
  'zone.playlist-gone.remedy': 'Assign another playlist to the zone.',
  'zone.no-playlist': 'Zone “{zone}” has no playlist: it shows its background.',
  'zone.no-playlist.remedy': 'Assign a playlist to the zone.',
  'zone.playlist-empty': 'The playlist “{playlist}” ({id}) of zone “{zone}” is empty.',
  'zone.playlist-empty.remedy': 'Add entries to the playlist in the CMS, or assign another one.',
  'logo.opacity':
    'The CMS sets the opacity of the logo to {seen}, which is not a percentage from 0 to 100: the logo is opaque.',
  'logo.opacity.remedy': 'Correct the opacity of the logo in the CMS.',
} as const;
