/**
 * Fills the texts of one language in. Plain JavaScript, as the page has it from the player unchanged: what is said by a screen and
 * by a page is filled in by the same lines.
 */
export function fillIn(language) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const written = (value) => (typeof value === 'number' ? numbers.format(value) : value);
  return (text, values = {}) => {
    const form =
      typeof text === 'string' ? text : text[rules.select(Number(values.count)) === 'one' ? 'one' : 'other'];
    return form.replace(/\{(\w+)\}/g, (placeholder, name) => written(values[name] ?? placeholder));
  };
}
