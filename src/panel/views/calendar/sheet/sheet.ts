import { useState } from 'preact/hooks'
import { RESTRICTIONS } from '../../../../domain/rates/rate.ts'
import { t } from '../../../lib/i18n.ts'
import { sayWrong } from '../../../parts/toast.tsx'
import { confirmMoves } from '../change/big-moves.tsx'
import {
  type DayEdit,
  type Field,
  figureOf,
  hindranceOf,
  isChange,
  setting,
  stepOf,
  type Target,
} from '../model/day-edit.ts'
import { type Bounds, type Place, placesIn, type Row } from '../model/days.ts'
import { isForNothing, movesOf } from '../model/step.ts'
import { readPasted } from '../model/texts.ts'
import { copied, filled, pasted, type Value } from './cells.ts'
import type { Desk } from './selected.ts'
import { useTyping } from './typing.tsx'

type SheetProps = Desk & {
  onOpen: () => void
  onFold: (roomCode: string, isOpen: boolean) => void
}

/** The grid as a spreadsheet: typing, copy and paste, fill and clear, each for one of the two figures of a cell. */
export function useSheet(props: SheetProps) {
  const { hotel, rows, dates, selected, isMine } = props
  const [chosen, setChosen] = useState<Field>('price')
  const [next, setNext] = useState<{ field: Field; of: typeof selected.selection }>()
  const { bounds } = selected
  const field = next && next.of === selected.selection ? next.field : chosen
  const setField = (field: Field) => {
    setChosen(field)
    setNext(undefined)
  }
  /** Takes what is typed into the cells that are selected for the figure that the form has just set. */
  const goOnWith = (field: Field) => setNext({ field, of: selected.selection })
  const typing = useTyping(props, (at, edit, seenThrough, isAll = false) => {
    const places = isAll && bounds ? placesIn(bounds) : [at]
    const news = places.filter(({ row, col }) => isChange(edit, rows[row]!.days[col]!))
    send(
      props,
      news.map((each) => ({ ...each, edit })),
      { seenThrough, isAsked: !isAll, typed: { ...at, edit } },
    )
  })
  const assign = (values: readonly Value[]) => assignTo(props, values, field)
  const fill = (from: Bounds, to: Bounds) => assign(filled(rows, from, to, field))
  const act = { typing, field, setField, fill }
  const ofGrid = {
    /** Handles a key of the grid that changes something; true if it did. */
    onKey: (event: KeyboardEvent, at: Place) => hasTaken(event, at, props, act),
    onEdit: (at: Place, isRooms: boolean) => {
      if (isMine) typing.begin(at, isRooms && !rows[at.row]!.rate ? 'rooms' : 'price')
    },
    onCopy: (event: ClipboardEvent) => {
      if (!bounds) return
      event.clipboardData?.setData('text/plain', copied(rows, bounds, field, hotel.currency))
      event.preventDefault()
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain')
      if (!bounds || !text || !isMine) return
      event.preventDefault()
      const size = { rows: rows.length, cols: dates.length }
      const read = (cell: string) => readPasted(cell, field, hotel.currency)
      const found = pasted(text, { bounds, size, read })
      if ('wrong' in found) return void sayWrong(t('calendar.wrong.pasted', { text: found.wrong }))
      if (found.beyond > 0) sayWrong(t('calendar.pastedBeyond', { count: found.beyond }))
      assign(found.values)
    },
  }
  return { ...act, goOnWith, ofGrid }
}

/** The sheet of a calendar. */
export type Sheet = ReturnType<typeof useSheet>

const placesOf = (bounds: Bounds | undefined): Place[] => (bounds ? placesIn(bounds) : [])

type SendOptions = {
  seenThrough?: string | undefined
  /** True if no question is needed. */
  isAsked?: boolean
  /** The cell in which a text for several cells was typed. */
  typed?: Target
}

function send(desk: Desk, targets: readonly Target[], options: SendOptions = {}): void {
  attempt(desk, targets, options).catch(sayWrong)
}

