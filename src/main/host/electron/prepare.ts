import { pageFeaturesOff } from '../page-features.ts';
import { scheme } from './address.ts';
import type { ElectronApi } from './api.ts';
import { GpuHistory } from './gpu-history.ts';
import { usableProfile } from './profile-folder.ts';

/** Switches of the browser below, with the reason for each. */
const switches: readonly (readonly [name: string, value?: string])[] = [
  // Framed pages get no sound of their own; the stage gets its right by one user gesture after each load.
  ['autoplay-policy', 'document-user-activation-required'],
  // A covered or unfocused screen plays on.
  ['disable-background-timer-throttling'],
  ['disable-renderer-backgrounding'],
  ['disable-backgrounding-occluded-windows'],
  // Gestures are dead.
  ['disable-pinch'],
  ['overscroll-history-navigation', '0'],
  // No message box of the browser, and no keyring asking for its password, covers the show.
  ['noerrdialogs'],
  ['password-store', 'basic'],
];

/** Covered windows on Windows count as hidden; casting, translation and media keys have no place on a kiosk. */
const featuresOff = [
  ...['CalculateNativeWinOcclusion', 'HardwareMediaKeyHandling', 'MediaRouter', 'Translate'],
  ...pageFeaturesOff,
];

export interface Preparation {
  /** Where the browser keeps what it must keep: a folder of this data folder's own. */
  readonly profileFolder: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whatever the graphics card did before. */
  readonly inSoftware?: boolean;
}

/** Everything that must be said to Electron before it is ready. */
export function prepareApp(electron: Omit<ElectronApi, 'session'>, preparation: Preparation): void {
  const { app } = electron;
  const profileFolder = usableProfile(preparation.profileFolder);
  app.setPath('userData', profileFolder);
  app.setPath('sessionData', profileFolder);
  // It takes that switch back, too late for the processes that have started without a sandbox: no page would come up.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  const { now, inSoftware = false } = preparation;
  if (inSoftware || new GpuHistory(profileFolder).needsSoftware(now)) app.disableHardwareAcceleration();
  for (const [name, value] of switches) app.commandLine.appendSwitch(name, value);
  // When a switch is given twice the last one counts: what the command line asks for must stay.
  const asked = app.commandLine.getSwitchValue('disable-features').split(',').filter(Boolean);
  app.commandLine.appendSwitch('disable-features', [...new Set([...asked, ...featuresOff])].join(','));
  electron.protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
  electron.Menu.setApplicationMenu(null);
  // Another player on this profile is told, and comes to the front. Whether there is one, the store's lock decides: the
  // answer is no as well where the lock cannot be made, as on a full disk.
  app.requestSingleInstanceLock();
}
