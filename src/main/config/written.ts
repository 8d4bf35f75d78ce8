/** An unchecked configuration. A setting is named by its path, such as `cms.url`. */
export type Values = Readonly<Record<string, unknown>>;

export function valueAt(values: Values, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), values);
}

/** A copy with this value. Creates the objects on the path. */
export function withValue(values: Values, name: string, value: unknown): Values {
  const [key = '', ...rest] = name.split('.');
  const before = values[key];
  const inner = (): Values => withValue(isObject(before) ? before : {}, rest.join('.'), value);
  return { ...values, [key]: rest.length === 0 ? value : inner() };
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
