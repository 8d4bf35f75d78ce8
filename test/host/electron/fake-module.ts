import { FakeElectron } from './fake-electron.ts';

/** The fake under the names that the real module exports, for a program that imports `electron`. */
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
