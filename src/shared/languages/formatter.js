/**
 * Formats messages in one language. Plain JavaScript, because pages load this file unchanged: player and pages format
 * numbers, sizes and plurals with the same code.
 */
export function formatter(language, catalogue, time = (instant) => instant) {
  const locale = language === 'en' ? 'en-GB' : language;
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const listed = new Intl.ListFormat(locale, { type: 'conjunction' });
  const unit = (value, name) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      // The short form is “12 byte” in English and “12 B” in Spanish.
      unitDisplay: name === 'byte' ? 'long' : 'short',
      maximumFractionDigits: value < 10 && name !== 'byte' ? 1 : 0,
    }).format(value);

  function bytes(value) {
    let [step, rest] = [0, value];
    for (; rest >= 999.5 && step < sizes.length - 1; step++) rest /= 1000;
    return unit(rest, sizes[step]);
  }

  /** `45 s`, `3 min`, `2 h 5 min`, `3 d 4 h`. */
  function duration(ms) {
    const seconds = Math.round(ms / 1000);
    if (seconds < 10 && ms % 1000 !== 0) return unit(ms / 1000, 'second');
    if (seconds < 100) return unit(seconds, 'second');
    const minutes = Math.round(seconds / 60);
    if (minutes < 60) return unit(minutes, 'minute');
    const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
    if (days === 0) return both(unit(hours, 'hour'), minutes % 60, 'minute');
    return both(unit(days, 'day'), hours % 24, 'hour');
  }
  const both = (first, rest, name) => (rest === 0 ? first : `${first} ${unit(rest, name)}`);

  const percent = (part) =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      // 99.9 % must not read as 100 %, nor 2.5 % as 3 %.
      maximumFractionDigits: part < 0.1 || (part > 0.99 && part < 1) ? 1 : 0,
    }).format(part);

  const formats = { bytes, duration, percent, plain: String };

  function written(value, format) {
    if (Array.isArray(value)) return listed.format(value.map((one) => written(one)));
    if (typeof value === 'object') return message(value);
    if (format === 'time') return time(value);
    if (typeof value !== 'number') return value;
    return format ? formats[format](value) : numbers.format(value);
  }

  function text(code, values = {}) {
    if (!Object.hasOwn(catalogue, code)) return code;
    const found = catalogue[code];
    const form =
      typeof found === 'string' ? found : found[plurals.select(values.count) === 'one' ? 'one' : 'other'];
    return form.replace(/\{(\w+)(?::(\w+))?\}/g, (placeholder, name, format) =>
      Object.hasOwn(values, name) ? written(values[name], format) : placeholder,
    );
  }
  const message = ({ code, values }) => text(code, values);

  return { text, message, bytes, duration, percent, number: (value) => numbers.format(value) };
}

/**
 * Replaces English texts in an answer of the player by those of the reader's language (see `readable` in message.ts). A
 * message of a newer player without a text here stays English.
 */
export function localized(value, message) {
  const own = (one, english) => {
    if (typeof one !== 'object' || one === null) return one;
    const translated = message(one);
    return translated === one.code ? english : translated;
  };
  if (Array.isArray(value)) return value.map((one) => localized(one, message));
  if (typeof value !== 'object' || value === null) return value;
  const { i18n = {}, ...fields } = value;
  const texts = Object.entries(i18n).map(([key, one]) => [
    key,
    Array.isArray(one) ? one.map((each, at) => own(each, fields[key]?.[at])) : own(one, fields[key]),
  ]);
  return {
    ...Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, localized(field, message)])),
    ...Object.fromEntries(texts),
  };
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
