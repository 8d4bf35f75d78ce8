import { admin } from './admin.ts';
import { cms } from './cms.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import { engine } from './engine.ts';
import { fleet } from './fleet.ts';
import { fleetLink } from './fleet-link.ts';
import { ground } from './ground.ts';
import { media } from './media.ts';
import { health } from './health.ts';
import { page } from './page.ts';
import { setup } from './setup.ts';
import { stage } from './stage.ts';
import { store } from './store.ts';

export const texts = {
  ...ground,
  ...config,
  ...doctor,
  ...stage,
  ...setup,
  ...page,
  ...fleet,
  ...fleetLink,
  ...cms,
  ...store,
  ...admin,
  ...engine,
  ...media,
  ...health,
};
