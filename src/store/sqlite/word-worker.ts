import type { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { WordEntry } from '../bookings/word-index.ts'
import { indexThese, readEntries } from '../bookings/word-plan.ts'
import { type Handle, newTx } from '../engine/engine.ts'
import { sqliteTables } from '../engine/schema.ts'
import type { WordPart } from '../engine/word-part.ts'
import { failureOf, isFullDisk, isInDoubt } from './breakdown.ts'
import { connectBeside, JOURNAL_IN_MEMORY } from './connect.ts'
import { sqliteDialect } from './dialect.ts'

declare const self: Worker

/** Holds all pages that a part changes. With the usual memory many would be written twice, for a quarter more processor time. */
const LARGE_CACHE = 'cache_size = -32768'

/** Bookings to be read, or to be added to the index of words; `end` closes the connection. */
export type WordTask = { file: string; step: 'read' | 'add'; part: WordPart } | 'end'

/**
 * The milliseconds of the thread's processor; or why nothing was written, or, if the commit failed in progress, why that
 * is unknown; `isFull` if the disk is.
 */
export type WordDone =
  | { workedMs: number }
  | { failure: string; isUnknown: boolean; isFull: boolean }

type Connection = {
  writer: Database
  handle: Handle
  /** The entries that were read, and the version of the database that they are of. */
  read?: { at: number; entries: readonly WordEntry[] | undefined } | undefined
}

let connection: Connection | undefined

/** Adds bookings to the index of words, in a thread of its own: their commits write hundreds of pages, and sync them. */
self.onmessage = async ({ data: task }: MessageEvent<WordTask>) => {
  if (task !== 'end') return postMessage(await work(task))
  connection?.writer.close()
  connection = undefined
  postMessage({ workedMs: 0 } satisfies WordDone)
}

async function work({ file, step, part }: Exclude<WordTask, 'end'>): Promise<WordDone> {
  const before = process.threadCpuUsage()
  let isCommitting = false
  try {
    connection ??= openConnection(file)
    const { writer, handle } = connection
    if (step === 'read') {
      writer.run('begin')
      connection.read = { at: versionOf(writer), entries: await readEntries(handle, part.ids) }
    } else {
      writer.run('begin immediate')
      await indexThese(
        newTx(handle, async () => {}),
        part,
        takeEntries(connection),
      )
      isCommitting = true
    }
    writer.run('commit')
  } catch (error) {
    if (connection?.writer.inTransaction) connection.writer.run('rollback')
    return {
      failure: failureOf(error),
      isUnknown: isInDoubt(error, isCommitting),
      isFull: isFullDisk(error),
    }
  }
  const { user, system } = process.threadCpuUsage(before)
  return { workedMs: (user + system) / 1_000 }
}

/** The entries that were read, unless anything was written since: a guest may have been erased. */
function takeEntries(open: Connection): readonly WordEntry[] | undefined {
  const { read } = open
  open.read = undefined
  return read?.at === versionOf(open.writer) ? read?.entries : undefined
}

function openConnection(file: string): Connection {
  const writer = connectBeside(file)
  writer.run(`pragma ${LARGE_CACHE}`)
  writer.run(JOURNAL_IN_MEMORY)
  return {
    writer,
    handle: { t: sqliteTables, dialect: sqliteDialect, db: drizzle({ client: writer }) },
  }
}

/** A number that changes once another connection has written. */
const versionOf = (writer: Database): number =>
  writer.query<{ data_version: number }, []>('pragma data_version').get()!.data_version
