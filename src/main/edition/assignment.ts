/** What this player was told to follow. */
export interface Assignment {
  readonly kind: 'playlist' | 'device' | 'deviceGroup';
  /** Id or name. */
  readonly ref: string;
}

/** The playlist, device or group that an assignment means, as the CMS knows it. */
export interface Assignee {
  readonly id: string;
  readonly name: string;
}
