import type { zone as english } from '../en/zone.ts';
import type { Translation } from '../text.ts';

export const zone = {
  'zone.unreadable':
    'Le CMS indique {seen} pour la zone « {zone} ». Le lecteur ne peut pas l’interpréter et laisse la zone de côté.',
  'zone.unreadable.remedy': 'Corrigez la zone dans le CMS.',
  'zone.twice': 'Il y a deux zones « {zone} » : la seconde est ignorée.',
  'zone.twice.remedy': 'Donnez à chaque zone son propre identifiant.',
  'zone.no-size': 'La zone « {zone} » n’a pas de taille : elle est ignorée.',
  'zone.no-size.remedy': 'Donnez-lui une largeur et une hauteur supérieures à 0.',
  'zone.outside': 'La zone « {zone} » est hors de l’écran : elle est ignorée.',
  'zone.outside.remedy': 'Placez-la sur l’écran.',
  'zone.cut': 'La zone « {zone} » dépasse de l’écran : seule la partie sur l’écran est visible.',
  'zone.cut.remedy': 'Réduisez ou déplacez la zone.',
  'zone.overlap': 'La zone « {zone} » recouvre une partie de la zone « {other} ».',
  'zone.overlap.remedy': 'Déplacez l’une des deux si ce n’est pas voulu.',
  'zone.sound': 'Le son est activé dans plusieurs zones : la zone « {zone} » reste muette.',
  'zone.sound.remedy': 'N’activez le son que dans une zone.',
  'zone.too-many': {
    one: '{count} zone de trop : le lecteur affiche les {most} premières.',
    other: '{count} zones de trop : le lecteur affiche les {most} premières.',
  },
  'zone.too-many.remedy': 'Utilisez moins de zones, ou des playlists imbriquées.',
  'zone.playlist-gone':
    'Le CMS n’a pas de playlist {id} pour la zone « {zone} » : la zone affiche son arrière-plan.',
  'zone.playlist-gone.remedy': 'Attribuez une autre playlist à la zone.',
  'zone.no-playlist': 'La zone « {zone} » n’a pas de playlist : elle affiche son arrière-plan.',
  'zone.no-playlist.remedy': 'Attribuez une playlist à la zone.',
  'zone.playlist-empty': 'La playlist « {playlist} » ({id}) de la zone « {zone} » est vide.',
  'zone.playlist-empty.remedy': 'Ajoutez des entrées à la playlist dans le CMS, ou attribuez-en une autre.',
  'logo.opacity':
    'Le CMS indique l’opacité {seen} pour le logo. Ce n’est pas un pourcentage de 0 à 100 : le logo est opaque.',
  'logo.opacity.remedy': 'Corrigez l’opacité du logo dans le CMS.',
} as const satisfies Translation<typeof english>;
