/** What this player was told to follow. */
export interface Assignment {
  readonly kind: 'playlist' | 'device' | 'deviceGroup';
  /** Id or name. */
  readonly ref: string;
}
