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