/** Shows the new values of cells, sends them, and takes those that were refused from the screen. */
async function attempt(desk: Desk, targets: readonly Target[], options: SendOptions) {
  const { rows, today, change, pending } = desk
  const { seenThrough, isAsked = false, typed } = options
  const step = stepOf(rows, targets, { today, seenThrough })
  if (isForNothing(step)) return void sayWrong(t('calendar.wrong.zero'))
  if (step.updates.length === 0) return
  // The text stays in its cell if the person does not confirm it.
  if (typed && !isAsked && movesOf(step).length > 0) change.ask(stepOf(rows, [typed]))
  if (!(isAsked || (await confirmMoves(step, desk)))) return
  pending.show(step)
  // A change of many cells tells their number and offers to undo it.
  const isQuiet = step.updates.length === 1
  pending.end(await change.enter(step, isQuiet))
}

/** Sets figures of cells; if none of the cells can have one, the reason is told. */
function assignTo(desk: Desk, values: readonly Value[], field: Field): void {
  const { rows, today, change } = desk
  const why = ({ row, col }: Value) => hindranceOf(rows[row]!, col, field, today)
  const able = values.filter((each) => !why(each))
  if (able.length === 0 && values[0]) sayWrong(t(`calendar.hindrance.${why(values[0])!}`))
  const news = able.filter(({ row, col, value }) => figureOf(rows[row]!, col, field) !== value)
  send(
    desk,
    news.map(({ value, ...place }) => ({ ...place, edit: setting(field, value) })),
    { seenThrough: change.place.current },
  )
}

type KeyActs = Pick<Sheet, 'typing' | 'field' | 'setField' | 'fill'>

function hasTaken(event: KeyboardEvent, at: Place, props: SheetProps, act: KeyActs): boolean {
  const { rows, selected, isMine, onFold, onOpen } = props
  const { typing, field, setField, fill } = act
  const { key, altKey } = event
  if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    onFold(rows[at.row]!.room.roomCode, key === 'ArrowDown')
    return true
  }
  if (!isMine || altKey) return false
  if (event.ctrlKey || event.metaKey) {
    const isFill = /^[dr]$/i.test(key) && !event.shiftKey
    if (isFill) fillOn(selected.bounds, key.toLowerCase() === 'd', fill)
    return isFill
  }
  if (/^[\d+\u2212-]$/.test(key)) typing.begin(at, field, key)
  else if (key === 'F2') typing.begin(at, field)
  else if (key === 'Enter' && typing.isHeld(at)) typing.begin(at, 'price')
  else if (key === 'Enter') onOpen()
  else if (key === 'Escape') return typing.drop(at)
  else if (key === 'Delete' || key === 'Backspace') clear(props)
  else if (/^[ro]$/i.test(key)) setField('rooms')
  else if (/^[pf]$/i.test(key)) setField('price')
  else return false
  return true
}

/** Fills down or to the right, from the first selected row or column, or from the one before a single one. */
function fillOn(bounds: Bounds | undefined, isDown: boolean, fill: KeyActs['fill']): void {
  if (!bounds) return
  const [first, last] = isDown ? (['top', 'bottom'] as const) : (['left', 'right'] as const)
  const start = bounds[first] === bounds[last] ? bounds[first] - 1 : bounds[first]
  if (start < 0) return
  fill({ ...bounds, [first]: start, [last]: start }, { ...bounds, [first]: start })
}

/** Clears the selected cells. */
function clear(desk: Desk): void {
  const targets = placesOf(desk.selected.bounds).flatMap((place): Target[] => {
    const edit = clearing(desk.rows[place.row]!)
    return edit ? [{ ...place, edit }] : []
  })
  if (targets.length === 0) sayWrong(t('calendar.hindrance.clear'))
  else send(desk, targets, { isAsked: true })
}

/** The edit that clears a cell: of its own price, or of a derived rate's restrictions; a room type has neither. */
function clearing({ rate }: Row): DayEdit | undefined {
  if (rate?.pricing?.type === 'own') return setting('price', 0)
  if (rate?.pricing?.type !== 'derived') return undefined
  return { restrictions: Object.fromEntries(RESTRICTIONS.map((name) => [name, null])) }
}
