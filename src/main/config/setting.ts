import * as v from 'valibot';

/** What a setting has besides what it may hold and what it is for. */
export type Extras = {
  /** The environment variable that sets it too, and beats the file. */
  readonly variable?: string;
  /** What holds without it, in words, where that is decided elsewhere. */
  readonly otherwise?: string;
};

/**
 * A setting that may be left out and is null then. `null` in the file says the same as leaving it out. `help`: what it is
 * for, as help and README say it.
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
