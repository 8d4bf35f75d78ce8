/** What is signed offline is not seen before the online keys have signed too. */
export function notPublishedYet(isSeen: boolean): string {
  return isSeen ? '' : ' Players see it after vitrine release renew with the online keys.';
}
