import { vi } from 'vitest';
import { needFreshModules } from './fresh-modules.ts';

/**
 * The same player without one defence: one of its modules is partly replaced. A negative control runs the same fault on
 * it and must see the harm, else the row's test could not fail.
 */
export function without<Module extends object>(
  path: string,
  replace: (original: Module) => Partial<Module>,
  further: Replacements = {},
): Promise<typeof import('./rig.ts') & typeof import('../../src/main/store/store.ts')> {
  return loadedWith({ [path]: replace as Replacement, ...further }, async () => ({
    ...(await import('./rig.ts')),
    ...(await import('../../src/main/store/store.ts')),
  }));
}

/** The same for the client of the CMS and the helpers of its tests. */
export function clientWithout<Module extends object>(
  path: string,
  replace: (original: Module) => Partial<Module>,
) {
  return loadedWith({ [path]: replace as Replacement }, async () => ({
    ...(await import('../cms/support.ts')),
    ...(await import('../cms/login-support.ts')),
    ...(await import('../cms/still-plays.ts')),
  }));
}

type Replacement = (original: object) => object;
type Replacements = Readonly<Record<string, Replacement>>;

/** Reloads the importers of these partly replaced modules. */
export async function loadedWith<Loaded>(
  replacements: Replacements,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  needFreshModules();
  const pathOf = (path: string): string => new URL(`../../src/main/${path}`, import.meta.url).pathname;
  for (const [path, replace] of Object.entries(replacements)) {
    vi.doMock(pathOf(path), async (importOriginal) => {
      const original = await importOriginal<object>();
      return { ...original, ...replace(original) };
    });
  }
  try {
    return await load();
  } finally {
    for (const path of Object.keys(replacements)) vi.doUnmock(pathOf(path));
  }
}

type Accept = typeof import('../../src/main/download/accept.ts');

/** Accepts any bytes as the requested picture. */
export const acceptAnything = (): Partial<Accept> => ({
  accept: async (part, { source, download, mediaFileIds }) => ({
    ...(await part.finish()),
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: 4,
    height: 4,
    path: part.path,
    source,
    marker: download.marker,
    mediaFileIds,
    bytes: part.received,
  }),
});
