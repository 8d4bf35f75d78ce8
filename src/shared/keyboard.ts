import * as v from 'valibot';

/** Which keys a field needs. */
export const fieldKinds = ['text', 'email', 'url', 'number', 'tel', 'pin'] as const;
/** What Enter does in a field; `newline` starts a line. */
export const enterHints = ['enter', 'newline', 'done', 'go', 'next', 'previous', 'search', 'send'] as const;

export type FieldKind = (typeof fieldKinds)[number];
export type EnterHint = (typeof enterHints)[number];

/** The field of an interactive page that has the focus, as far as the on-screen keyboard needs to know it. Never its content. */
export interface Field {
  readonly kind: FieldKind;
  readonly enter: EnterHint;
  /** Onlookers must not see which key is pressed. */
  readonly isSecret: boolean;
}

/** What one key of the on-screen keyboard writes. */
export type Typed = { readonly text: string } | { readonly key: 'Backspace' | 'Enter' };

const field = v.nullable(
  v.strictObject({ kind: v.picklist(fieldKinds), enter: v.picklist(enterHints), isSecret: v.boolean() }),
);

const typed = v.union([
  v.strictObject({ text: v.pipe(v.string(), v.minLength(1), v.maxLength(8)) }),
  v.strictObject({ key: v.picklist(['Backspace', 'Enter']) }),
]);

/** Null: no field has the focus. Undefined: a report that no page of this player sends. */
export function parseField(report: unknown): Field | null | undefined {
  const parsed = v.safeParse(field, report);
  return parsed.success ? parsed.output : undefined;
}

export function parseTyped(message: unknown): Typed | null {
  const parsed = v.safeParse(typed, message);
  return parsed.success ? parsed.output : null;
}
