import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Day, WholeHotel } from '../../../../client/call.ts'
import { date, money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { sayWrong } from '../../../parts/toast.tsx'
import type { Changes } from '../change/change.ts'
import { keyOf, onlyCell, type Place, type Row, type Selection } from '../model/days.ts'
import { isBigMove, isForNothing, priceAfter, stepOf } from '../model/edit.ts'
import { cellKey, dayKey, type Edit, type Step } from '../model/step.ts'
import { CellInput, type EndKey } from './cell-input.tsx'
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
  /** The text that was warned of: a second Enter of the same means it. */
  asked?: string
}

type TypingProps = {
  hotel: WholeHotel
  rows: readonly Row[]
  dates: readonly string[]
  today: string
  /** The place of the feed up to which everything is shown. */
  place: { readonly current: string | undefined }
  select: (selection: Selection) => void
  /** Tells if several cells are selected. */
  isRange: boolean
  /** Prices that were warned of and left. */
  asked: Changes['asked']
  ask: Changes['ask']
  drop: Changes['drop']
  /** Does something to cells; `isAll`: to all that are selected. */
  enter: (at: Place, edit: Edit, more: Pick<Step, 'seenThrough'> & { isAll: boolean }) => void
}

/** What a text comes to, with what must be known before it is done. */
type Reading = { edit: Edit; question?: string }

/** Typing into a cell in its place. What is typed is for that cell alone, whatever happens around it. */
export function useTyping(props: TypingProps) {
  const { hotel, rows, dates, today, place: feedPlace, select, enter, isRange, asked } = props
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
    const { room, rate, days } = rows[row]!
    const held = first === undefined && field === 'price' ? heldAt({ row, col }) : undefined
    const value = held?.priceCents ?? figureOf(rows[row]!, col, field)
    const text = value === 0 && field === 'price' ? '' : textOf(value, field, hotel.currency)
    isOpen.current = true
    return setTyping({
      cell: [room.name, rate?.name, date(dates[col]!)].filter(Boolean).join(', '),
      key: keyOf(rows[row]!),
      date: dates[col]!,
      field,
      text: first ?? text,
      isBegun: first !== undefined || held !== undefined,
      seen: days[col]!,
      seenThrough: feedPlace.current,
      ...(held && { asked: text, note: questionOf(days[col]!.priceCents, value) }),
    })
  }

  const heldAt = ({ row, col }: Place) =>
    asked.find((update) => dayKey(update) === cellKey(rows[row]!, dates[col]!))
  const questionOf = (is: number, after: number, isMoved = !isBigMove(is, after)) =>
    t(isMoved ? 'calendar.movedCell' : 'calendar.bigMoveCell', {
      before: money(is, hotel.currency),
      after: money(after, hotel.currency),
    })

  /** What the text comes to, or undefined when it must be typed again. */
  const read = ({ field, seen }: Typing, place: Place, text: string): Reading | undefined => {
    const edit = readTyped(text, field, hotel.currency)
    const isZero = edit && isForNothing(stepOf(rows, [{ ...place, edit }]))
    if (!edit || isZero) {
      const why = isZero ? 'zero' : field
      tell(t(`calendar.wrong.${why}`), { isWrong: true })
      return undefined
    }
    if (!edit.price) return { edit }
    const { priceCents: is } = rows[place.row]!.days[place.col]!
    const after = priceAfter(is, edit.price)
    const isMoved = is !== seen.priceCents
    const isAsked = isMoved || isBigMove(is, after) || heldAt(place)?.priceCents === after
    return { edit, ...(isAsked && { question: questionOf(is, after, isMoved) }) }
  }
  /** Leaves in a cell what was warned of. */
  const keep = (place: Place, edit: Edit) => props.ask(stepOf(rows, [{ ...place, edit }]))

  const done = (text: string, by: Place, key: EndKey) => {
    if (!typing) return
    if (!at) return leave(text)
    const isAll = key === 'all'
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, at.row + by.row)),
      col: Math.max(0, Math.min(dates.length - 1, at.col + by.col)),
    }
    const isMeant = isTyped(typing, text, isAll)
    const reading = isMeant && read(typing, at, text)
    if (isMeant && !reading) return
    const { edit, question } = reading || {}
    const seen = rows[at.row]!.days[at.col]!
    const isSeen = typing.seen.priceCents === seen.priceCents
    // Of several cells a dialog asks, with the one that moves most.
    const isOver = isAll ? isRange : typing.asked === text
    if (question && !(isOver && isSeen)) return tell(question, { asked: text, seen })
    end(true)
    if (edit && question && key === 'on') keep(at, edit)
    else if (edit) enter(at, edit, { seenThrough: typing.seenThrough, isAll })
    if (!isAll) select(onlyCell(next))
  }
  /** What was typed is done when something else is pressed; what is to be asked about waits in its cell. */
  const leave = (text: string) => {
    if (!typing || !isOpen.current) return
    end(false)
    if (!isTyped(typing, text)) return
    const { edit, question } = (at && read(typing, at, text)) || {}
    if (at && edit && !question)
      return enter(at, edit, { seenThrough: typing.seenThrough, isAll: false })
    if (at && edit) return keep(at, edit)
    return sayWrong(t('calendar.notTaken', { cell: typing.cell, text }))
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
      onCancel={() => {
        drop(at)
        end(true)
      }}
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
  /** Drops what was warned of in a cell; false when there is no such. */
  const drop = (place: Place): boolean => {
    const held = heldAt(place)
    if (held) props.drop([held])
    return held !== undefined
  }
  return { begin, drop, input, isHeld: (place: Place) => heldAt(place) !== undefined }
}
