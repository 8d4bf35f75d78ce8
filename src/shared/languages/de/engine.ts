import type { engine as english } from '../en/engine.ts';
import type { Translation } from '../text.ts';

export const engine = {
  'cms-unsteady':
    'Das CMS liefert plötzlich viel weniger Inhalte als zuvor, und seine Antworten ändern sich ständig.',
  'sync-paused': 'Der Abgleich mit dem CMS ist angehalten.',
  'sync-paused.remedy': 'Führen Sie aus: vitrine sync resume',
  'edition-not-found': 'Es gibt nichts abzuspielen: Der Player hat noch keine Inhalte vom CMS erhalten.',
  'edition-not-found.remedy':
    'Prüfen Sie das CMS und die Zuweisung, oder führen Sie aus: vitrine sync --once',
  'config-incomplete': 'Weder das CMS noch eine Playlist, ein Gerät oder eine Gerätegruppe ist eingerichtet.',
  'config-incomplete.address': 'Die Adresse des CMS ist nicht eingerichtet (VITRINE_CMS_URL).',
  'config-incomplete.assignment':
    'Es ist keine Playlist, kein Gerät und keine Gerätegruppe angegeben (VITRINE_PLAYLIST, VITRINE_DEVICE oder VITRINE_DEVICE_GROUP).',
  'config-incomplete.add': 'Ergänzen Sie die Konfiguration in {file}.',
  'config-incomplete.set':
    'Ergänzen Sie die Konfiguration mit Umgebungsvariablen oder in einer Konfigurationsdatei.',
  'engine-closed': 'Der Hintergrunddienst ist noch nicht bereit.',
  'engine-gone': 'Der Hintergrunddienst wurde beendet.',
  'engine-silent': 'Der Hintergrunddienst antwortet nicht.',
  'engine-silent.status':
    'Der Hintergrunddienst antwortet nicht und wird neu gestartet; die Wiedergabe läuft weiter. Inhalte, Abgleich, Downloads und Speicher zeigen den letzten bekannten Stand.',
} as const satisfies Translation<typeof english>;
