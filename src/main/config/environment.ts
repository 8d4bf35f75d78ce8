import { settings } from './list.ts';
import { choices } from './settings.ts';
import { type Values, withValue } from './written.ts';

/** Applies the environment over the file's values, and returns which variable set which setting. */
export function withEnvironment(
  file: Values,
  env: NodeJS.ProcessEnv,
): { readonly values: Values; readonly variables: ReadonlyMap<string, string> } {
  const variables = new Map<string, string>();
  for (const { name, variable } of settings) if (variable && env[variable]) variables.set(name, variable);
  let values = file;
  for (const choice of choices)
    if (choice.some((name) => variables.has(name)))
      for (const name of choice) values = withValue(values, name, undefined);
  for (const { name, variable, isNumber } of settings) {
    const raw = variable ? env[variable] : undefined;
    if (raw) values = withValue(values, name, isNumber && isDecimal(raw) ? Number(raw) : raw);
  }
  return { values, variables };
}

/** Other text stays text, and the schema reports it. */
function isDecimal(text: string): boolean {
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text);
}
