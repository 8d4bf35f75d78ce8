/**
 * What browsers offer to pages for the trade with advertisements and with what people look at. No permission's policy
 * keeps all of it from a frame, it leaves marks that outlive a page, and no sign has any use for it.
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
