/**
 * Browser features for advertising and tracking. No permissions policy keeps all of them from a frame, they leave data
 * that outlives a page, and signage has no use for them.
 */
export const pageFeaturesOff: readonly string[] = [
  'InterestGroupStorage',
  'AdInterestGroupAPI',
  'Fledge',
  'BrowsingTopics',
  'SharedStorageAPI',
  'FencedFrames',
  'PrivateAggregationApi',
  'AttributionReporting',
];
