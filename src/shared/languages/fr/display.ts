import type { display as english } from '../en/display.ts';
import type { Translation } from '../text.ts';

export const display = {
  'no-display.connect': 'Aucun moniteur n’est connecté.',
  'no-display.connect.remedy':
    'Connectez un moniteur. S’il y en a déjà un, vérifiez la variable d’environnement DISPLAY.',
  'no-display.screen': 'Le moniteur de l’écran {screen} n’est pas connecté.',
  'no-display.named':
    'Le moniteur {display} de l’écran {screen} n’est pas connecté. Moniteurs connectés : {known}.',
  'no-display.shared':
    'Les écrans {other} et {screen} utilisent le même moniteur, qui affiche l’écran {other}.',
  'no-such-screen': 'L’écran « {screen} » n’existe pas.',
  'no-such-screen.remedy': 'Pour afficher la liste des écrans, exécutez « vitrine status ».',
  'window-gone.none': 'L’écran {screen} n’a pas de fenêtre de navigateur.',
  'display-switch.no-browser': 'Le navigateur n’est pas encore lancé.',
  'display-switch.no-state': 'Le moniteur n’indique pas s’il est allumé ou éteint.',
  'display-switch.serial.nothing': 'Le CMS n’indique aucune commande série (RS-232) pour « {wanted} ».',
  'display-switch.serial.no-hex':
    'La commande série « {text} » n’est pas hexadécimale : il faut deux chiffres par octet.',
  'display-switch.serial.mode':
    'Le débit, les bits de données, la parité ou les bits d’arrêt indiqués par le CMS pour {port} ne sont pas valides.',
  'display-switch.serial.no-port': '{port} n’est pas un port série.',
  'display-switch.serial.write': 'Impossible d’écrire sur {port} : {code}.',
  'display-switch.hook': 'Le programme du réglage hook a échoué : {why}.',
  'program.output': '{why} ({line})',
  'display-switch.program': '{program} a échoué : {output}',
  'display-silent': 'L’allumage ou l’extinction du moniteur a pris plus de {limit:duration}.',
} as const satisfies Translation<typeof english>;
