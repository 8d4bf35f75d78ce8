import type { display as english } from '../en/display.ts';
import type { Translation } from '../text.ts';

export const display = {
  'no-display.connect': 'Aucun moniteur n’est connecté.',
  'no-display.connect.remedy': 'Connectez un moniteur ou vérifiez la variable DISPLAY.',
  'no-display.screen': 'Le moniteur de l’écran {screen} n’est pas connecté.',
  'no-display.named': 'Le moniteur {display} de l’écran {screen} n’est pas connecté. Connectés : {known}.',
  'no-display.shared':
    'Les écrans {other} et {screen} utilisent le même moniteur, qui affiche l’écran {other}.',
  'no-such-screen': 'Il n’y a pas d’écran « {screen} ».',
  'no-such-screen.remedy': '« vitrine status » affiche la liste des écrans.',
  'window-gone.none': 'L’écran {screen} n’a pas de fenêtre.',
  'display-switch.no-browser': 'Le navigateur n’est pas encore lancé.',
  'display-switch.no-state': 'Le moniteur n’indique pas son état.',
  'display-switch.serial.nothing': 'Le CMS n’indique aucun texte à envoyer pour « {wanted} ».',
  'display-switch.serial.no-hex': '« {text} » n’est pas hexadécimal : il faut deux chiffres par octet.',
  'display-switch.serial.mode': 'Le CMS indique un mode que {port} ne prend pas en charge.',
  'display-switch.serial.no-port': '{port} n’est pas un port série.',
  'display-switch.serial.write': 'Impossible d’écrire sur {port} : {code}.',
  'display-switch.hook': 'Le hook a échoué : {why}.',
  'program.output': '{why} ({line})',
  'display-switch.program': '{program} a échoué : {output}',
  'display-silent': 'L’allumage ou l’extinction du moniteur a pris plus de {limit:duration}.',
} as const satisfies Translation<typeof english>;
