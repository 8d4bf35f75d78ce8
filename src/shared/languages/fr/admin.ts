import type { admin as english } from '../en/admin.ts';
import type { Translation } from '../text.ts';

export const admin = {
  'not-found': 'Il n’y a rien à cette adresse.',
  'not-found.picture': 'Aucune capture d’écran n’est disponible pendant la configuration de ce lecteur.',
  'internal.answer': 'Le lecteur a envoyé une réponse non valide.',
  'player-silent': 'Le lecteur en cours d’exécution n’a pas répondu en {time:duration}.',
  'player-silent.remedy': 'Si le problème persiste, redémarrez le lecteur.',
  'page-starting': 'La page d’état est encore en cours de démarrage.',
  'page-starting.remedy': 'Réessayez dans une minute.',
  'player-not-yours':
    'Le lecteur qui utilise ce dossier de données est exécuté par un autre utilisateur de cette machine.',
  'player-not-yours.remedy': 'Exécutez la commande avec le compte de l’utilisateur qui exécute le lecteur.',
  'wrong-usage.action': '{name}, {where} : {what}.',
  'wrong-usage.access': 'Impossible d’autoriser l’accès par le réseau : {what}.',
  'wrong-usage.login': 'La demande d’authentification n’est pas valide.',
  'wrong-password': 'Mot de passe incorrect.',
  'not-logged-in': 'Connectez-vous d’abord.',
  'too-many-tries': 'Trop de tentatives : réessayez dans {time:duration}.',
  'password-length': 'Le mot de passe doit compter de {shortest} à {longest} caractères.',
  'access-not-kept': 'Impossible d’enregistrer sur le disque les réglages de l’accès par le réseau.',
  'access-not-kept.remedy': 'Pour en trouver la cause, exécutez « vitrine doctor ».',
  'access.port-taken':
    'Le port {port:plain} est occupé. Choisissez-en un autre : vitrine access on --port {free:plain}',
  'access.not-listening': 'Impossible d’écouter sur le port {port:plain} : {code}.',
  'access.port-taken.by':
    'Le port {port:plain} est occupé par {holder}. Choisissez-en un autre : vitrine access on --port {free:plain}',
  'wrong-usage.session': 'Indiquez l’identifiant d’une session (voir « vitrine access status »).',
} as const satisfies Translation<typeof english>;
