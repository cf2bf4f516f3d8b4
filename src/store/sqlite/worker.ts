/** In the binary this module is part of a chunk that lies beside `main`, from source beside the workers. */
const FOLDER = import.meta.path.endsWith('.ts') ? '.' : './store/sqlite'

/** Starts a thread: the programs are entry points of the build, too. */
export const startWorker = (name: 'checkpoint-worker' | 'flush-worker') =>
  new Worker(new URL(`${FOLDER}/${name}.ts`, import.meta.url))
