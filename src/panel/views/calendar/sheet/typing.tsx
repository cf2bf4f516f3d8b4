import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { date, money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { Day, Hotel } from '../../../lib/types.ts'
import { sayWrong } from '../../../parts/toast.tsx'
import { keyOf, onlyCell, type Place, type Row, type Selection } from '../model/days.ts'
import { isBigMove, isForNothing, priceAfter, stepOf } from '../model/edit.ts'
import type { Edit, Step } from '../model/step.ts'
import { CellInput } from './cell-input.tsx'
import { type Field, figureOf } from './cells.ts'
import { hindranceOf, readTyped, textOf } from './values.ts'

/** A cell that is typed into: by what it is of, for rows and columns may move meanwhile. */
type Typing = {
  key: string
  date: string
  /** In words. */
  cell: string
  field: Field
  text: string
  isBegun: boolean
  /** The day as it was seen when the typing began, and again when it was told that others changed it. */
  seen: Day
  /** The place of the feed up to which it was seen. */
  seenThrough: string | undefined
  note?: string
  isWrong?: boolean
  /** The text that was asked about: the same again is meant. */
  asked?: string
}

type TypingProps = {
  hotel: Hotel
  rows: readonly Row[]
  dates: readonly string[]
  today: string
  /** The place of the feed up to which everything is shown. */
  place: { readonly current: string | undefined }
  select: (selection: Selection) => void
  /** Does something to cells; `isAll`: to all that are selected. */
  enter: (at: Place, edit: Edit, more: Pick<Step, 'seenThrough'> & { isAll: boolean }) => void
}

/** Typing into a cell in its place. What is typed is for that cell alone, whatever happens around it. */
export function useTyping(props: TypingProps) {
  const { hotel, rows, dates, today, place: feedPlace, select, enter } = props
  const [typing, setTyping] = useState<Typing>()
  const isToGrid = useRef(false)
  /** Not until it is drawn without it: a field that goes tells so as one that is left. */
  const isOpen = useRef(false)
  const at = typing && placeOf(typing)
  useLayoutEffect(() => {
    if (typing || !isToGrid.current) return
    isToGrid.current = false
    document.querySelector<HTMLElement>('.grid .cell[tabindex="0"]')?.focus()
  }, [typing])

  function placeOf({ key, date }: Typing): Place | undefined {
    const row = rows.findIndex((each) => keyOf(each) === key)
    const col = dates.indexOf(date)
    return row < 0 || col < 0 ? undefined : { row, col }
  }
  const end = (toGrid: boolean) => {
    isToGrid.current = toGrid
    isOpen.current = false
    setTyping(undefined)
  }
  const tell = (note: string, more: Partial<Typing> = {}) =>
    setTyping((now) => now && { ...now, isWrong: false, ...more, note })

  /** Begins to type into a cell, with a first character or with what stands in it. */
  const begin = ({ row, col }: Place, field: Field, first?: string) => {
    const hindrance = hindranceOf(rows[row]!, col, field, today)
    if (hindrance) return sayWrong(t(`calendar.hindrance.${hindrance}`))
    const value = figureOf(rows[row]!, col, field)
    const { room, rate } = rows[row]!
    isOpen.current = true
    return setTyping({
      cell: [room.name, rate?.name, date(dates[col]!)].filter(Boolean).join(', '),
      key: keyOf(rows[row]!),
      date: dates[col]!,
      field,
      text: first ?? (value === 0 && field === 'price' ? '' : textOf(value, field, hotel.currency)),
      isBegun: first !== undefined,
      seen: rows[row]!.days[col]!,
      seenThrough: feedPlace.current,
    })
  }

  /** What the text comes to, or undefined when it must be typed, or confirmed, again. */
  const read = (now: Typing, place: Place, text: string): Edit | undefined => {
    const { field, seen, asked } = now
    const edit = readTyped(text, field, hotel.currency)
    const isZero = edit && isForNothing(stepOf(rows, [{ ...place, edit }]))
    if (!edit || isZero) {
      const why = isZero ? 'zero' : field
      tell(t(`calendar.wrong.${why}`), { isWrong: true })
      return undefined
    }
    if (!edit.price) return edit
    const { priceCents: is } = rows[place.row]!.days[place.col]!
    const after = priceAfter(is, edit.price)
    const prices = { before: money(is, hotel.currency), after: money(after, hotel.currency) }
    const isMoved = is !== seen.priceCents
    if (isMoved || (isBigMove(is, after) && asked !== text)) {
      const day = rows[place.row]!.days[place.col]!
      const why = isMoved ? 'calendar.movedCell' : 'calendar.bigMoveCell'
      tell(t(why, prices), { asked: text, seen: day })
      return undefined
    }
    return edit
  }

  const done = (text: string, by: Place, isAll: boolean) => {
    if (!typing) return
    if (!at) return leave(text)
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, at.row + by.row)),
      col: Math.max(0, Math.min(dates.length - 1, at.col + by.col)),
    }
    const isMeant = isTyped(typing, text, isAll)
    const edit = isMeant && read(typing, at, text)
    if (isMeant && !edit) return
    end(true)
    if (edit) enter(at, edit, { seenThrough: typing.seenThrough, isAll })
    if (!isAll) select(onlyCell(next))
  }
  /** What was typed is done when something else is pressed, unless it would have to be asked about. */
  const leave = (text: string) => {
    if (!typing || !isOpen.current) return
    end(false)
    if (!isTyped(typing, text)) return
    const edit = at && read(typing, at, text)
    if (edit) enter(at, edit, { seenThrough: typing.seenThrough, isAll: false })
    else sayWrong(t('calendar.notTaken', { cell: typing.cell, text }))
  }
  const input = typing && at && (
    <CellInput
      key={`${typing.key} ${typing.date} ${typing.field}`}
      place={at}
      text={typing.text}
      isBegun={typing.isBegun}
      label={t(typing.field === 'price' ? 'list.price' : 'calendar.rooms')}
      note={typing.note ?? movedNote(typing, at)}
      isWrong={typing.isWrong ?? false}
      onDone={done}
      onLeave={leave}
      onCancel={() => end(true)}
    />
  )
  /** Whether there is something to be done; in all cells selected also what stood there. */
  const isTyped = (now: Typing, text: string, isAll = false) =>
    text.trim() !== '' && (isAll || now.isBegun || text !== now.text)
  /** Tells at once that others have changed the price under it. */
  function movedNote({ seen, field }: Typing, { row, col }: Place): string | undefined {
    const { priceCents } = rows[row]!.days[col]!
    return field === 'price' && priceCents !== seen.priceCents
      ? t('calendar.movedNow', { price: money(priceCents, hotel.currency) })
      : undefined
  }
  return { begin, input, isTyping: typing !== undefined }
}
