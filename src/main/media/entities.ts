/** Illustrator declares eight or so. */
const mostEntities = 100;

export interface Subset {
  readonly entities: ReadonlyMap<string, string>;
  /** Where it ends, behind its bracket. */
  readonly end: number;
}

/**
 * Reads the declarations in a document type, as drawing programs write them: names for plain text, such as those of name spaces. Null
 * where anything else is declared: what stands for another entity, for markup or for a file can grow without bound.
 * `from` is behind the opening bracket.
 */
export function plainSubset(text: string, from: number): Subset | null {
  const entities = new Map<string, string>();
  let at = from;
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  for (;;) {
    if (take(/\s+|<!--(?:[^-]|-(?!-))*-->/y) !== null) continue;
    if (take(/\]/y) !== null) return { entities, end: at };
    const declared = take(
      /<!ENTITY\s+([a-z_][\w.-]{0,100})\s+(?:"([^"&%<]{0,500})"|'([^'&%<]{0,500})')\s*>/iy,
    );
    const [, name, quoted, single = ''] = declared ?? [];
    if (name === undefined || entities.size === mostEntities) return null;
    // The first declaration of a name counts.
    if (!entities.has(name)) entities.set(name, quoted ?? single);
  }
}

/** How long a text is once its entities stand in it. */
export function expandedLength(text: string, entities: ReadonlyMap<string, string>): number {
  let length = text.length;
  for (const [, name = ''] of text.matchAll(/&([a-z_][\w.-]{0,100});/gi))
    length += entities.get(name)?.length ?? 0;
  return length;
}
