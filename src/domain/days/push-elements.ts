import { type TObject, Type } from 'typebox'
import { TypeCompiler } from 'typebox/compiler'
import type { Remark, RoomRules } from '../kernel/availability.ts'
import { addDays, type CalendarDate, parseDate } from '../kernel/date.ts'
import { type Fault, refused } from '../kernel/errors.ts'
import { explainErrors } from '../kernel/explain.ts'
import {
  PATCH_DAYS_MAX,
  PUSH_FUTURE_DAYS_MAX,
  PUSH_PAST_DAYS_MAX,
  REPORT_ENTRIES_MAX,
} from '../kernel/limits.ts'
import { unknownRateReader, unknownRoomReader } from '../kernel/nearest.ts'
import { eachWithPauses } from '../kernel/pauses.ts'
import { type Rate, RESTRICTIONS, STANDARD } from '../rates/rate.ts'
import {
  cursorFlaws,
  type DatesReader,
  type DaysWindow,
  daysOf,
  type PatchElement,
  patchFlaws,
  rangeReader,
} from './expand.ts'
import type { ElementCheck } from './push.ts'
import { rateFlaws } from './rate-elements.ts'
import {
  COUNTS,
  type Form,
  isPatchForm,
  PanelPatchSchema,
  PanelUpdateSchema,
  PatchSchema,
  UpdateSchema,
} from './update.ts'

/** The context that a push is checked against. */
export type PushContext = {
  rooms: ReadonlyMap<string, RoomRules>
  /** The hotel's rates; `STD` alone by default. */
  rates?: readonly Rate[]
  today: CalendarDate
  form?: Form
}

/** The settable fields; an element has at least one. */
const VALUES = [...COUNTS, 'priceCents', 'closed', ...RESTRICTIONS] as const

const SCHEMAS = {
  put: UpdateSchema,
  panel: PanelUpdateSchema,
  patch: PatchSchema,
  panelPatch: PanelPatchSchema,
}
/** The compiled schemas of the forms that were used: compiling all takes 4 ms, for which a start does not wait. */
const CHECKS: Partial<Record<Form, ReturnType<typeof compile>>> = {}

function checkOf(form: Form) {
  const check = CHECKS[form] ?? compile(SCHEMAS[form])
  CHECKS[form] = check
  return check
}

/**
 * Checks each element alone: form, known room type, dates in range. Pauses between slices.
 *
 * @throws AppError `validation_failed` with `too_many_days` if ranges stand for more than 20,000 days
 */
export function* checkElements(
  ground: PushContext,
  elements: readonly unknown[],
): Generator<void, ElementCheck> {
  const none = { received: 0, rejected: 0, unexplained: 0 }
  const checked: ElementCheck = {
    updates: [],
    errors: [],
    isOfDays: isPatchForm(ground.form),
    ...none,
  }
  const window = windowOf(ground.today)
  const dates = dateReader(window)
  const rates = new Map((ground.rates ?? [STANDARD]).map((rate) => [rate.rateCode, rate]))
  const readers = {
    dates,
    ranges: rangeReader(dates, window),
    unknownRooms: unknownRoomReader([...ground.rooms.keys()]),
    rates,
    unknownRates: unknownRateReader([...rates.keys()]),
  }
  const check = checkOf(ground.form ?? 'put')
  const refuse = (days: number, explain: () => Remark[]) => {
    checked.rejected += days
    if (checked.errors.length < REPORT_ENTRIES_MAX) checked.errors.push(...explain())
    else checked.unexplained++
  }
  const receive = (days: number, index: number) => {
    checked.received += days
    if (checked.received > PATCH_DAYS_MAX) throw tooManyDays(index)
  }
  const checkOne = (element: unknown, index: number) => {
    receive(1, index)
    const isGood =
      check.Check(element) &&
      ground.rooms.has((element as PatchElement).roomCode) &&
      flawsBeyondForm(ground, element as PatchElement, readers).length === 0
    const update = element as PatchElement
    if (isGood && update.date === undefined) {
      takeRange(update, index)
      return
    }
    const reading = isGood ? dates(update.date!) : undefined
    if (reading && 'date' in reading) checked.updates.push({ ...update, index, date: reading.date })
    else refuse(1, () => explainElement(ground, element, index, readers))
  }
  const takeRange = (element: PatchElement, index: number) => {
    const { date: _, dateFrom, dateTo, weekdays, ...fields } = element
    const { days, good, bad } = readers.ranges(dateFrom!, dateTo!, weekdays)
    receive(days - 1, index)
    for (const date of good) checked.updates.push({ ...fields, index, date, isOfRange: true })
    for (const fault of bad) {
      const [date] = fault.dates
      const place = { index, roomCode: fields.roomCode, date: date!, field: 'dateFrom' }
      refuse(fault.failed, () => [{ ...place, ...fault }])
    }
  }
  yield* eachWithPauses(elements, checkOne, isPatchForm(ground.form) ? daysOf : undefined)
  return checked
}

