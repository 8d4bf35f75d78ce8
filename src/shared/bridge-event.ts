/** Raised at the window of an app whose document was there before its host had reached it: the bridge is there now. */
export const bridgeEvent = 'vitrine-bridge';
