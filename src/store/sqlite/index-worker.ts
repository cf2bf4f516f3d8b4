import { failureOf, isInDoubt } from './breakdown.ts'
import { connectBeside } from './connect.ts'

declare const self: Worker

/** The statement that makes or drops an index of a database. */
export type IndexOrder = { file: string; sql: string }
/** Why it failed, and `isUnknown` if it may be on disk or not; no failure if the index is committed. */
export type IndexDone = { failure?: string; isUnknown?: boolean }

/** Makes an index in a thread of its own, for which SQLite reads the whole table, or drops one. */
self.onmessage = ({ data: { file, sql } }: MessageEvent<IndexOrder>) => {
  let isCommitting = false
  try {
    using writer = connectBeside(file)
    writer.run('begin immediate')
    writer.run(sql)
    isCommitting = true
    writer.run('commit')
    postMessage({} satisfies IndexDone)
  } catch (error) {
    const isUnknown = isInDoubt(error, isCommitting)
    postMessage({ failure: failureOf(error), isUnknown } satisfies IndexDone)
  }
}
