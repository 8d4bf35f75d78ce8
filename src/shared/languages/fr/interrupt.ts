import type { interrupt as english } from '../en/interrupt.ts';
import type { Translation } from '../text.ts';

export const interrupt = {
  'no-such-interrupt': 'Le message prioritaire « {id} » n’existe pas ou est terminé.',
  'no-such-interrupt.remedy':
    'Pour afficher la liste des messages prioritaires, exécutez « vitrine interrupt list ».',
  'interrupt-refused.clock':
    'L’horloge de ce lecteur n’est pas fiable : un message ne peut ni commencer ni finir à une heure donnée.',
  'interrupt-refused.clock.remedy': 'Indiquez une durée (champ seconds) ou réglez l’horloge.',
  'interrupt-refused.expired': 'Le message a expiré.',
  'interrupt-refused.screens': 'Ce lecteur n’a aucun des écrans indiqués.',
  'interrupt-refused.foreign': 'Un message d’un autre expéditeur porte déjà cet identifiant.',
  'interrupt-refused.outdated': 'Le lecteur a déjà cette version du message, ou une plus récente.',
  'interrupt-refused.full':
    'Le lecteur a déjà {most} messages prioritaires, le maximum, et aucun n’est moins prioritaire que celui-ci.',
  'interrupt-refused.empty': 'Le message n’affiche rien.',
  'interrupt-refused.empty.remedy': 'Renseignez l’un des champs title, lines ou blank.',
  'interrupt-refused.untitled':
    'Le message a une image, une vidéo ou une page, mais aucun texte à afficher si ce contenu ne peut pas être chargé.',
  'interrupt-refused.untitled.remedy': 'Renseignez le champ title.',
  'interrupt-refused.two-media': 'N’indiquez qu’un seul de ces champs : picture, video, page ou blank.',
  'interrupt-refused.both-ends': 'Indiquez soit until, soit seconds, mais pas les deux.',
  'interrupt-refused.until-before-from': 'Le message se termine avant de commencer.',
  'interrupt-refused.too-long': 'Le message dure plus de 31 jours.',
  'interrupt-medium.unknown': 'La configuration ne déclare aucun média « {name} ».',
  'interrupt-medium.slow': 'Le fichier n’était pas entièrement téléchargé après {time:duration}.',
  'interrupt-medium.large': 'Le fichier dépasse {most:bytes}.',
  'interrupt-medium.no-picture': 'Le fichier n’est pas une image.',
  'interrupt-medium.no-video': 'Le fichier n’est pas une vidéo.',
  'interrupt-medium.no-sound': 'Le fichier n’est pas un fichier audio.',
  'interrupt-medium.neither': 'Le fichier n’est ni une image, ni une vidéo, ni un fichier audio.',
  'interrupt-folder.unreadable': 'Le dossier est illisible ({code}).',
  'interrupt-folder.open': 'Tout le monde peut écrire dans le dossier.',
  'interrupt-folder.open.remedy':
    'Attribuez le dossier à un groupe d’utilisateurs de cette machine (chgrp) et retirez aux autres le droit d’écriture (chmod o-w).',
  'interrupt-folder.many': 'Le dossier contient plus de {most} fichiers ; aucun n’est lu.',
  'interrupt-folder.many.remedy': 'Supprimez les fichiers devenus inutiles.',
  'interrupt-folder.kind': 'Le fichier est un lien ou n’est pas un fichier ordinaire.',
  'interrupt-folder.long': 'Le fichier dépasse {most} octets.',
  'interrupt-folder.not-json': 'Le fichier n’est pas du JSON valide.',
  'interrupt-folder.not-json.remedy': 'Écrivez le fichier sous un autre nom et renommez-le une fois complet.',
  'interrupt-folder.field': '{where} : {what}',
  'interrupt-folder.name': 'Le nom du fichier ne peut pas servir d’identifiant.',
  'interrupt-folder.name.remedy':
    'Utilisez, avant .json, au plus 80 caractères : lettres, chiffres, « . », « _ » et « - ».',
  'interrupt-folder.file-unreadable': 'Le fichier est illisible ({code}).',
  'cap-unusable.xml':
    'La réponse n’est pas du XML valide, ou elle contient une déclaration de type de document (DOCTYPE).',
  'cap-unusable.alert': 'Ce n’est pas un message CAP 1.2 utilisable : {field} est absent ou erroné.',
  'cap-unusable.format': 'La réponse n’est ni un message CAP ni un flux Atom ou RSS.',
  'cap-unusable.unreachable': 'Impossible de télécharger le flux. {why}',
  'cap-unusable.status': 'Le serveur a répondu avec le code HTTP {status}.',
  'cap-unusable.many': 'Le flux contient plus de {most} alertes ; les alertes suivantes ne sont pas lues.',
  'cap-unusable.elsewhere':
    'Le lecteur ne télécharge pas cette alerte : elle ne se trouve pas sur le même serveur que le flux.',
  'cap-unusable.certificate': 'Le fichier {file} est illisible ou ne contient aucun certificat.',
  'cap-unusable.signature-missing': 'L’alerte n’est pas signée.',
  'cap-unusable.signature-wrong':
    'La signature est incorrecte, trop faible, ou ne provient d’aucun des certificats configurés.',
  'interrupt-token.taken': 'Un jeton nommé « {name} » existe déjà.',
  'interrupt-token.many': 'Il y a déjà {most} jetons, le maximum autorisé : révoquez-en un.',
  'interrupt-token.unknown': 'Il n’existe aucun jeton « {name} ».',
  'interrupt-token.wrong': 'Le jeton est absent, incorrect ou révoqué.',
  'interrupt-token.severity':
    'Ce jeton permet d’afficher des messages jusqu’à la gravité {most}, avec au plus la priorité par défaut de cette gravité.',
  'interrupt-token.screens': 'Ce jeton ne donne accès qu’à ces écrans : {screens}.',
  'interrupt-event': 'Message {id} sur l’écran {place} : {state}.',
  'interrupt-event.why': 'Message {id} sur l’écran {place} : {state} ({why}).',
} as const satisfies Translation<typeof english>;
