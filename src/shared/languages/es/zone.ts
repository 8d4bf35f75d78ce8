import type { zone as english } from '../en/zone.ts';
import type { Translation } from '../text.ts';

export const zone = {
  'zone.unreadable': 'La zona «{zone}» tiene un valor no válido en el CMS ({seen}): se omite.',
  'zone.unreadable.remedy': 'Corrija el valor de la zona en el CMS.',
  'zone.twice': 'Dos zonas tienen el identificador «{zone}»: se omite la segunda.',
  'zone.twice.remedy': 'Dé a cada zona un identificador propio.',
  'zone.no-size': 'La zona «{zone}» no tiene tamaño: se omite.',
  'zone.no-size.remedy': 'Dé a la zona un ancho y un alto mayores que 0.',
  'zone.outside': 'La zona «{zone}» está fuera de la pantalla: se omite.',
  'zone.outside.remedy': 'Coloque la zona dentro de la pantalla.',
  'zone.cut': 'La zona «{zone}» sobresale de la pantalla: solo se ve la parte que está en ella.',
  'zone.cut.remedy': 'Reduzca o mueva la zona.',
  'zone.overlap': 'La zona «{zone}» tapa una parte de la zona «{other}».',
  'zone.overlap.remedy': 'Si no quiere que se solapen, mueva una de las dos zonas.',
  'zone.sound':
    'Varias zonas tienen el sonido activado, pero solo una puede reproducirlo: la zona «{zone}» permanece en silencio.',
  'zone.sound.remedy': 'Active el sonido en una sola zona.',
  'zone.too-many': {
    one: 'Sobra {count} zona: el reproductor muestra las {most} primeras.',
    other: 'Sobran {count} zonas: el reproductor muestra las {most} primeras.',
  },
  'zone.too-many.remedy': 'Use menos zonas en la pantalla.',
  'zone.playlist-gone':
    'La lista de reproducción {id} de la zona «{zone}» no existe en el CMS: la zona solo muestra su fondo.',
  'zone.playlist-gone.remedy': 'Asigne otra lista de reproducción a la zona.',
  'zone.no-playlist': 'La zona «{zone}» no tiene ninguna lista de reproducción: solo muestra su fondo.',
  'zone.no-playlist.remedy': 'Asigne una lista de reproducción a la zona.',
  'zone.playlist-empty': 'La lista de reproducción «{playlist}» ({id}) de la zona «{zone}» está vacía.',
  'zone.playlist-empty.remedy':
    'Añada entradas a la lista de reproducción en el CMS o asigne otra lista a la zona.',
  'logo.opacity':
    'El CMS indica para el logotipo la opacidad {seen}, que no es un porcentaje de 0 a 100: el logotipo se muestra opaco.',
  'logo.opacity.remedy': 'Corrija la opacidad del logotipo en el CMS.',
} as const satisfies Translation<typeof english>;
