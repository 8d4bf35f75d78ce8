import { FakeElectron } from './fake-electron.ts';

/** The fake under the names that the real module exports, for a program that imports `electron`. */
export const fake = new FakeElectron();
export const { app, BrowserWindow, Menu, powerMonitor, powerSaveBlocker, protocol, screen, session } =
  fake.api;
