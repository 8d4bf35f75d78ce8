/**
 * Whether a web page did not come for a reason that will pass: it could not be reached, or its server had an error of
 * its own. That is not the page's fault, so it is not put aside for it and comes back as soon as it can be had.
 */
export function isOutage(reason: string): boolean {
  return /^(unreachable: |status 5\d\d$)/.test(reason);
}
