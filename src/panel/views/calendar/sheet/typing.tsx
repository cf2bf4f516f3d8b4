import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Day } from '../../../../client/call.ts'
import { date, money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { sayWrong } from '../../../parts/toast.tsx'
import {
  type DayEdit,
  type Field,
  figureOf,
  hindranceOf,
  priceAfter,
  stepOf,
} from '../model/day-edit.ts'
import { keyOf, onlyCell, type Place, placesIn } from '../model/days.ts'
import { cellKey, dayKey, isBigMove, isForNothing } from '../model/step.ts'
import { readTyped, textOf } from '../model/texts.ts'
import { CellInput, type EndKey } from './cell-input.tsx'
import type { Desk } from './selected.ts'

/** A cell with an open field. It is known by row and date, for rows and columns may move meanwhile. */
type Typing = {
  key: string
  date: string
  /** Its name in words. */
  cell: string
  field: Field
  text: string
  isBegun: boolean
  /** The day as the person last saw it: when the typing began, or when a change by others was told. */
  seen: Day
  /** The place of the feed up to which it was seen. */
  seenThrough: string | undefined
  note?: string
  isWrong?: boolean
  /** The text that was warned of: a second Enter confirms it. */
  asked?: string
}

/** Sends the edit of a cell; `isAll`: of all selected cells. */
type Enter = (at: Place, edit: DayEdit, seenThrough: string | undefined, isAll?: boolean) => void

/** Typing into a cell in its place. The text is for that cell alone, whatever happens around it. */
export function useTyping(desk: Desk, enter: Enter) {
  const { hotel, rows, dates, today, change } = desk
  const { typing, open, isOpen, end, note } = useField()
  const at = typing && placeOf(typing, desk)

  /** Opens the field of a cell, with a first character or with its present figure. */
  const begin = ({ row, col }: Place, field: Field, first?: string) => {
    const hindrance = hindranceOf(rows[row]!, col, field, today)
    if (hindrance) return sayWrong(t(`calendar.hindrance.${hindrance}`))
    const { room, rate, days } = rows[row]!
    const held = first === undefined && field === 'price' ? heldAt({ row, col }, desk) : undefined
    const value = held?.priceCents ?? figureOf(rows[row]!, col, field)
    const text = value === 0 && field === 'price' ? '' : textOf(value, field, hotel.currency)
    return open({
      cell: [room.name, rate?.name, date(dates[col]!)].filter(Boolean).join(', '),
      key: keyOf(rows[row]!),
      date: dates[col]!,
      field,
      text: first ?? text,
      isBegun: first !== undefined || held !== undefined,
      seen: days[col]!,
      seenThrough: change.place.current,
      ...(held && { asked: text, note: questionOf(days[col]!.priceCents, value, hotel.currency) }),
    })
  }
  /** Drops the price that waits in a cell; false if there is none. */
  const drop = (place: Place): boolean => {
    const held = heldAt(place, desk)
    if (held) change.drop([held])
    return held !== undefined
  }
  const opened = typing && { desk, typing, note, end, enter }
  const input = opened && at && (
    <CellInput
      key={`${typing.key} ${typing.date} ${typing.field}`}
      place={at}
      text={typing.text}
      isBegun={typing.isBegun}
      label={t(typing.field === 'price' ? 'list.price' : 'calendar.rooms')}
      note={typing.note ?? movedNote(typing, at, desk)}
      isWrong={typing.isWrong ?? false}
      onDone={(text, by, key) => finish(opened, text, by, key)}
      onLeave={(text) => isOpen.current && leave(opened, text)}
      onCancel={() => {
        drop(at)
        end(true)
      }}
    />
  )
  return { begin, drop, input, isHeld: (place: Place) => heldAt(place, desk) !== undefined }
}

/** The field that is open; when it closes by a key the focus goes back to the grid. */
function useField() {
  const [typing, setTyping] = useState<Typing>()
  const isToGrid = useRef(false)
  /** False once the field is ended: its removal from the page is then no longer a leave. */
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    if (typing || !isToGrid.current) return
    isToGrid.current = false
    document.querySelector<HTMLElement>('.grid .cell[tabindex="0"]')?.focus()
  }, [typing])
  return {
    typing,
    isOpen,
    open: (next: Typing) => {
      isOpen.current = true
      setTyping(next)
    },
    end: (toGrid: boolean) => {
      isToGrid.current = toGrid
      isOpen.current = false
      setTyping(undefined)
    },
    note: (note: string, more: Partial<Typing> = {}) =>
      setTyping((now) => now && { ...now, isWrong: false, ...more, note }),
  }
}

