import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

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
