import { SaxesParser } from 'saxes';

/** More headlines would be old before the ticker shows them. */
const mostTitles = 30;
const longestTitle = 300;

/** Real feeds nest less. Hundreds of thousands of open elements would keep the parser busy. */
const deepest = 100;
const mostMistakes = 5000;
/** A frequent mistake: the parser would take everything up to the next semicolon as an entity. */
const loneAmpersand = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\w.-]{0,30});)/gi;

/** The element of one headline in RSS 0.9 to 2.0 and in Atom. */
const newsElements = new Set(['item', 'entry']);

/**
 * The headlines of a feed as plain text; null when it is no feed. Expands no declared entities and builds no tree. A
 * truncated feed gives the headlines before its end.
 */
export function titlesOf(xml: string): readonly string[] | null {
  const titles: string[] = [];
  const path: string[] = [];
  let isFeed = false;
  let title: string | null = null;
  const parser = new SaxesParser();
  // Real feeds contain mistakes, and the rest stays readable. Each mistake costs microseconds, and a hostile feed has
  // hundreds of thousands.
  let mistakes = 0;
  parser.on('error', () => {
    if (++mistakes > mostMistakes) throw new Enough();
  });
  parser.on('opentag', ({ name }) => {
    const local = localName(name);
    if (path.length === 0) isFeed = ['rss', 'rdf', 'feed'].includes(local);
    if (local === 'title' && newsElements.has(path.at(-1) ?? '') && titles.length < mostTitles) title = '';
    path.push(local);
    if (path.length > deepest) throw new Enough();
  });
  const add = (text: string): void => {
    if (title !== null && title.length < 4 * longestTitle) title += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (title !== null && localName(name) === 'title') {
      const text = plain(title);
      if (text !== '') titles.push(text);
      if (titles.length === mostTitles) throw new Enough();
      title = null;
    }
    path.pop();
  });
  try {
    // Without `close`, which would report an unfinished end as a mistake.
    parser.write(untilTooManyAmpersands(xml).replace(loneAmpersand, '&amp;'));
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return isFeed ? titles : null;
}

/** Parsing millions of them takes seconds. */
function untilTooManyAmpersands(xml: string): string {
  let found = 0;
  for (const { index } of xml.matchAll(loneAmpersand)) if (++found > mostMistakes) return xml.slice(0, index);
  return xml;
}

/** Ends the parsing early. */
class Enough extends Error {}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** Many feeds have HTML in their titles: drops tags and unescapes text that is escaped twice. */
function plain(title: string): string {
  const text = title
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/g, (entity) => escaped[entity] ?? entity)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return text.length > longestTitle ? `${text.slice(0, longestTitle - 1).trimEnd()}…` : text;
}

const escaped: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&nbsp;': ' ',
};