/** The place of the open field now; undefined if its row or column is gone. */
function placeOf({ key, date }: Typing, { rows, dates }: Desk): Place | undefined {
  const row = rows.findIndex((each) => keyOf(each) === key)
  const col = dates.indexOf(date)
  return row < 0 || col < 0 ? undefined : { row, col }
}

/** The price that was warned of and waits in a cell. */
const heldAt = ({ row, col }: Place, { rows, dates, change }: Desk) =>
  change.asked.find((update) => dayKey(update) === cellKey(rows[row]!, dates[col]!))

function questionOf(is: number, after: number, currency: string, isMoved = !isBigMove(is, after)) {
  const prices = { before: money(is, currency), after: money(after, currency) }
  return t(isMoved ? 'calendar.movedCell' : 'calendar.bigMoveCell', prices)
}

/** Tells at once that others have changed the price under the field. */
function movedNote({ seen, field }: Typing, { row, col }: Place, { rows, hotel }: Desk) {
  const { priceCents } = rows[row]!.days[col]!
  if (field === 'rooms' || priceCents === seen.priceCents) return undefined
  return t('calendar.movedNow', { price: money(priceCents, hotel.currency) })
}

/** The open field, with the ways to end it. */
type OpenField = Pick<ReturnType<typeof useField>, 'end' | 'note'> & {
  desk: Desk
  typing: Typing
  enter: Enter
}

/** The edit of a text, with the question to be answered before it is sent. */
type Reading = { edit: DayEdit; question?: string }

/** Reads a text; undefined if it must be typed again. */
function read(of: OpenField, place: Place, text: string): Reading | undefined {
  const { desk, typing, note } = of
  const { hotel, rows } = desk
  const edit = readTyped(text, typing.field, hotel.currency)
  const isZero = edit && isForNothing(stepOf(rows, [{ ...place, edit }]))
  if (!edit || isZero) {
    note(t(`calendar.wrong.${isZero ? 'zero' : typing.field}`), { isWrong: true })
    return undefined
  }
  if (!edit.price) return { edit }
  const { priceCents: is } = rows[place.row]!.days[place.col]!
  const after = priceAfter(is, edit.price)
  const isMoved = is !== typing.seen.priceCents
  const isAsked = isMoved || isBigMove(is, after) || heldAt(place, desk)?.priceCents === after
  return { edit, ...(isAsked && { question: questionOf(is, after, hotel.currency, isMoved) }) }
}

/** True if there is an edit to make; in all selected cells the unchanged text is one too. */
const isTyped = (typing: Typing, text: string, isAll = false) =>
  text.trim() !== '' && (isAll || typing.isBegun || text !== typing.text)

/** Ends a text by a key, and goes on to the next cell. */
function finish(of: OpenField, text: string, by: Place, key: EndKey): void {
  const { desk, typing, note, end, enter } = of
  const { rows, dates, selected } = desk
  const at = placeOf(typing, desk)
  if (!at) {
    leave(of, text)
    return
  }
  const isAll = key === 'all'
  const isMeant = isTyped(typing, text, isAll)
  const reading = isMeant && read(of, at, text)
  if (isMeant && !reading) return
  const { edit, question } = reading || {}
  const seen = rows[at.row]!.days[at.col]!
  const isSeen = typing.seen.priceCents === seen.priceCents
  const isRange = selected.bounds !== undefined && placesIn(selected.bounds).length > 1
  // Of several cells a dialog asks, with the widest move.
  const isOver = isAll ? isRange : typing.asked === text
  if (question && !(isOver && isSeen)) {
    note(question, { asked: text, seen })
    return
  }
  end(true)
  if (edit && question && key === 'on') keep(at, edit, desk)
  else if (edit) enter(at, edit, typing.seenThrough, isAll)
  const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index))
  const [row, col] = [at.row + by.row, at.col + by.col]
  if (!isAll)
    selected.select(onlyCell({ row: within(row, rows.length), col: within(col, dates.length) }))
}

/** Sends the text when something else is pressed; a text with a question waits in its cell. */
function leave(of: OpenField, text: string): void {
  const { desk, typing, end, enter } = of
  const at = placeOf(typing, desk)
  end(false)
  if (!isTyped(typing, text)) return
  const { edit, question } = (at && read(of, at, text)) || {}
  if (!at || !edit) sayWrong(t('calendar.notTaken', { cell: typing.cell, text }))
  else if (question) keep(at, edit, desk)
  else enter(at, edit, typing.seenThrough)
}

/** Leaves a price that was warned of in its cell. */
const keep = (place: Place, edit: DayEdit, { rows, change }: Desk): void =>
  change.ask(stepOf(rows, [{ ...place, edit }]))
