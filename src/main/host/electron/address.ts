/** The scheme and address under which the app and its media are mounted. */
export const scheme = 'vitrine';
export const appAddress = 'vitrine://app/';

export function isAppAddress(address: string): boolean {
  return address.startsWith(appAddress);
}
