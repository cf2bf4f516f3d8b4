import {
  type Days,
  isSameDay,
  isSameOffer,
  NAMED_BOOKINGS_MAX,
  type OnJump,
  type Refusal,
  type Remark,
  type RoomRules,
  type StoredDay,
} from '../kernel/availability.ts'
import type { CalendarDate } from '../kernel/date.ts'
import { eachWithPauses } from '../kernel/pauses.ts'
import { countNoun } from '../kernel/text.ts'
import { FAILED_DATES_MAX } from './expand.ts'
import { createRateCells, type RateDays } from './fold-rates.ts'
import { emptyFoldResult, type FoldOptions, type FoldResult } from './folded.ts'
import {
  type CountContext,
  isRefusable,
  type Judgement,
  judgeRateUpdate,
  judgeUpdate,
} from './judge-update.ts'
import { NO_ROOMS, NONE_TAKEN } from './unseen.ts'
import { isCount, isOfDay, isOfRate, type Update } from './update.ts'

type Cell = { before: StoredDay | null; now: StoredDay | null; update: Update | null }

/**
 * Folds updates over the stored days in order (contract §2): an upsert per day, the last of two for a day wins. Counts
 * are corrected by what the service itself has sold (contract-counts). Pauses between slices.
 *
 * @param rooms the hotel's room types by code; every update names one of them
 * @param stored the days of the hotel that the updates touch; a missing one was never pushed
 * @param options `isPatch`: elements belong together, so a second one for a day raises no warning, and may be of
 *   rates, whose stored days are `rateDays`
 */
export function* foldUpdates(
  rooms: ReadonlyMap<string, RoomRules>,
  stored: Days<StoredDay>,
  updates: readonly Update[],
  ground: CountContext = NOTHING_KNOWN,
  options: FoldOptions = {},
): Generator<void, FoldResult> {
  const { isPatch = false, rateDays = NO_RATE_DAYS, onJump = 'warn' } = options
  const folded = emptyFoldResult()
  const tell = { refuse: refuseInto(folded), warn: warnInto(folded) }
  const place = { rooms, ground, folded, onJump, ...tell }
  const days = foldDays(place, stored, options)
  const rates = createRateCells(rateDays)
  const applyOne = (update: Update) => {
    // Only a PATCH needs this test, as a PUT has many days.
    const isDay = !isPatch || isOfDay(update)
    let isChanged = isDay ? days.apply(update) : admitToRate(place, update, rates.priceOf(update))
    if (isChanged === undefined) return
    if (isPatch && isOfRate(update) && rates.apply(update)) isChanged = true
    if (isChanged) folded.applied++
    else folded.unchanged++
  }
  yield* eachWithPauses(updates, applyOne)
  yield* days.end()
  folded.rateChanges = yield* rates.changes()
  return folded
}

const NO_RATE_DAYS: RateDays = new Map()

/** The inputs that judge an update, and the result that collects its outcome. */
type Place = {
  rooms: ReadonlyMap<string, RoomRules>
  ground: CountContext
  folded: FoldResult
  onJump: OnJump
  refuse: (update: Update, refusal: Refusal) => void
  warn: (update: Update, remark: Refusal) => void
}

/** Applies updates to the room types' days in order and collects their result at the end. */
function foldDays(
  { rooms, ground, folded, onJump, refuse, warn }: Place,
  stored: Days<StoredDay>,
  { onStale = 'correct', isPatch = false, notesCounts = false }: FoldOptions,
) {
  const cells = new Map<string, Map<CalendarDate, Cell>>()
  const unseen = new Map<string, Update>()
  return {
    /** Applies an update. @returns true if the day now offers something else; undefined if the update is refused */
    apply(update: Update): boolean | undefined {
      const room = rooms.get(update.roomCode)!
      const cell = cellOf(cells, stored, update)
      const judged = judgeUpdate(cell.now, room, update, ground)
      const remarks = 'after' in judged ? judged.remarks : [judged]
      const refusal =
        'after' in judged
          ? remarks.findLast(
              (remark) =>
                (onStale === 'refuse' && isRefusable(remark, judged)) ||
                (onJump === 'refuse' && remark.code === 'price_jump'),
            )
          : judged
      if (refusal) return void refuse(update, refusal)
      const { after, isStale, isCorrected, isUnguarded } = judged as Judgement
      for (const remark of remarks) warn(update, remark)
      if (isCorrected) folded.corrected++
      if (isStale) folded.stale++
      else if (notesCounts && isCount(update)) folded.recounted.push(elementOf(update))
      if (isUnguarded)
        for (const code of ground.unackedOn(update)) if (!unseen.has(code)) unseen.set(code, update)
      if (cell.update && !isPatch) folded.warnings.push(duplicateWarning(cell.update, update.index))
      const isChanged = !isSameOffer(cell.now, after)
      cell.now = after
      cell.update = update
      return isChanged
    },
    *end(): Generator<void, void> {
      if (unseen.size > 0) folded.warnings.push(unseenBookings(unseen))
      yield* eachWithPauses(
        [...cells],
        ([roomCode, room]) => readCells(roomCode, room, folded),
        ([, room]) => room.size,
      )
    },
  }
}

