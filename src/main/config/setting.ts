import * as v from 'valibot';

/** Optional facts of a setting. */
export type Extras = {
  /** The environment variable, which overrides the file. */
  readonly variable?: string;
  /** The default as text, where another room decides it. */
  readonly otherwise?: string;
};

/**
 * An optional setting; null by default, and `null` in the file means the same. `help` appears in the command line help and in the
 * reference.
 */
export function setting<const Value extends v.GenericSchema>(value: Value, help: string, extras?: Extras) {
  return required(v.nullish(value, null), help, extras);
}

/** An optional setting with a default. */
export function settingWith<
  const Value extends v.GenericSchema,
  const Otherwise extends v.Default<Value, null | undefined>,
>(value: Value, otherwise: Otherwise, help: string, extras?: Extras) {
  return required(v.nullish(value, otherwise), help, extras);
}

/** A setting that its object requires. */
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
