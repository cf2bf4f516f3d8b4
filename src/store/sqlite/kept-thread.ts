import pLimit from 'p-limit'
import { startWorker, type WorkerName } from './worker.ts'

/** The time without a task after which the thread ends. */
const IDLE_MS = 5_000

/**
 * Creates a thread that is kept while tasks follow each other: a start takes 5 ms of the processor and more, and commits
 * may wait for it.
 *
 * @param name its program, which answers each task with one message
 * @param last a task after which it can end, if what it keeps must be closed
 */
export function createKeptThread<Task, Done>(name: WorkerName, last?: Task) {
  const inTurn = pLimit(1)
  let worker: Worker | undefined
  let idle: Timer | undefined

  async function ask(asked: Worker, task: Task): Promise<Done> {
    const { promise, resolve, reject } = Promise.withResolvers<Done>()
    asked.onmessage = ({ data }: MessageEvent<Done>) => resolve(data)
    asked.onerror = ({ message }) => reject(new Error(message))
    asked.postMessage(task)
    return await promise
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    if (ended && last !== undefined) await ask(ended, last).catch(() => {})
    ended?.terminate()
  }

  async function work(task: Task): Promise<Done> {
    clearTimeout(idle)
    worker ??= startWorker(name)
    try {
      const done = await ask(worker, task)
      idle = setTimeout(() => inTurn(end), IDLE_MS)
      return done
    } catch (error) {
      worker.terminate()
      worker = undefined
      throw error
    }
  }

  return {
    /** Runs one task after another. @throws Error if the thread fails; the next task has a new one */
    run: (task: Task) => inTurn(work, task),
    end: () => inTurn(end),
  }
}
