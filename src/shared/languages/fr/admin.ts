import type { admin as english } from '../en/admin.ts';
import type { Translation } from '../text.ts';

export const admin = {
  'not-found': 'Il n’y a rien à cette adresse.',
  'not-found.picture': 'Pas de capture d’écran pendant la configuration de ce lecteur.',
  'internal.answer': 'Le lecteur a envoyé une réponse illisible.',
  'player-silent': 'Le lecteur en cours d’exécution n’a pas répondu en {time:duration}.',
  'player-silent.remedy': 'Si le problème persiste, redémarrez le lecteur.',
  'player-not-yours': 'Le lecteur de ce dossier de données appartient à un autre utilisateur.',
  'player-not-yours.remedy': 'Exécutez la commande sous ce compte utilisateur.',
  'wrong-usage.action': '{name}, {where} : {what}.',
  'wrong-usage.access': 'Impossible d’ouvrir l’accès réseau : {what}.',
  'wrong-usage.login': 'La demande d’authentification est illisible.',
  'wrong-password': 'Mot de passe incorrect.',
  'not-logged-in': 'Connectez-vous d’abord.',
  'too-many-tries': 'Trop de tentatives : réessayez dans {time:duration}.',
  'password-length': 'Le mot de passe doit compter de {shortest} à {longest} caractères.',
  'access-not-kept': 'Impossible d’enregistrer les réglages de l’accès réseau sur le disque.',
  'access-not-kept.remedy': 'Exécutez « vitrine doctor ».',
  'access.port-taken':
    'Le port {port:plain} est occupé. Choisissez-en un autre : vitrine access on --port {free:plain}',
  'access.not-listening': 'Impossible d’écouter sur le port {port:plain} : {code}.',
  'access.port-taken.by':
    'Le port {port:plain} est occupé par {holder}. Choisissez-en un autre : vitrine access on --port {free:plain}',
  'wrong-usage.session': 'Indiquez l’identifiant d’une session.',
} as const satisfies Translation<typeof english>;
