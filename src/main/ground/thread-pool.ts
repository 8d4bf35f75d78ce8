/**
 * libuv's pool serves all threads of the process: flushes and downloads of the engine, name look-ups (at most half of it)
 * and the stage's media. The default of four threads is exhausted when a card needs a second for each flush.
 */
const threads = 16;

/** Call it before anything uses the pool: libuv reads the variable once. A size that is set already stays. */
export function widenThreadPool(env: NodeJS.ProcessEnv): void {
  env.UV_THREADPOOL_SIZE ??= String(threads);
}
