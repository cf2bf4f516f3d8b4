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

/** Exports that are read at once; each takes a connection of the database, or its turn. */
const READ_AT_ONCE = 2
/** How long one may be read: what a snapshot holds back waits so long at most. */
const READ_MS_MAX = 55_000
const RETRY_SECONDS = 10

/** What is exported: of what, in which words, and the rows under their heads. */
export type ExportJob = Range & {
  what: ExportName
  language: Language
  /** What else it was filtered by, for the history. */
  filter?: Record<string, unknown>
  heads: CsvCell[]
  rows: (handle: Handle, snapshot: HotelSnapshot) => AsyncGenerator<CsvCell[][]>
}

/** Who asks, of which hotel. */
type ExportCaller = {
  userId: string
  actor: Actor
  hotel: HotelSnapshot['hotel']
  request: Request
}

/**
 * Makes files of a hotel's data: all of one as of one moment, read as fast as the database gives it into a file without
 * a name, and sent from there as fast as who asked takes it. One at a time an account, until it is sent or given up.
 *
 * @throws AppError `rate_limited` while the account has one; `unavailable` when others have them, or it takes too long
 */
export function createExports(context: Context) {
  const { store } = context
  const accounts = new Set<string>()
  let reading = 0

  return async (asking: ExportCaller, taken: ExportJob): Promise<Response> => {
    const { userId, actor, hotel, request } = asking
    const headers = headersOf(hotel.slug, taken)
    if (request.method === 'HEAD') return new Response(null, { headers })
    if (accounts.has(userId))
      throw new AppError('rate_limited', 'Your last export is not over yet: one at a time.', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    if (reading >= READ_AT_ONCE) throw unavailable('Others are exporting.', RETRY_SECONDS)
    accounts.add(userId)
    reading++
    const end = () => void accounts.delete(userId)
    let spool: Spool | undefined
    try {
      const file = await openSpool()
      spool = file
      const until = AbortSignal.any([request.signal, AbortSignal.timeout(READ_MS_MAX)])
      const rows = await store.exports.snapshot((handle) =>
        readInto(file, { handle, hotelId: hotel.id, until }, taken),
      )
      const { what, from, to, filter } = taken
      await noteExport(context, actor, {
        ...{ hotelId: hotel.id, name: what, from, to, ...filter },
        rows,
      })
      const body = await file.send(end)
      // Nobody may be there any more to take it, or to tell that nobody is.
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

/** Whether it is the system that has refused the file. */
const isOfDisk = (error: unknown) => error instanceof Error && 'syscall' in error

/** @returns how many rows were written under the heads */
async function readInto(
  file: Spool,
  { handle, hotelId, until }: { handle: Handle; hotelId: number; until: AbortSignal },
  { language, heads, rows }: ExportJob,
): Promise<number> {
  const form = csvFormOf(language)
  // The second time, when a connection was lost on the way.
  await file.reset()
  const snapshot = (await findSnapshot(handle, hotelId))!
  await file.write(BYTE_ORDER_MARK + csvLine(heads, form))
  let count = 0
  for await (const part of rows(handle, snapshot)) {
    if (until.aborted)
      throw unavailable('This took too long: ask for fewer days at a time.', RETRY_SECONDS)
    count += part.length
    await file.write(part.map((row) => csvLine(row, form)).join(''))
  }
  return count
}

function headersOf(slug: string, { what, from, to, language }: ExportJob) {
  const days = from === to ? from : `${from}-${to}`
  const name = `${slug}-${inLanguage(FILE_NAMES[what], language)}-${days}.csv`
  return {
    'content-type': 'text/csv;charset=utf-8;header=present',
    'content-disposition': `attachment; filename="${name}"`,
    'content-language': language,
    'cache-control': 'no-store',
    vary: 'accept-language',
  }
}
