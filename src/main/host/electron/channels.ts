/** Names of the two message channels between main and the preload script. */
export const toScreen = 'vitrine:to-screen';
export const fromScreen = 'vitrine:from-screen';
