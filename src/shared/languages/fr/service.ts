import type { service as english } from '../en/service.ts';
import type { Translation } from '../text.ts';

export const service = {
  'service.title': 'Menu de service',
  'service.pin': 'Saisissez le code PIN.',
  'service.wrong': 'Code PIN incorrect.',
  'service.wait': {
    one: 'Trop de codes PIN incorrects : réessayez dans {count} minute.',
    other: 'Trop de codes PIN incorrects : réessayez dans {count} minutes.',
  },
  'service.busy': 'Un instant…',
  'service.cancel': 'Annuler',
  'service.yes': 'Continuer',
  'service.hold': 'Gardez le doigt appuyé : {seconds} s',
  'service.setup': 'Configurer à nouveau',
  'service.setup.ask':
    'La configuration commence sur cet écran. La diffusion actuelle continue jusqu’à ce que le nouveau contenu soit prêt.',
  'service.login': 'Se connecter : {host}',
  'service.login.ask':
    'La page s’ouvre. Connectez-vous, puis revenez au programme par la barre. Le lecteur conserve les cookies de cette page, chiffrés, et aucun mot de passe. Toute personne qui voit cet écran verra ce que la connexion affiche.',
  'service.login.failed': 'La page de {host} n’a pas répondu : aucune connexion n’est conservée.',
  'service.login.kept': 'La connexion à {host} est conservée.',
  'service.login.none': 'La page de {host} n’a enregistré aucun cookie : aucune connexion n’est conservée.',
  'service.login.too-large': 'Les cookies de {host} sont trop volumineux : aucune connexion n’est conservée.',
  'service.login.unsaved':
    'La connexion à {host} n’est pas encore enregistrée sur le disque : un redémarrage du lecteur la ferait perdre.',
  'service.name': 'Lecteur : {name}',
  'service.page': 'Page d’état : {address}',
  'service.page.none': 'Page d’état : indisponible',
  'service.network': 'Réseau : {address}',
  'service.network.none': 'Réseau : non connecté',
  'service.cms.reached': 'CMS : connecté',
  'service.cms.not': 'CMS : non connecté',
} as const satisfies Translation<typeof english>;
