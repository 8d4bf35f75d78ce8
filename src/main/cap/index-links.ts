import { all, type Element, textOf } from './xml.ts';

export interface Link {
  readonly url: string;
  /** Differs when the alert at this address does. */
  readonly stamp: string;
}

/** The alerts that an Atom or RSS feed lists, as it orders them; null when the document is neither. */
export function linksIn(root: Element, address: string): readonly Link[] | null {
  const entries =
    root.name === 'feed'
      ? all(root, 'entry')
      : root.name === 'rss'
        ? all(root, 'channel').flatMap((channel) => all(channel, 'item'))
        : null;
  return (
    entries?.flatMap((entry) => {
      const href = hrefOf(entry);
      const url = href === null ? null : URL.parse(href, address);
      const stamp = textOf(entry, 'updated') ?? textOf(entry, 'pubDate') ?? '';
      return url === null ? [] : [{ url: url.href, stamp }];
    }) ?? null
  );
}

/** Of several links the one to the alert itself: others lead to its web page. */
function hrefOf(entry: Element): string | null {
  const links = all(entry, 'link');
  const link =
    links.find(({ attributes }) => attributes.type === 'application/cap+xml') ??
    links.find(({ attributes: { rel = 'alternate' } }) => rel === 'alternate');
  return link?.attributes.href ?? textOf(entry, 'link');
}
