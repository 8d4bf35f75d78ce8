import type { zone as english } from '../en/zone.ts';
import type { Translation } from '../text.ts';

export const zone = {
  'zone.unreadable':
    'El CMS indica {seen} para la zona «{zone}». El reproductor no puede interpretarlo y omite la zona.',
  'zone.unreadable.remedy': 'Corrija la zona en el CMS.',
  'zone.twice': 'Hay dos zonas «{zone}»: se omite la segunda.',
  'zone.twice.remedy': 'Dé a cada zona un identificador propio.',
  'zone.no-size': 'La zona «{zone}» no tiene tamaño: se omite.',
  'zone.no-size.remedy': 'Dele un ancho y un alto mayores que 0.',
  'zone.outside': 'La zona «{zone}» está fuera de la pantalla: se omite.',
  'zone.outside.remedy': 'Coloque la zona dentro de la pantalla.',
  'zone.cut': 'La zona «{zone}» sobresale de la pantalla: solo se ve la parte que está en ella.',
  'zone.cut.remedy': 'Reduzca o mueva la zona.',
  'zone.overlap': 'La zona «{zone}» tapa una parte de la zona «{other}».',
  'zone.overlap.remedy': 'Mueva una de las dos si no es lo que se desea.',
  'zone.sound': 'Varias zonas tienen el sonido activado: la zona «{zone}» permanece en silencio.',
  'zone.sound.remedy': 'Active el sonido en una sola zona.',
  'zone.too-many': {
    one: 'Sobra {count} zona: el reproductor muestra las {most} primeras.',
    other: 'Sobran {count} zonas: el reproductor muestra las {most} primeras.',
  },
  'zone.too-many.remedy': 'Use menos zonas o, en su lugar, listas de reproducción anidadas.',
  'zone.playlist-gone':
    'El CMS no tiene ninguna lista de reproducción {id} para la zona «{zone}»: la zona muestra su fondo.',
  'zone.playlist-gone.remedy': 'Asigne otra lista de reproducción a la zona.',
  'zone.no-playlist': 'La zona «{zone}» no tiene lista de reproducción: muestra su fondo.',
  'zone.no-playlist.remedy': 'Asigne una lista de reproducción a la zona.',
  'zone.playlist-empty': 'La lista de reproducción «{playlist}» ({id}) de la zona «{zone}» está vacía.',
  'zone.playlist-empty.remedy': 'Añada entradas a la lista de reproducción en el CMS o asigne otra.',
  'logo.opacity':
    'El CMS indica para el logotipo la opacidad {seen}, que no es un porcentaje de 0 a 100: el logotipo es opaco.',
  'logo.opacity.remedy': 'Corrija la opacidad del logotipo en el CMS.',
} as const satisfies Translation<typeof english>;
