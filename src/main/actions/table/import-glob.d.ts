/** Modules that the build puts into the bundle, loaded with the module that names them. */
interface ImportMeta {
  glob<Part>(pattern: string, how: { eager: true; import: string }): Record<string, Part>;
}
