import type { Range } from '../../domain/dashboards/dashboard.ts'
import { BYTE_ORDER_MARK, type CsvCell, csvFormOf, csvLine } from '../../domain/kernel/csv.ts'
import { AppError, unavailable } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { errorFacts } from '../../log.ts'
import { noteExport } from '../../service/exports/note-export.ts'
import { findSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { openSpool, type Spool } from './spool.ts'
import { type ExportName, FILE_NAMES, inLanguage } from './words.ts'

/** Maximum of concurrent exports; each takes a database connection, or its turn. */
const READ_AT_ONCE = 2
/** Maximum duration of an export: the longest that its snapshot may hold back clean-up. */
const READ_MS_MAX = 55_000
const RETRY_SECONDS = 10

/** A file to write: kind, days, language, header row and rows. */
type FileJob = Range & {
  what: ExportName
  language: Language
  heads: CsvCell[]
}

/** An export of a hotel. */
export type ExportJob = FileJob & {
  /** Further filters, for the history. */
  filter?: Record<string, unknown>
  rows: (handle: Handle, snapshot: HotelSnapshot) => AsyncGenerator<CsvCell[][]>
}

/** An export whose rows are read without a hotel. */
export type PlainJob = FileJob & { rows: (handle: Handle) => AsyncGenerator<CsvCell[][]> }

/** The account of an export request; `name` begins the name of the file. */
type FileCaller = { userId: string; name: string; request: Request }

/** The account and hotel of an export request. */
type ExportCaller = Omit<FileCaller, 'name'> & {
  actor: Actor
  hotel: HotelSnapshot['hotel']
}

/**
 * Creates the writer of exports. An export is one snapshot, read at the database's speed into a spool and sent at the
 * client's. An account has one at a time (rate limit), until it is sent or cancelled.
 *
 * @throws AppError `rate_limited` while the account has one; `unavailable` if others use all slots, or it takes too
 * long
 */
export function createExports(context: Context) {
  const take = createFiles(context)
  return async (caller: ExportCaller, { rows, ...job }: ExportJob): Promise<Response> => {
    const { hotel, actor } = caller
    const read = async function* (handle: Handle) {
      yield* rows(handle, (await findSnapshot(handle, hotel.id))!)
    }
    const { what, from, to, filter } = job
    const note = (count: number) =>
      noteExport(context, actor, {
        ...{ hotelId: hotel.id, name: what, from, to, ...filter },
        rows: count,
      })
    return await take({ ...caller, name: hotel.slug }, { ...job, rows: read }, note)
  }
}

/** Creates the writer of exports without a hotel, as `createExports`. */
export function createFiles(context: Context) {
  const { store } = context
  const accounts = new Set<string>()
  let reading = 0

  return async (
    { userId, name, request }: FileCaller,
    job: PlainJob,
    note?: (rows: number) => Promise<void>,
  ): Promise<Response> => {
    const headers = headersOf(name, job)
    if (request.method === 'HEAD') return new Response(null, { headers })
    if (accounts.has(userId))
      throw new AppError('rate_limited', 'Your last export is still running: one at a time.', {
        ...{ limit: 'exports' as const, retryAfterSeconds: RETRY_SECONDS },
      })
    if (reading >= READ_AT_ONCE) throw unavailable('Other exports are running.', RETRY_SECONDS)
    accounts.add(userId)
    reading++
    const end = () => void accounts.delete(userId)
    let spool: Spool | undefined
    try {
      const file = await openSpool()
      spool = file
      const until = AbortSignal.any([request.signal, AbortSignal.timeout(READ_MS_MAX)])
      const rows = await store.exports.snapshot((handle) => readInto(file, { handle, until }, job))
      await note?.(rows)
      const body = await file.send(end)
      // The client may have gone before the listener is added.
      request.signal.addEventListener('abort', () => void file.close().finally(end))
      if (request.signal.aborted) await file.close().finally(end)
      return new Response(body, { headers })
    } catch (error) {
      end()
      await spool?.close()
      if (!isOfDisk(error)) throw error
      context.log.error('export_failed', errorFacts(error))
      throw unavailable('The file cannot be written: the disk may be full.', RETRY_SECONDS)
    } finally {
      reading--
    }
  }
}

/** True if the file system caused the error. */
const isOfDisk = (error: unknown) => error instanceof Error && 'syscall' in error

/** Writes the header and all rows to the spool. @returns the number of rows */
async function readInto(
  file: Spool,
  { handle, until }: { handle: Handle; until: AbortSignal },
  { language, heads, rows }: PlainJob,
): Promise<number> {
  const form = csvFormOf(language)
  // A snapshot runs again after a lost connection.
  await file.reset()
  await file.write(BYTE_ORDER_MARK + csvLine(heads, form))
  let count = 0
  for await (const part of rows(handle)) {
    if (until.aborted)
      throw unavailable('The export took too long: use a shorter range.', RETRY_SECONDS)
    count += part.length
    await file.write(part.map((row) => csvLine(row, form)).join(''))
  }
  return count
}

function headersOf(owner: string, { what, from, to, language }: FileJob) {
  const days = from === to ? from : `${from}-${to}`
  const name = `${owner}-${inLanguage(FILE_NAMES[what], language)}-${days}.csv`
  return {
    'content-type': 'text/csv;charset=utf-8;header=present',
    'content-disposition': `attachment; filename="${name}"`,
    'content-language': language,
    'cache-control': 'no-store',
    vary: 'accept-language',
  }
}
