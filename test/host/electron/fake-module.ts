import { FakeElectron } from './fake-electron.ts';

/** The fake under the export names of the real module, for a program that imports `electron`. */
export const fake = new FakeElectron();
export const {
  app,
  BaseWindow,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  WebContentsView,
} = fake.api;
