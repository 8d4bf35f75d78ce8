/** Files that the build puts into the bundle, each read when it is called for. */
interface ImportMeta {
  glob(pattern: string, how: { query: '?raw'; import: 'default' }): Record<string, () => Promise<string>>;
}
