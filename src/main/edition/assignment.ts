/** The playlist, device or group that this player is configured to follow. */
export interface Assignment {
  readonly kind: 'playlist' | 'device' | 'deviceGroup';
  /** Id or name. */
  readonly ref: string;
}

/** The assigned playlist, device or group, as the CMS knows it. */
export interface Assignee {
  readonly id: string;
  readonly name: string;
}
