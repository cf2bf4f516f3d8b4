import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/** In the binary this module is part of a chunk next to `main`; run from source, it lies next to the workers. */
const FOLDER = import.meta.path.endsWith('.ts') ? '.' : './store/sqlite'

/** Starts a worker thread; its program is an entry point of the build, too. */
export const startWorker = (name: 'checkpoint-worker' | 'migrate-worker') =>
  new Worker(new URL(`${FOLDER}/${name}.ts`, import.meta.url))

/** More than a thread and its connection open. */
const DESCRIPTORS = 24

/**
 * False while too few file descriptors are free for a worker: Bun 1.4.5 ends the process if a new thread gets none.
 */
export function canStartWorker(): boolean {
  const opened: number[] = []
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync(devNull, 'r'))
    return true
  } catch {
    return false
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
