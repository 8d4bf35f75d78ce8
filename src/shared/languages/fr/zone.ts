import type { zone as english } from '../en/zone.ts';
import type { Translation } from '../text.ts';

export const zone = {
  'zone.unreadable': 'La zone « {zone} » a une valeur non valide dans le CMS ({seen}) : elle est ignorée.',
  'zone.unreadable.remedy': 'Corrigez la valeur de la zone dans le CMS.',
  'zone.twice': 'Deux zones ont l’identifiant « {zone} » : la seconde est ignorée.',
  'zone.twice.remedy': 'Donnez à chaque zone son propre identifiant.',
  'zone.no-size': 'La zone « {zone} » n’a pas de taille : elle est ignorée.',
  'zone.no-size.remedy': 'Donnez à la zone une largeur et une hauteur supérieures à 0.',
  'zone.outside': 'La zone « {zone} » est hors de l’écran : elle est ignorée.',
  'zone.outside.remedy': 'Placez la zone sur l’écran.',
  'zone.cut': 'La zone « {zone} » dépasse de l’écran : seule la partie sur l’écran est visible.',
  'zone.cut.remedy': 'Réduisez ou déplacez la zone.',
  'zone.overlap': 'La zone « {zone} » recouvre une partie de la zone « {other} ».',
  'zone.overlap.remedy': 'Si ce chevauchement n’est pas voulu, déplacez l’une des deux zones.',
  'zone.sound':
    'Le son est activé dans plusieurs zones, mais une seule peut le diffuser : la zone « {zone} » reste muette.',
  'zone.sound.remedy': 'N’activez le son que dans une zone.',
  'zone.too-many': {
    one: '{count} zone de trop : le lecteur affiche les {most} premières.',
    other: '{count} zones de trop : le lecteur affiche les {most} premières.',
  },
  'zone.too-many.remedy': 'Utilisez moins de zones sur l’écran.',
  'zone.playlist-gone':
    'La playlist {id} de la zone « {zone} » n’existe pas dans le CMS : la zone n’affiche que son arrière-plan.',
  'zone.playlist-gone.remedy': 'Attribuez une autre playlist à la zone.',
  'zone.no-playlist': 'La zone « {zone} » n’a pas de playlist : elle n’affiche que son arrière-plan.',
  'zone.no-playlist.remedy': 'Attribuez une playlist à la zone.',
  'zone.playlist-empty': 'La playlist « {playlist} » ({id}) de la zone « {zone} » est vide.',
  'zone.playlist-empty.remedy':
    'Ajoutez des entrées à la playlist dans le CMS, ou attribuez une autre playlist à la zone.',
  'logo.opacity':
    'Le CMS indique l’opacité {seen} pour le logo. Ce n’est pas un pourcentage de 0 à 100 : le logo est opaque.',
  'logo.opacity.remedy': 'Corrigez l’opacité du logo dans le CMS.',
} as const satisfies Translation<typeof english>;
