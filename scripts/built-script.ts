// What the build does to finished scripts: they mean the same, and start sooner.
import { isBuiltin } from 'node:module';

/**
 * V8 stores a script with one letter beyond ASCII with two bytes per letter, in main and in the engine. An escape means the
 * same wherever such letters can occur: in strings, templates, patterns and names.
 */
export function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const importOfAll =
  /^import (?:(?<whole>[\w$]+)|\* as (?<space>[\w$]+))(?:, *\{(?<also>[^}]*)\})? from "(?<from>[^"]+)";$/gm;
const importOfNames = /^import \{(?<names>[^}]*)\} from "(?<from>[^"]+)";$/gm;

/**
 * Importing a module of Node creates a facade that reads each of its exports: that of `node:http` loads all of `fetch` in
 * each thread, unused. Direct access costs only the exports in use.
 */
export function withoutFacades(code: string): string {
  return code
    .replace(importOfAll, (found: string, ...rest: readonly unknown[]) => {
      const { whole, space, also, from = '' } = groupsOf(rest);
      if (!isBuiltin(from)) return found;
      const name = whole ?? space ?? '';
      const names = also === undefined ? '' : `\n${destructured(also, name)}`;
      return `const ${name} = ${builtin(from)};${names}`;
    })
    .replace(importOfNames, (found: string, ...rest: readonly unknown[]) => {
      const { names = '', from = '' } = groupsOf(rest);
      return isBuiltin(from) ? destructured(names, builtin(from)) : found;
    });
}

function groupsOf(rest: readonly unknown[]): Readonly<Record<string, string | undefined>> {
  return rest.at(-1) as Readonly<Record<string, string | undefined>>;
}

/** Not plain `process`: that may be the imported name. */
function builtin(from: string): string {
  return `globalThis.process.getBuiltinModule("${from}")`;
}

function destructured(names: string, from: string): string {
  return `const {${names.replace(/([\w$]+) as ([\w$]+)/g, '$1: $2')}} = ${from};`;
}
