import type { interrupt as english } from '../en/interrupt.ts';
import type { Translation } from '../text.ts';

export const interrupt = {
  'no-such-interrupt': 'Aucun message prioritaire « {id} », ou il est terminé.',
  'no-such-interrupt.remedy': 'Lancez vitrine interrupt list.',
  'interrupt-refused.clock':
    'L’horloge de ce lecteur n’est pas fiable : un message ne peut ni commencer ni finir à une heure donnée.',
  'interrupt-refused.clock.remedy': 'Indiquez seconds ou réglez l’horloge.',
  'interrupt-refused.expired': 'Le message a expiré.',
  'interrupt-refused.screens': 'Ce lecteur n’a aucun des écrans indiqués.',
  'interrupt-refused.foreign': 'Un message d’un autre expéditeur porte cet identifiant.',
  'interrupt-refused.outdated': 'Le lecteur a déjà cette version du message, ou une plus récente.',
  'interrupt-refused.full': 'Le lecteur garde {most} messages, et aucun n’a une priorité plus basse.',
  'interrupt-refused.empty': 'Le message n’affiche rien.',
  'interrupt-refused.empty.remedy': 'Indiquez title, lines ou blank.',
  'interrupt-refused.both-ends': 'Indiquez soit until, soit seconds, pas les deux.',
  'interrupt-refused.until-before-from': 'Le message se termine avant de commencer.',
  'interrupt-refused.too-long': 'Le message dure plus de 31 jours.',
  'interrupt-folder.unreadable': 'Le dossier est illisible ({code}).',
  'interrupt-folder.open': 'Tout le monde peut écrire dans le dossier.',
  'interrupt-folder.open.remedy': 'Attribuez-le à un groupe et lancez chmod o-w dessus.',
  'interrupt-folder.many': 'Le dossier contient plus de {most} fichiers ; aucun n’est lu.',
  'interrupt-folder.many.remedy': 'Supprimez les fichiers devenus inutiles.',
  'interrupt-folder.kind': 'Le fichier est un lien ou n’est pas un fichier ordinaire.',
  'interrupt-folder.long': 'Le fichier dépasse {most} octets.',
  'interrupt-folder.not-json': 'Le fichier n’est pas du JSON valide.',
  'interrupt-folder.not-json.remedy': 'Écrivez-le sous un autre nom et renommez-le une fois complet.',
  'interrupt-folder.field': '{where} : {what}',
  'interrupt-folder.name': 'Le nom du fichier ne peut pas servir d’identifiant.',
  'interrupt-folder.name.remedy':
    'Utilisez, avant .json, au plus 80 lettres, chiffres, « . », « _ » et « - ».',
  'interrupt-folder.file-unreadable': 'Le fichier est illisible ({code}).',
  'interrupt-token.taken': 'Un jeton nommé « {name} » existe déjà.',
  'interrupt-token.many': 'Il y a déjà {most} jetons : révoquez-en un.',
  'interrupt-token.unknown': 'Aucun jeton « {name} ».',
  'interrupt-token.wrong': 'Le jeton manque, est faux ou révoqué.',
  'interrupt-token.severity':
    'Ce jeton peut afficher des messages jusqu’à la gravité {most} et sa priorité habituelle.',
  'interrupt-token.screens': 'Ce jeton peut utiliser ces écrans : {screens}.',
  'interrupt-event': 'Message {id} sur l’écran {place} : {state}.',
  'interrupt-event.why': 'Message {id} sur l’écran {place} : {state} ({why}).',
} as const satisfies Translation<typeof english>;
