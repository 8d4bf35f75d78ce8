/** Touches of the screen, as the CMS sets them. */
export const touch = {
  'touch.unreadable': 'The player cannot read {seen}, which the CMS sets for interaction with the screen.',
  'touch.unreadable.remedy': 'Correct the interaction settings of the device or its group in the CMS.',
  'touch.unreadable.entry':
    'The player cannot read {seen}, which the CMS sets for interaction with “{name}”.',
  'touch.unreadable.entry.remedy': 'Correct the interaction settings of the entry in the CMS.',
  'touch.no-page': 'The CMS turns interaction on, but names no web page: a touch opens nothing.',
  'touch.no-page.remedy': 'Set a web page for interaction in the CMS, or turn interaction off.',
  'touch.no-page.entry':
    'The CMS turns interaction on for “{name}”, but names no web page: a touch opens the page set for the screen, if there is one.',
  'touch.no-page.entry.remedy':
    'Set a web page for interaction in the CMS, or turn interaction off for the entry.',
} as const;
