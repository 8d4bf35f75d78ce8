import type { RequestContext } from './http.ts';
import type { ShapeNeeds } from './shape.ts';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly headers: Readonly<Record<string, string>>;
  wrap(items: readonly unknown[], name: string): unknown;
}

/** The requested page of a list, and its envelope. */
export function pageOf<Row>(
  context: RequestContext,
  rows: readonly Row[],
  { variants, addresses }: ShapeNeeds,
): Page<Row> {
  const envelope = (items: readonly unknown[], name: string): unknown => {
    switch (variants.listEnvelope) {
      case 'bare':
        return items;
      case 'single':
        return items.length === 1 ? items[0] : items;
      case 'data':
        return { data: items };
      case 'items':
        return { items };
      case 'resource':
        return { [name]: items };
    }
  };
  if (variants.paging === 'none') return { rows, headers: {}, wrap: envelope };

  const size = Math.max(1, variants.pageSize);
  const last = Math.max(1, Math.ceil(rows.length / size));
  const current = Math.max(1, Math.trunc(Number(context.req.query('page') ?? 1)) || 1);
  const slice = rows.slice((current - 1) * size, current * size);
  const address = (page: number | null): string | null => {
    if (page === null) return null;
    const path = `${context.req.path}?page=${page}`;
    if (variants.nextPageAddress === 'relative') return path;
    return (variants.nextPageAddress === 'other-origin' ? addresses.otherOrigin : addresses.origin) + path;
  };
  const next = address(current < last ? current + 1 : null);
  const previous = address(current > 1 ? current - 1 : null);
  const numbers = {
    current_page: current,
    from: slice.length === 0 ? null : (current - 1) * size + 1,
    last_page: last,
    path: addresses.origin + context.req.path,
    per_page: size,
    to: slice.length === 0 ? null : (current - 1) * size + slice.length,
    total: rows.length,
  };
  const key = (name: string): string =>
    ({ bare: 'data', single: 'data', data: 'data', items: 'items', resource: name })[variants.listEnvelope];

  switch (variants.paging) {
    case 'paginator':
      return {
        rows: slice,
        headers: {},
        wrap: (items, name) => ({
          ...numbers,
          [key(name)]: items,
          first_page_url: address(1),
          last_page_url: address(last),
          next_page_url: next,
          prev_page_url: previous,
        }),
      };
    case 'links':
      return {
        rows: slice,
        headers: {},
        wrap: (items, name) => ({
          [key(name)]: items,
          links: { first: address(1), last: address(last), prev: previous, next },
          meta: numbers,
        }),
      };
    case 'meta':
      return { rows: slice, headers: {}, wrap: (items, name) => ({ [key(name)]: items, meta: numbers }) };
    case 'link-header': {
      const links = [
        `<${address(1)}>; rel="first"`,
        ...(next ? [`<${next}>; rel="next"`] : []),
        `<${address(last)}>; rel="last"`,
      ];
      return { rows: slice, headers: { link: links.join(', ') }, wrap: envelope };
    }
  }
}
