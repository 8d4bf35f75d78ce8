import type { engine as english } from '../en/engine.ts';
import type { Translation } from '../text.ts';

export const engine = {
  'cms-unsteady':
    'Le CMS renvoie soudain bien moins d’éléments qu’avant, et ses réponses changent sans cesse.',
  'sync-paused': 'La synchronisation est suspendue.',
  'sync-paused.remedy': 'Exécutez « vitrine sync resume ».',
  'edition-not-found': 'Rien à diffuser : le lecteur n’a pas encore reçu de contenu du CMS.',
  'edition-not-found.remedy':
    'Vérifiez dans le CMS le contenu attribué à cet écran, ou exécutez « vitrine sync --once ».',
  'config-incomplete':
    'La configuration n’indique ni le CMS ni la playlist, l’appareil ou le groupe d’appareils à suivre.',
  'config-incomplete.address': 'L’adresse du CMS n’est pas configurée (VITRINE_CMS_URL).',
  'config-incomplete.assignment':
    'Aucune playlist, aucun appareil ni groupe d’appareils n’est configuré (VITRINE_PLAYLIST, VITRINE_DEVICE ou VITRINE_DEVICE_GROUP).',
  'config-incomplete.add': 'Complétez la configuration dans {file}.',
  'config-incomplete.set':
    'Complétez la configuration avec des variables d’environnement ou dans un fichier de configuration.',
  'engine-closed': 'Le service d’arrière-plan n’est pas encore prêt.',
  'engine-gone': 'Le service d’arrière-plan s’est arrêté.',
  'engine-silent': 'Le service d’arrière-plan ne répond pas.',
  'engine-silent.status':
    'Le service d’arrière-plan ne répond pas et redémarre ; la diffusion continue. Contenu, synchronisation, téléchargements et stockage : dernier état connu.',
} as const satisfies Translation<typeof english>;
