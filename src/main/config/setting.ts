import * as v from 'valibot';

/** Facts that not every setting has. */
export type Extras = {
  /** The environment variable that sets it too, and beats the file. */
  readonly variable?: string;
  /** What holds when it is left out, in words, where another room decides that. */
  readonly otherwise?: string;
};

/**
 * A setting that may be left out, and is null then; `null` in the file means the same. `help` says what it is for, in
 * the help and in the README.
 */
export function setting<const Value extends v.GenericSchema>(value: Value, help: string, extras?: Extras) {
  return required(v.nullish(value, null), help, extras);
}

/** A setting that may be left out and has a value all the same. */
export function settingWith<
  const Value extends v.GenericSchema,
  const Otherwise extends v.Default<Value, null | undefined>,
>(value: Value, otherwise: Otherwise, help: string, extras?: Extras) {
  return required(v.nullish(value, otherwise), help, extras);
}

/** A setting without which the object around it makes no sense. */
export function required<const Value extends v.GenericSchema>(
  value: Value,
  help: string,
  extras: Extras = {},
) {
  return v.pipe(
    value,
    v.description<v.InferOutput<Value>, string>(help),
    v.metadata<v.InferOutput<Value>, Extras>(extras),
  );
}
