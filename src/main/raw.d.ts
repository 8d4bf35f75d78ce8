/** Text of a file, put into the bundle by the build. */
declare module '*?raw' {
  const text: string;
  export default text;
}

interface ImportMeta {
  /** Texts of files by their paths, put into the bundle by the build. */
  glob(pattern: string, how: { query: '?raw'; import: 'default'; eager: true }): Record<string, string>;
}
