import { afterEach, beforeEach, expect, it } from 'vitest';
import { OnScreenKeyboard } from '../../../src/renderer/keyboard/keyboard.ts';
import type { Field } from '../../../src/shared/keyboard.ts';
import { enterDocument, type FakeElement, leaveDocument, madeLike } from '../fake-document.ts';

beforeEach(() => {
  enterDocument();
  madeLike({ style: { setProperty: () => undefined } as unknown as Record<string, string> });
  Object.assign(document, { createElementNS: (_: string, tag: string) => document.createElement(tag) });
});
afterEach(leaveDocument);

/** The keys drawn for a field, by their label for screen readers or by their face. */
function drawn(field: Partial<Field>): ReadonlyMap<string, string> {
  const keyboard = new OnScreenKeyboard({ language: 'en', typed: () => undefined, hidden: () => undefined });
  keyboard.show({ kind: 'text', enter: 'enter', isSecret: false, ...field });
  const keys = (keyboard.element as unknown as FakeElement).querySelectorAll('button');
  return new Map(
    keys.map((key) => {
      const face = key.children
        .map(({ tag, textContent }) => (tag === '#text' ? textContent : 'icon'))
        .join('');
      return [(key as FakeElement & { readonly ariaLabel?: string }).ariaLabel ?? face, face];
    }),
  );
}

it('keys whose face is no word have a label', () => {
  const keys = drawn({});
  expect([keys.get('Space'), keys.get('Delete'), keys.get('Shift')]).toEqual(['English', 'icon', 'icon']);
});

it('the enter key names what the field does with it', () => {
  expect(drawn({ enter: 'search' }).has('Search')).toBe(true);
  expect(drawn({ enter: 'search' }).get('Delete')).toBe('icon');
  expect(drawn({ enter: 'enter' }).has('Search')).toBe(false);
  for (const enter of ['enter', 'newline'] as const) expect([...drawn({ enter }).values()]).not.toContain('');
});
