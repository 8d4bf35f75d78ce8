import type { HostEvents, WindowEvents } from '../../src/main/host/host.ts';

const nothing = (): void => undefined;

/** The events of a host, and of the windows that a test opens. */
export type AllEvents = HostEvents & WindowEvents;

/** Ignores all of them; a test replaces those that it needs. */
export const deaf: AllEvents = {
  message: nothing,
  gone: nothing,
  hung: nothing,
  displaysChanged: nothing,
  woke: nothing,
  ended: nothing,
};
