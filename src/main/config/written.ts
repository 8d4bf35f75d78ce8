/** A configuration as somebody wrote it, before anything is known of it. Names of settings are `cms.url` and the like. */
export type Values = Readonly<Record<string, unknown>>;

export function valueAt(values: Values, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), values);
}

/** A copy with that value. What stands in the way and is no object gives way to one. */
export function withValue(values: Values, name: string, value: unknown): Values {
  const [key = '', ...rest] = name.split('.');
  const before = values[key];
  const inner = (): Values => withValue(isObject(before) ? before : {}, rest.join('.'), value);
  return { ...values, [key]: rest.length === 0 ? value : inner() };
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
