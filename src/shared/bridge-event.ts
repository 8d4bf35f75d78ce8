/** Fired on the window when the host attaches the bridge after the document has loaded. */
export const bridgeEvent = 'vitrine-bridge';
