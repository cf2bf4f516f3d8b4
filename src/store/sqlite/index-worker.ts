import { failureOf } from './breakdown.ts'
import { connectBeside } from './connect.ts'

declare const self: Worker

/** The statement that makes an index of a database. */
export type IndexOrder = { file: string; sql: string }
/** Why it failed; none if the index is committed. */
export type IndexDone = { failure?: string }

/** Makes an index in a thread of its own: SQLite reads the whole table for it. */
self.onmessage = ({ data: { file, sql } }: MessageEvent<IndexOrder>) => {
  try {
    using writer = connectBeside(file)
    writer.run(sql)
    postMessage({} satisfies IndexDone)
  } catch (error) {
    postMessage({ failure: failureOf(error) } satisfies IndexDone)
  }
}
