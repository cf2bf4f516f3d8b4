import { type Static, type TObject, Type } from 'typebox'
import { TypeCompiler } from 'typebox/compiler'
import type { Folded, Remark, RoomRules } from './availability.ts'
import { addDays, type CalendarDate, parseDate } from './date.ts'
import type { Fault } from './errors.ts'
import { explainErrors } from './explain.ts'
import {
  AVAILABLE_MAX,
  PRICE_CENTS_MAX,
  PUSH_FUTURE_DAYS_MAX,
  PUSH_PAST_DAYS_MAX,
  REPORT_ENTRIES_MAX,
  ROOM_CODE_LENGTH_MAX,
} from './limits.ts'
import { unknownRoomReader } from './nearest.ts'
import { eachWithPauses } from './pauses.ts'

/** Element of a push (specification §2.3, contract §2). */
export const UpdateSchema = Type.Object(
  {
    roomCode: Type.String({ minLength: 1, maxLength: ROOM_CODE_LENGTH_MAX }),
    date: Type.String({ format: 'date' }),
    available: Type.Integer({ minimum: 0, maximum: AVAILABLE_MAX }),
    priceCents: Type.Optional(Type.Integer({ minimum: 0, maximum: PRICE_CENTS_MAX })),
    closed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** Element of a push in the panel, where somebody changes one thing about a day and must not overwrite the rest. */
export const PanelUpdateSchema = Type.Object(
  {
    ...UpdateSchema.properties,
    available: Type.Optional(UpdateSchema.properties.available),
    availableBy: Type.Optional(
      Type.Integer({
        minimum: -AVAILABLE_MAX,
        maximum: AVAILABLE_MAX,
        description: 'Added to the rooms left, whatever was sold meanwhile.',
      }),
    ),
    expectedPriceCents: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: PRICE_CENTS_MAX,
        description:
          'The price that the new one was worked out from: when the day shows another by now, the element is refused as `price_changed`.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** A checked element of a push: absent fields keep what is stored (contract §2). */
export type Update = Omit<Static<typeof PanelUpdateSchema>, 'date'> & {
  index: number
  date: CalendarDate
}

/** `partial` applies the good elements and reports the rest, `atomic` applies all or nothing (contract §2). */
export type PushMode = 'partial' | 'atomic'

/** The answer to a push (contract §2): `received = applied + unchanged + rejected` in partial mode. */
export type PushReport = {
  pushId: string
  mode: PushMode
  dryRun: boolean
  /** Of every amount of the hotel. */
  currency: string
  received: number
  applied: number
  unchanged: number
  rejected: number
  /** Of the others: counts stored otherwise than sent, and those left out as older than the one that stands. */
  corrected: number
  stale: number
  errors: Remark[]
  warnings: Omit<Remark, 'field'>[]
  /** Present when there were more errors, or more warnings, than a report lists. */
  truncated?: true
}

/** What a push is checked against. */
export type PushGround = {
  rooms: ReadonlyMap<string, RoomRules>
  today: CalendarDate
  /** Whether the elements are the panel's. */
  isPanel?: boolean
}

/**
 * The elements that are well formed, and why the others are not: at most as many reasons as a report lists.
 * `unexplained` elements were rejected after that.
 */
export type Checked = {
  updates: Update[]
  rejected: number
  errors: Remark[]
  unexplained: number
}

/** What an element of the panel may set, of which it has one at least. */
const PANEL_VALUES = ['available', 'availableBy', 'priceCents', 'closed'] as const

const partnerCheck = compile(UpdateSchema)
const panelCheck = compile(PanelUpdateSchema)

/** Checks each element on its own: form, known room type, date in range. It pauses now and then. */
export function* checkElements(
  ground: PushGround,
  elements: readonly unknown[],
): Generator<void, Checked> {
  const checked: Checked = { updates: [], rejected: 0, errors: [], unexplained: 0 }
  const readers = {
    dates: dateReader(ground.today),
    unknownRooms: unknownRoomReader([...ground.rooms.keys()]),
  }
  const check = checkOf(ground)
  const checkOne = (element: unknown, index: number) => {
    const reading = check.Check(element) ? readers.dates(element.date) : undefined
    const isKnown = reading && 'date' in reading && ground.rooms.has((element as Update).roomCode)
    if (isKnown && !setsNothing(ground, element)) {
      checked.updates.push({ ...(element as Update), index, date: reading.date })
      return
    }
    checked.rejected++
    if (checked.errors.length < REPORT_ENTRIES_MAX)
      checked.errors.push(...explainElement(ground, element, index, readers))
    else checked.unexplained++
  }
  yield* eachWithPauses(elements, checkOne)
  return checked
}

/** Whether nothing was, or would be, written of a push: it is refused as a whole (contract §2). */
export const isRefusedWhole = ({ mode, received, rejected }: PushReport): boolean =>
  rejected > 0 && (mode === 'atomic' || rejected === received)

/** Puts the report together; errors and warnings stand in the order of the elements, the first 1,000 of each. */
export function pushReport(
  head: Pick<PushReport, 'pushId' | 'mode' | 'dryRun' | 'currency' | 'received'>,
  checked: Checked,
  folded: Folded,
): PushReport {
  const rejected = checked.rejected + folded.errors.length
  const isHeld = head.mode === 'atomic' && rejected > 0
  const errors = listed([...checked.errors, ...folded.errors])
  const warnings = isHeld ? [] : listed(folded.warnings).map(({ field, ...warning }) => warning)
  const isTruncated =
    checked.unexplained > 0 ||
    checked.errors.length + folded.errors.length > errors.length ||
    (!isHeld && folded.warnings.length > warnings.length)
  return {
    ...head,
    applied: isHeld ? 0 : folded.applied,
    unchanged: isHeld ? 0 : folded.unchanged,
    rejected,
    corrected: isHeld ? 0 : folded.corrected,
    stale: 0,
    errors,
    warnings,
    ...(isTruncated && { truncated: true as const }),
  }
}

type DateReading = { date: CalendarDate } | Fault

/** What reads the parts of one push's elements, each distinct part once. */
type Readers = {
  dates: (text: string) => DateReading
  unknownRooms: (roomCode: string) => Fault
}

/** Reads dates of one push; each distinct text once, for a push names the same dates room after room. */
function dateReader(today: CalendarDate): (text: string) => DateReading {
  const first = addDays(today, -PUSH_PAST_DAYS_MAX)
  const last = addDays(today, PUSH_FUTURE_DAYS_MAX)
  const read = new Map<string, DateReading>()
  return (text) => {
    let reading = read.get(text)
    if (!reading) {
      reading = readDate(text, first, last)
      read.set(text, reading)
    }
    return reading
  }
}

function readDate(text: string, first: CalendarDate, last: CalendarDate): DateReading {
  const date = parseDate(text)
  if (!date) return { code: 'invalid_date', message: 'Must be a real calendar date YYYY-MM-DD.' }
  if (date < first) return { code: 'date_in_past', ...bound('earliest', first) }
  if (date > last) return { code: 'date_too_far', ...bound('latest', last) }
  return { date }
}

const bound = (which: string, date: CalendarDate) => ({
  message: `The ${which} day that can be set is ${date}.`,
  values: { date },
})

function explainElement(
  ground: PushGround,
  element: unknown,
  index: number,
  { dates, unknownRooms }: Readers,
): Remark[] {
  const { rooms } = ground
  const { roomCode, date } = (element ?? {}) as Record<string, unknown>
  const place = { index, roomCode: textOrNull(roomCode), date: textOrNull(date) }
  const flaws: Omit<Remark, 'index' | 'roomCode' | 'date'>[] = explainErrors(
    checkOf(ground).Errors(element),
  ).map(({ path, ...fault }) => ({ field: fieldOf(path), ...fault }))
  const isFree = (field: string) => !flaws.some((flaw) => flaw.field === field || !flaw.field)
  if (typeof roomCode === 'string' && isFree('roomCode') && !rooms.has(roomCode))
    flaws.push({ field: 'roomCode', ...unknownRooms(roomCode) })
  const reading = typeof date === 'string' && isFree('date') ? dates(date) : undefined
  if (reading && 'code' in reading) flaws.push({ field: 'date', ...reading })
  if (isFree('available') && setsNothing(ground, element))
    flaws.push({
      field: null,
      code: 'required',
      message: `Nothing is set: name at least one of ${PANEL_VALUES.join(', ')}.`,
    })
  return flaws.map((flaw) => ({ ...place, ...flaw }))
}

/** The name of the element's field behind a JSON Pointer; null for the element itself. */
function fieldOf(pointer: string): string | null {
  return pointer === '' ? null : pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
}

const setsNothing = ({ isPanel }: PushGround, element: unknown) =>
  isPanel === true && PANEL_VALUES.every((name) => (element as Update)[name] === undefined)

const checkOf = ({ isPanel }: PushGround) => (isPanel ? panelCheck : partnerCheck)

/** The calendar is checked by itself: one rule for dates, in `parseDate`. */
function compile({ properties }: TObject) {
  return TypeCompiler.Compile(
    Type.Object({ ...properties, date: Type.String() }, { additionalProperties: false }),
  )
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : null)

function listed(remarks: Remark[]): Remark[] {
  return remarks.toSorted((a, b) => a.index - b.index).slice(0, REPORT_ENTRIES_MAX)
}
