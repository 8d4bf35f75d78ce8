/** What an interrupt shows beside its text: `from` is an address, or the name of a prepared medium. */
export interface Medium {
  readonly kind: (typeof mediumKinds)[number];
  readonly from: string;
}

export const mediumKinds = ['picture', 'video', 'page'] as const;

export const mediumName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

export const isMediumName = (from: string): boolean => mediumName.test(from);

export const isWebAddress = (from: string): boolean => /^https?:$/.test(URL.parse(from)?.protocol ?? '');
