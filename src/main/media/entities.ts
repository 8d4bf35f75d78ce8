/** Illustrator declares about eight. */
const mostEntities = 100;

export interface Subset {
  readonly entities: ReadonlyMap<string, string>;
  /** Position after its closing bracket. */
  readonly end: number;
}

/**
 * Reads the entity declarations in a document type as drawing programs write them: plain text only, such as namespaces.
 * Null for any other declaration: entities for entities, markup or files can grow without bound. `from` is the position
 * after the opening bracket.
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

/** Length of a text with its entities expanded. */
export function expandedLength(text: string, entities: ReadonlyMap<string, string>): number {
  let length = text.length;
  for (const [, name = ''] of text.matchAll(/&([a-z_][\w.-]{0,100});/gi))
    length += entities.get(name)?.length ?? 0;
  return length;
}
