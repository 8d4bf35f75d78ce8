import type { HostEvents, WindowEvents } from '../../src/main/host/host.ts';

const nothing = (): void => undefined;

/** What a host tells, and what the windows tell that a test opens. */
export type AllEvents = HostEvents & WindowEvents;

/** Hears nothing of it; a test takes it and puts in what it is about. */
export const deaf: AllEvents = {
  message: nothing,
  gone: nothing,
  hung: nothing,
  displaysChanged: nothing,
  woke: nothing,
  ended: nothing,
};
