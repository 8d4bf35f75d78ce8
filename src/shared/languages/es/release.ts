import type { release as english } from '../en/release.ts';
import type { Translation } from '../text.ts';

export const release = {
  'release-unknown.folder': '{folder} no es una carpeta de versiones.',
  'release-unknown.folder.remedy': 'Cree una carpeta de versiones con: vitrine release init',
  'release-unknown.version': 'En esta carpeta no hay ninguna versión {version}.',
  'release-wrong.metadata': 'No se puede leer metadata/{name} en {folder}.',
  'release-wrong.key-file': '{path} no es un archivo de clave o está dañado.',
  'release-wrong.key-halves': 'La clave pública y la clave privada no se corresponden.',
  'release-exists.root': '{folder} ya contiene metadatos raíz.',
  'release-exists.root.remedy':
    'Con unos metadatos raíz nuevos, ningún reproductor aceptaría ya las versiones de esta carpeta. Sustituya las claves con: vitrine release renew --new-keys',
  'release-exists.recalled':
    'La versión {version} fue retirada y debe permanecer en la carpeta para que los reproductores que ahora están sin conexión se enteren de la retirada.',
  'release-keys-missing': {
    one: 'Esta orden necesita {count} clave para el rol «{role}».',
    other: 'Esta orden necesita {count} claves para el rol «{role}».',
  },
  'release-keys-missing.remedy': 'Indique cada carpeta o archivo de claves con --keys.',
  'release-keys-missing.root': {
    one: 'Los metadatos raíz exigen {count} clave para el rol «{role}».',
    other: 'Los metadatos raíz exigen {count} claves para el rol «{role}».',
  },
  'release-keys-missing.none': 'Ninguna de estas claves sirve para firmar los metadatos de esta carpeta.',
  'release.check.good': 'firmado, válido hasta {until}',
  'release.check.soon': 'firmado, válido solo hasta {until}: renuévelo',
  'release.check.stray': 'no pertenece a ninguna versión',
  'release.check.foreign': 'no pertenece a una carpeta de versiones del reproductor',
  'release.check.altered': 'se modificó después de firmarlo',
  'release.check.missing': 'falta',
  'release.check.size': 'tiene {size:plain} de {of:plain} bytes',
  'release.check.content': 'no coincide con la firma',
  'release.check.release': '{version}, {architecture}, {channel}, {share}',
  'release.check.recalled': 'retirada',
} as const satisfies Translation<typeof english>;
