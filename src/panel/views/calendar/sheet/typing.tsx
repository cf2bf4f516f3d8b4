import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { Day, Hotel } from '../../../lib/types.ts'
import { say } from '../../../parts/toast.tsx'
import { keyOf, onlyCell, type Place, type Row, type Selection } from '../model/days.ts'
import { isBigMove, priceAfter } from '../model/edit.ts'
import type { Edit, Step } from '../model/step.ts'
import { CellInput } from './cell-input.tsx'
import { type Field, figureOf } from './cells.ts'
import { hindranceOf, readTyped, textOf } from './values.ts'

/** A cell that is typed into: by what it is of, for rows and columns may move meanwhile. */
type Typing = {
  key: string
  date: string
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
    setTyping(undefined)
  }
  const tell = (note: string, more: Partial<Typing> = {}) =>
    setTyping((now) => now && { ...now, isWrong: false, ...more, note })

  /** Begins to type into a cell, with a first character or with what stands in it. */
  const begin = ({ row, col }: Place, field: Field, first?: string) => {
    const hindrance = hindranceOf(rows[row]!, col, field, today)
    if (hindrance) return say(t(`calendar.hindrance.${hindrance}`), { tone: 'bad' })
    const value = figureOf(rows[row]!, col, field)
    return setTyping({
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
    if (!edit) {
      tell(t(field === 'price' ? 'calendar.wrong.price' : 'calendar.wrong.rooms'), {
        isWrong: true,
      })
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
    const isSame = !isAll && (text.trim() === '' || text === typing.text) && !typing.isBegun
    const edit = isSame || text.trim() === '' ? undefined : read(typing, at, text)
    if (!edit && !isSame && text.trim() !== '') return
    end(true)
    if (edit) enter(at, edit, { seenThrough: typing.seenThrough, isAll })
    if (!isAll) select(onlyCell(next))
  }
  /** What was typed is done when something else is pressed, unless it would have to be asked about. */
  const leave = (text: string) => {
    if (!typing) return
    end(false)
    const isTyped = text.trim() !== '' && (typing.isBegun || text !== typing.text)
    if (!isTyped) return
    const edit = at && read(typing, at, text)
    if (edit) enter(at, edit, { seenThrough: typing.seenThrough, isAll: false })
    else say(t('calendar.notTaken', { text: text.trim().slice(0, 40) }), { tone: 'bad' })
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
  /** Tells at once that others have changed the price under it. */
  function movedNote({ seen, field }: Typing, { row, col }: Place): string | undefined {
    const { priceCents } = rows[row]!.days[col]!
    return field === 'price' && priceCents !== seen.priceCents
      ? t('calendar.movedNow', { price: money(priceCents, hotel.currency) })
      : undefined
  }
  return { begin, input, isTyping: typing !== undefined }
}
