/** At most so many pages are requested at once. */
const atOnce = 6;

/**
 * Guesses the addresses after `next` where pages are numbered and the last number is known. The list still follows the
 * server's own links from page to page, so a wrong guess is never used.
 */
export function pagesAfter(current: string, next: string | null, last: number | null): readonly string[] {
  if (next === null || last === null) return [];
  const number = pageNumber(next);
  if (number === null || number <= (pageNumber(current) ?? 1) || without(next) !== without(current))
    return [];
  return Array.from({ length: Math.max(0, Math.min(atOnce - 1, last - number)) }, (_, at) =>
    next.replace(pageParameter, `$1${number + 1 + at}`),
  );
}

function pageNumber(url: string): number | null {
  const digits = pageParameter.exec(url)?.[2];
  return digits === undefined ? null : Number(digits);
}

const pageParameter = /([?&]page=)(\d{1,9})(?=&|$)/;

/** The address without its page number. */
function without(url: string): string {
  return url
    .replace(pageParameter, '')
    .replace(/\?&|&&/, '?')
    .replace(/[?&]$/, '');
}