/** Judges an update that sets only a day of a rate. @returns undefined if it is refused */
function admitToRate(
  { rooms, ground, onJump, refuse, warn }: Place,
  update: Update,
  priceCents: number | null,
): false | undefined {
  const room = rooms.get(update.roomCode)!
  const judged = judgeRateUpdate(room, update, ground, priceCents)
  const jump = judged.remarks.find(({ code }) => code === 'price_jump')
  const refusal = judged.refusal ?? (onJump === 'refuse' ? jump : undefined)
  if (refusal) return void refuse(update, refusal)
  for (const remark of judged.remarks) warn(update, remark)
  return false
}

const NO_BOOKINGS: readonly string[] = []

/** The context of counts without a cursor, for which no bookings are read. */
export const NOTHING_KNOWN: CountContext = {
  seenOf: () => undefined,
  takenAfter: () => NONE_TAKEN,
  heldOn: () => NO_ROOMS,
  unackedOn: () => NO_BOOKINGS,
}

/** Refuses an update; the days of a range with the same fault make one error. */
function refuseInto(folded: FoldResult) {
  const ofRanges = new Map<string, Remark>()
  return (update: Update, refusal: Refusal): void => {
    folded.rejected++
    const name = `${update.index} ${refusal.code}`
    const same = update.isOfRange ? ofRanges.get(name) : undefined
    if (same) {
      same.failed!++
      if (same.dates!.length < FAILED_DATES_MAX) same.dates!.push(update.date)
      return
    }
    const error: Remark = { ...elementOf(update), ...refusal }
    if (update.isOfRange) {
      Object.assign(error, { dates: [update.date], failed: 1 })
      ofRanges.set(name, error)
    }
    folded.errors.push(error)
  }
}

/** Warns of an update; a range with a price jump gets one warning, on its first days (contract §2). */
function warnInto({ warnings }: FoldResult) {
  const jumps = new Map<number, number>()
  return (update: Update, remark: Refusal): void => {
    if (update.isOfRange && remark.code === 'price_jump') {
      const before = jumps.get(update.index) ?? 0
      if (before === FAILED_DATES_MAX) return
      jumps.set(update.index, before + 1)
    }
    warnings.push({ ...elementOf(update), ...remark })
  }
}

/** Returns a report's one warning about bookings that counts without a cursor may lack. @param unseen by code */
function unseenBookings(unseen: Map<string, Update>): Remark {
  const codes = [...unseen.keys()]
  return {
    ...elementOf(unseen.values().next().value!),
    field: 'available',
    code: 'unseen_bookings',
    message: `Counts came without seenThrough for nights of ${countNoun(codes.length, 'booking')} that you have not acknowledged; make sure that they know of them.`,
    values: { bookings: codes.length },
    bookings: codes.slice(0, NAMED_BOOKINGS_MAX),
  }
}

function elementOf({ index, roomCode, date }: Update) {
  return { index, roomCode, date }
}

function duplicateWarning(superseded: Update, by: number): Remark {
  return {
    ...elementOf(superseded),
    field: null,
    code: 'duplicate_element',
    message: `Element ${by} names the same day; the last one wins.`,
    values: { index: by },
  }
}

function cellOf(
  cells: Map<string, Map<CalendarDate, Cell>>,
  stored: Days<StoredDay>,
  update: Update,
): Cell {
  let room = cells.get(update.roomCode)
  if (!room) {
    room = new Map()
    cells.set(update.roomCode, room)
  }
  let cell = room.get(update.date)
  if (!cell) {
    const before = stored.get(update.roomCode)?.get(update.date) ?? null
    cell = { before, now: before, update: null }
    room.set(update.date, cell)
  }
  return cell
}

/** Collects the outcome of a room type's updates, day by day. */
function readCells(
  roomCode: string,
  cells: ReadonlyMap<CalendarDate, Cell>,
  folded: FoldResult,
): void {
  for (const [date, { before, now }] of cells) {
    if (!now) continue
    const { seenOrder = null } = now
    if (!isSameDay(before, now))
      folded.changes.push({ roomCode, date, before, after: now, seenOrder })
    else if (seenOrder !== null && seenOrder !== before!.seenOrder)
      folded.noted.push({ roomCode, date, seenOrder })
  }
}
