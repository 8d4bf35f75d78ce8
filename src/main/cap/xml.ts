import { SaxesParser, type SaxesTagNS } from 'saxes';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

/** An element without comments and instructions. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const deepest = 30;
const mostElements = 50_000;

/**
 * The root of a whole, well-formed document. A document type is refused: it declares entities, which expand to any length or
 * name other files.
 */
export function parseXml(xml: string): Element {
  const open: (Element & { children: Element[]; text: string })[] = [];
  let root: Element | null = null;
  let count = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (cause) => {
    throw unusable(cause);
  });
  parser.on('doctype', () => {
    throw unusable();
  });
  parser.on('opentag', ({ local, uri, attributes }: SaxesTagNS) => {
    if (++count > mostElements || open.length >= deepest) throw unusable();
    const element = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value])),
      children: [] as Element[],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
    root ??= element;
  });
  const add = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  if (root === null) throw unusable();
  return root;
}

function unusable(cause?: Error): VitrineError {
  return new VitrineError('temporary', message('cap-unusable.xml'), { cause });
}

export const all = ({ children }: Element, name: string): readonly Element[] =>
  children.filter((child) => child.name === name);

/** The text of the first child with this name; null: there is none, or it is empty. */
export function textOf(element: Element, name: string): string | null {
  const text = all(element, name)[0]?.text.trim() ?? '';
  return text === '' ? null : text;
}
