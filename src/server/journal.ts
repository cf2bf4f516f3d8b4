// The journal beside the backups: what was committed since, as lines of JSON, for the day on which the disk is lost.

import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { CalendarDate } from '../domain/kernel/date.ts'
import type { Context } from '../http/api/context.ts'
import { renameFlushed } from '../store/engine/flush.ts'
import { nextTurn } from '../store/engine/loop-turns.ts'
import {
  type CommittedChange,
  findNewestChange,
  listCommitted,
  listCommittedDays,
} from '../store/history/committed.ts'

const CHANGES = 200
const DAYS = 500
const HOUR_MS = 3_600_000
/** Bytes of one hour from which on only bookings are written. */
const HOUR_BYTES_MAX = 512 * 1_048_576
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)Z\.jsonl$/
/** The file with the number of the last change that is written. */
export const PLACE = 'place'
/** Bytes that are read at a time, and the longest beginning of a line that may lie across two such parts. */
const STEP_BYTES = 1_048_576
const HEAD_BYTES = 40
const FIRST_DAY = '0000-00-00' as CalendarDate

type World = Pick<Context, 'store' | 'log' | 'nowMs' | 'stopping'>

/**
 * Makes the pass that appends to a journal what was committed since the pass before, and brings it to disk: a file an
 * hour, of which the newest stay. After a kill some lines may come twice, and none is left out. Sandboxes are left out.
 *
 * @param hours how long a file stays
 */
export function createJournal(folder: string, hours: number, world: World): () => Promise<void> {
  const { store, nowMs, stopping } = world
  const fill = createFill(world.log)
  let place: number | undefined
  return async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    place ??= await findPlace(folder, world)
    for (;;) {
      const changes = await listCommitted(store.long, place, CHANGES)
      if (changes.length === 0 || stopping.aborted) break
      const upTo = changes.at(-1)!.seq
      await write(folder, { nowMs, fill }, changes, linesOfDays(store, place, upTo))
      place = upTo
      await keepPlace(folder, place)
    }
    for (const name of await readdir(folder)) {
      const hour = NAME.exec(name)?.[1]
      if (hour && Date.parse(`${hour}:00:00Z`) < nowMs() - hours * HOUR_MS)
        await rm(join(folder, name))
    }
  }
}

/**
 * The place to go on from: behind what is written, or the newest change if nothing is, or the database is older. A
 * damaged place is found anew in the newest file, before its last batch: some lines may come twice.
 */
async function findPlace(folder: string, { store, log }: World): Promise<number> {
  const newest = await findNewestChange(store.long)
  const place = await readPlace(folder)
  if (place === undefined) {
    // Kept at once: what is committed from now on is written, also after a kill.
    await keepPlace(folder, newest)
    return newest
  }
  if (!Number.isNaN(place)) return Math.min(place, newest)
  const again = Math.min(await placeOfLines(folder), newest)
  log.error('journal_place_damaged', { file: join(folder, PLACE), goesOnAfter: again })
  return again
}

/** The number of the last change that a journal has; undefined if it has none, NaN if the place is damaged. */
export async function readPlace(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, PLACE), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** The number before the last batch of changes in the newest file that has any; 0 if none has. */
async function placeOfLines(folder: string): Promise<number> {
  const files = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
  for (const name of files.toReversed()) {
    const numbers = await lastNumbers(join(folder, name))
    if (numbers.length > 0) return numbers[0]! - 1
  }
  return 0
}

/** The numbers of the last batch of changes in a file, or some more. It is read from its end, for it may be large. */
async function lastNumbers(path: string): Promise<number[]> {
  const { size } = Bun.file(path)
  let numbers: number[] = []
  for (let end = size; end > 0 && numbers.length < CHANGES; end -= STEP_BYTES) {
    const start = Math.max(0, end - STEP_BYTES)
    const text = await Bun.file(path)
      .slice(start, end + HEAD_BYTES)
      .text()
    const heads = `${start === 0 ? '\n' : ''}${text}`.matchAll(/\n\{"seq":(\d+),"at"/g)
    numbers = [...[...heads].map(([, seq]) => Number(seq)), ...numbers]
  }
  return numbers.slice(-CHANGES)
}

async function keepPlace(folder: string, place: number): Promise<void> {
  const begun = join(folder, `${PLACE}.begun`)
  await writeFile(begun, String(place), { mode: 0o600 })
  // Brings the names of new files in the folder to disk, too.
  await renameFlushed(begun, join(folder, PLACE))
}

/** Says of each file if it takes days, and tells of an hour that is full once, and once of the next that is not. */
function createFill(log: World['log']): (file: string, bytes: number) => boolean {
  let full: string | undefined
  return (file, bytes) => {
    const hasRoom = bytes < HOUR_BYTES_MAX
    if (!hasRoom && full !== file)
      log.warn('journal_full', { file, hint: 'days are left out until the next hour' })
    if (hasRoom && full !== undefined) log.info('journal_has_room', { file, after: full })
    full = hasRoom ? undefined : file
    return hasRoom
  }
}

async function write(
  folder: string,
  { fill, nowMs }: Pick<World, 'nowMs'> & { fill: ReturnType<typeof createFill> },
  changes: CommittedChange[],
  days: AsyncIterable<string>,
): Promise<void> {
  const file = join(folder, `${new Date(nowMs()).toISOString().slice(0, 13)}Z.jsonl`)
  const before = await stat(file).catch(() => undefined)
  const handle = await open(file, 'a+', 0o600)
  try {
    await endLine(handle, before?.size ?? 0)
    const lines = changes.filter(({ hotelId }) => hotelId > 0).map(lineOf)
    // Not `write`: on a disk that fills up it writes a part of the text, and does not throw.
    await handle.writeFile(lines.join(''))
    if (fill(file, before?.size ?? 0)) for await (const lines of days) await handle.writeFile(lines)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Ends a line that a kill or a full disk cut off: otherwise the next would be a part of it, and lost with it. */
async function endLine(handle: FileHandle, size: number): Promise<void> {
  if (size === 0) return
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  if (buffer.toString() !== '\n') await handle.writeFile('\n')
}

const lineOf = ({ seq, atMs, snapshot, ...rest }: CommittedChange): string => {
  const at = new Date(atMs).toISOString()
  return `${JSON.stringify({ seq, at, ...rest, booking: snapshot })}\n`
}

/** Days in lines of up to 500 each, a turn of the event loop each. */
async function* linesOfDays(store: World['store'], from: number, upTo: number) {
  let after = { seq: from + 1, roomCode: '', date: FIRST_DAY }
  for (;;) {
    const rows = await listCommittedDays(store.long, after, upTo, DAYS)
    const own = rows.filter(({ hotelId }) => hotelId > 0)
    if (own.length > 0) yield `${JSON.stringify({ days: own })}\n`
    if (rows.length < DAYS) return
    after = rows.at(-1)!
    await nextTurn()
  }
}
