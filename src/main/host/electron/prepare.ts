import { pageFeaturesOff } from '../page-features.ts';
import { scheme } from './address.ts';
import type { ElectronApi } from './api.ts';
import { GpuHistory } from './gpu-history.ts';
import { usableProfile } from './profile-folder.ts';

/** Chromium switches, each with its reason. */
const switches: readonly (readonly [name: string, value?: string])[] = [
  // Framed pages get no sound; the stage gets its permission by one user gesture after each load.
  ['autoplay-policy', 'document-user-activation-required'],
  // A covered or unfocused screen keeps playing.
  ['disable-background-timer-throttling'],
  ['disable-renderer-backgrounding'],
  ['disable-backgrounding-occluded-windows'],
  // No zoom by gesture.
  ['disable-pinch'],
  ['overscroll-history-navigation', '0'],
  // Neither an error dialog of the browser nor a keyring prompt may cover the show.
  ['noerrdialogs'],
  ['password-store', 'basic'],
];

/** Windows treats covered windows as hidden; casting, translation and media keys have no use in a kiosk. */
const featuresOff = [
  ...['CalculateNativeWinOcclusion', 'HardwareMediaKeyHandling', 'MediaRouter', 'Translate'],
  ...pageFeaturesOff,
];

export interface Preparation {
  /** The browser's profile, in a subfolder of the data folder. */
  readonly profileFolder: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Overrides the history of the graphics card. */
  readonly inSoftware?: boolean;
}

/** Everything that Electron must know before it is ready. */
export function prepareApp(electron: Omit<ElectronApi, 'session'>, preparation: Preparation): void {
  const { app } = electron;
  const profileFolder = usableProfile(preparation.profileFolder);
  app.setPath('userData', profileFolder);
  app.setPath('sessionData', profileFolder);
  // Electron would drop `--no-sandbox` too late for processes that have started without a sandbox: no page would load.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  const { now, inSoftware = false } = preparation;
  if (inSoftware || new GpuHistory(profileFolder).needsSoftware(now)) app.disableHardwareAcceleration();
  for (const [name, value] of switches) app.commandLine.appendSwitch(name, value);
  // The last of two equal switches wins: keep the value of the command line.
  const given = app.commandLine.getSwitchValue('disable-features').split(',').filter(Boolean);
  app.commandLine.appendSwitch('disable-features', [...new Set([...given, ...featuresOff])].join(','));
  electron.protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
  electron.Menu.setApplicationMenu(null);
  // The first player on this profile is notified and comes to the front. The result is ignored: the store's lock
  // decides whether another player runs, and on a full disk this lock fails too.
  app.requestSingleInstanceLock();
}
