import { actions } from './actions.ts';
import { admin } from './admin.ts';
import { alerts } from './alerts.ts';
import { cms } from './cms.ts';
import { config } from './config.ts';
import { display } from './display.ts';
import { doctor } from './doctor.ts';
import { engine } from './engine.ts';
import { fleet } from './fleet.ts';
import { fleetLink } from './fleet-link.ts';
import { ground } from './ground.ts';
import { health } from './health.ts';
import { host } from './host.ts';
import { interrupt } from './interrupt.ts';
import { media } from './media.ts';
import { page } from './page.ts';
import { release } from './release.ts';
import { schedule } from './schedule.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { stage } from './stage.ts';
import { store } from './store.ts';
import { touch } from './touch.ts';
import { update } from './update.ts';
import { visit } from './visit.ts';
import { zone } from './zone.ts';

export const texts = {
  ...ground,
  ...config,
  ...doctor,
  ...stage,
  ...settings,
  ...service,
  ...setup,
  ...page,
  ...fleet,
  ...fleetLink,
  ...cms,
  ...store,
  ...actions,
  ...admin,
  ...alerts,
  ...display,
  ...engine,
  ...interrupt,
  ...media,
  ...health,
  ...touch,
  ...update,
  ...release,
  ...schedule,
  ...host,
  ...visit,
  ...zone,
};
