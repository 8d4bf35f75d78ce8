import fleet from './fleet.json' with { type: 'json' };
import page from './page.json' with { type: 'json' };
import setup from './setup.json' with { type: 'json' };
import stage from './stage.json' with { type: 'json' };

export const texts = { ...stage, ...setup, ...page, ...fleet };
