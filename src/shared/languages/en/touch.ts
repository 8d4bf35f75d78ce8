/** Touches of the screen, as the CMS sets them. */
export const touch = {
  'touch.unreadable': 'In the CMS, an interaction setting for the screen is invalid: {seen}.',
  'touch.unreadable.remedy': 'Correct the interaction settings of the device or its group in the CMS.',
  'touch.unreadable.entry': 'In the CMS, an interaction setting for the entry “{name}” is invalid: {seen}.',
  'touch.unreadable.entry.remedy': 'Correct the interaction settings of the entry in the CMS.',
  'touch.no-page':
    'Interaction is turned on in the CMS, but no web page is set: touching the screen has no effect.',
  'touch.no-page.remedy': 'Set a web page for interaction in the CMS, or turn interaction off.',
  'touch.no-page.entry':
    'Interaction is turned on in the CMS for the entry “{name}”, but no web page is set: touching the screen opens the page set for the screen, if there is one.',
  'touch.no-page.entry.remedy':
    'Set a web page for interaction in the CMS, or turn interaction off for the entry.',
} as const;
