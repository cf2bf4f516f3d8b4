/** In the binary this module is part of a chunk next to `main`; run from source, it lies next to the workers. */
const FOLDER = import.meta.path.endsWith('.ts') ? '.' : './store/sqlite'

export type WorkerName = 'checkpoint-worker' | 'index-worker' | 'migrate-worker' | 'word-worker'

/** Starts a worker thread; its program is an entry point of the build, too. */
export const startWorker = (name: WorkerName) =>
  new Worker(new URL(`${FOLDER}/${name}.ts`, import.meta.url))
