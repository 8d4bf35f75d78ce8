/** Files that the build bundles, each loaded on demand. */
interface ImportMeta {
  glob(pattern: string, how: { query: '?raw'; import: 'default' }): Record<string, () => Promise<string>>;
}