const windowOf = (today: CalendarDate): DaysWindow => ({
  first: addDays(today, -PUSH_PAST_DAYS_MAX),
  last: addDays(today, PUSH_FUTURE_DAYS_MAX),
})

type DateResult = { date: CalendarDate } | Fault

/** The readers of one push's elements; each distinct part is read once. */
type Readers = {
  dates: DatesReader
  unknownRooms: (roomCode: string) => Fault
  rates: ReadonlyMap<string, Rate>
  unknownRates: (rateCode: string) => Fault
}

/**
 * Returns a reader of one push's dates; each distinct text is read once, as a push repeats dates for room after room.
 */
function dateReader({ first, last }: DaysWindow): DatesReader {
  const read = new Map<string, DateResult>()
  return (text) => {
    let reading = read.get(text)
    if (!reading) {
      reading = readDate(text, first, last)
      read.set(text, reading)
    }
    return reading
  }
}

function readDate(text: string, first: CalendarDate, last: CalendarDate): DateResult {
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

type FieldFault = Omit<Remark, 'index' | 'roomCode' | 'date'>

function explainElement(
  ground: PushContext,
  element: unknown,
  index: number,
  readers: Readers,
): Remark[] {
  const { rooms, form = 'put' } = ground
  const { dates, unknownRooms } = readers
  const { roomCode, date } = (element ?? {}) as Record<string, unknown>
  const place = { index, roomCode: textOrNull(roomCode), date: textOrNull(date) }
  const flaws: FieldFault[] = explainErrors(checkOf(form).Errors(element)).map(
    ({ path, ...fault }) => ({
      field: fieldOf(path),
      ...fault,
    }),
  )
  const isFormed = flaws.length === 0
  const isFree = (field: string) => !flaws.some((flaw) => flaw.field === field || !flaw.field)
  if (typeof roomCode === 'string' && isFree('roomCode') && !rooms.has(roomCode))
    flaws.push({ field: 'roomCode', ...unknownRooms(roomCode) })
  const reading = typeof date === 'string' && isFree('date') ? dates(date) : undefined
  if (reading && 'code' in reading) flaws.push({ field: 'date', ...reading })
  if (isFormed) flaws.push(...flawsBeyondForm(ground, element as PatchElement, readers))
  return flaws.map((flaw) => ({ ...place, ...flaw }))
}

/** Returns the faults in the combination of an element's fields. */
function flawsBeyondForm(
  { rooms, form = 'put' }: PushContext,
  element: PatchElement,
  readers: Readers,
): FieldFault[] {
  if (form === 'put') return []
  const flaws = cursorFlaws(element)
  if (isPatchForm(form))
    flaws.unshift(...patchFlaws(element), ...rateFlaws({ rooms, ...readers }, element))
  if (VALUES.every((name) => element[name] === undefined))
    flaws.push({
      field: null,
      code: 'required',
      message: `Nothing is set: name at least one of ${valuesOf(form).join(', ')}.`,
    })
  return flaws
}

const valuesOf = (form: Form) => VALUES.filter((name) => name in SCHEMAS[form].properties)

const tooManyDays = (index: number) =>
  refused(
    `/updates/${index}`,
    'too_many_days',
    `The elements up to this one stand for more than ${PATCH_DAYS_MAX} days; nothing was written.`,
    { max: PATCH_DAYS_MAX },
  )

/** Returns the element's field at a JSON Pointer; null for the element itself. */
function fieldOf(pointer: string): string | null {
  return pointer === '' ? null : pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Compiles a schema without its date format: `parseDate` is the one rule for dates. */
function compile({ properties }: TObject) {
  const texts = Object.entries(properties)
    .filter(([, schema]) => schema.format === 'date')
    .map(([name, { format, ...schema }]) => [name, schema])
  return TypeCompiler.Compile(
    Type.Object({ ...properties, ...Object.fromEntries(texts) }, { additionalProperties: false }),
  )
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : null)
