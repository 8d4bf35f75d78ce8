import { vi } from 'vitest';

/**
 * The same player with one defence taken out: a module of it is replaced in part. A negative control runs the same
 * fault on it and must see the harm, else the row's test could not fail.
 */
export async function without<Module extends object>(
  path: string,
  replace: (original: Module) => Partial<Module>,
  further: Readonly<Record<string, (original: object) => object>> = {},
): Promise<typeof import('./rig.ts') & typeof import('../../src/main/store/store.ts')> {
  vi.resetModules();
  const all = { [path]: replace as unknown as (original: object) => object, ...further };
  for (const [each, replacement] of Object.entries(all)) {
    vi.doMock(new URL(`../../src/main/${each}`, import.meta.url).pathname, async (importOriginal) => {
      const original = await importOriginal<object>();
      return { ...original, ...replacement(original) };
    });
  }
  try {
    return { ...(await import('./rig.ts')), ...(await import('../../src/main/store/store.ts')) };
  } finally {
    for (const each of Object.keys(all))
      vi.doUnmock(new URL(`../../src/main/${each}`, import.meta.url).pathname);
  }
}

type Accept = typeof import('../../src/main/sync/accept.ts');

/** Takes any bytes for the picture that was asked for. */
export const acceptAnything = (): Partial<Accept> => ({
  accept: async (part, { source, download, mediaFileIds }) => ({
    ...(await part.finish()),
    ...{ kind: 'image', mimeType: 'image/png', extension: 'png', durationMs: null, width: 4, height: 4 },
    ...{ path: part.path, source, marker: download.marker, mediaFileIds, bytes: part.received },
  }),
});
