import { useState } from 'preact/hooks'
import type { WholeHotel } from '../../../../client/call.ts'
import { RESTRICTIONS } from '../../../../domain/rates/rate.ts'
import { t } from '../../../lib/i18n.ts'
import { sayWrong } from '../../../parts/toast.tsx'
import type { Changes } from '../change/change.ts'
import { type Bounds, boundsOf, type Place, placesIn, type Row } from '../model/days.ts'
import { isForNothing, movesOf, stepOf } from '../model/edit.ts'
import type { Edit, Step, Target } from '../model/step.ts'
import type { usePending } from '../reading/pending.ts'
import { type Field, figureOf, filled, pasted, type Value } from './cells.ts'
import type { Selected } from './selected.ts'
import { useTyping } from './typing.tsx'
import { copied, hindranceOf, isThere, readPasted, setting } from './values.ts'

export type SheetProps = {
  hotel: WholeHotel
  rows: readonly Row[]
  dates: readonly string[]
  today: string
  change: Changes
  pending: ReturnType<typeof usePending>
  selected: Selected
  /** Asks whether prices are meant to move so far. */
  isMeant: (step: Step) => Promise<boolean>
  /** Whether anything may be changed. */
  isMine: boolean
  onOpen: () => void
  onFold: (roomCode: string, isOpen: boolean) => void
}

/** The grid as a spreadsheet: typing, copy and paste, filling and clearing of cells, by one of their two figures. */
export function useSheet(props: SheetProps) {
  const { hotel, rows, dates, today, change, pending, selected, isMeant, isMine } = props
  const [field, setField] = useState<Field>('price')
  const { selection, select } = selected
  const bounds = selection && boundsOf(selection)
  const isRange = bounds !== undefined && placesIn(bounds).length > 1
  const { currency } = hotel
  const typing = useTyping({
    ...{ hotel, rows, dates, today, select, isRange },
    ...{ place: change.place, asked: change.asked, ask: change.ask, drop: change.drop },
    enter: (at, edit, { seenThrough, isAll }) => {
      const places = isAll && bounds ? placesIn(bounds) : [at]
      const news = places.filter(({ row, col }) => !isThere(rows[row]!, col, edit))
      doIt(
        news.map((place) => ({ ...place, edit })),
        { seenThrough, isAsked: !isAll, typed: { ...at, edit } },
      )
    },
  })

  /** Shows what cells will have, sends it, and takes back from the screen what was refused. */
  const attempt = async (targets: readonly Target[], how: How) => {
    const { seenThrough, isAsked = false, typed } = how
    const step = stepOf(rows, targets, { today })
    if (isForNothing(step)) return void sayWrong(t('calendar.wrong.zero'))
    const hasCounts = step.updates.some((update) => 'available' in update)
    if (step.updates.length === 0) return
    // Whoever does not confirm it finds the text where it was typed.
    if (typed && !isAsked && movesOf(step).length > 0) change.ask(stepOf(rows, [typed]))
    if (!(isAsked || (await isMeant(step)))) return
    pending.show(step)
    const whole = { ...step, ...(hasCounts && { seenThrough }) }
    // Of many cells it is said how many they were, with the way back.
    const isQuiet = step.updates.length === 1
    pending.end(await change.enter(whole, isQuiet))
  }
  const doIt = (targets: readonly Target[], how: How = {}) => {
    attempt(targets, how).catch(sayWrong)
  }
  /** Gives cells values; those that cannot have them are left out, and it is said why when that is all of them. */
  const assign = (values: readonly Value[]) => {
    const seenThrough = change.place.current
    const why = (value: Value) => hindranceOf(rows[value.row]!, value.col, field, today)
    const able = values.filter((each) => !why(each))
    if (able.length === 0 && values[0]) sayWrong(t(`calendar.hindrance.${why(values[0])!}`))
    const news = able.filter(({ row, col, value }) => figureOf(rows[row]!, col, field) !== value)
    doIt(
      news.map(({ value, ...place }) => ({ ...place, edit: setting(field, value) })),
      { seenThrough },
    )
  }
  const fill = (from: Bounds, to: Bounds) => assign(filled(rows, from, to, field))
  /** Down or to the right, from the first of what is selected, or from the one before. */
  const fillOn = (isDown: boolean) => {
    if (!bounds) return
    const [first, last] = isDown ? (['top', 'bottom'] as const) : (['left', 'right'] as const)
    const start = bounds[first] === bounds[last] ? bounds[first] - 1 : bounds[first]
    if (start < 0) return
    fill({ ...bounds, [first]: start, [last]: start }, { ...bounds, [first]: start })
  }
  const clear = () => {
    const places = bounds ? placesIn(bounds) : []
    const edits = places.flatMap((place): Target[] => {
      const edit = cleared(rows[place.row]!)
      return edit ? [{ ...place, edit }] : []
    })
    if (edits.length === 0) sayWrong(t('calendar.hindrance.clear'))
    else doIt(edits, { isAsked: true })
  }
  const onCopy = (event: ClipboardEvent) => {
    if (!bounds) return
    event.clipboardData?.setData('text/plain', copied(rows, bounds, field, currency))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain')
    if (!bounds || !text || !isMine) return
    event.preventDefault()
    const size = { rows: rows.length, cols: dates.length }
    const read = (cell: string) => readPasted(cell, field, currency)
    const found = pasted(text, { bounds, size, read })
    if ('wrong' in found) return void sayWrong(t('calendar.wrong.pasted', { text: found.wrong }))
    if (found.beyond > 0) sayWrong(t('calendar.pastedBeyond', { count: found.beyond }))
    assign(found.values)
  }

  /** Takes a key of the grid that changes something; answers whether it did. */
  const onKey = (event: KeyboardEvent, at: Place): boolean => {
    const { key, altKey } = event
    if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      props.onFold(rows[at.row]!.room.roomCode, key === 'ArrowDown')
      return true
    }
    if (!isMine || altKey) return false
    if (event.ctrlKey || event.metaKey) {
      const isFill = /^[dr]$/i.test(key) && !event.shiftKey
      if (isFill) fillOn(key.toLowerCase() === 'd')
      return isFill
    }
    if (/^[\d+\u2212-]$/.test(key)) typing.begin(at, field, key)
    else if (key === 'F2') typing.begin(at, field)
    else if (key === 'Enter' && typing.isHeld(at)) typing.begin(at, 'price')
    else if (key === 'Enter') props.onOpen()
    else if (key === 'Escape') return typing.drop(at)
    else if (key === 'Delete' || key === 'Backspace') clear()
    else if (/^[ro]$/i.test(key)) setField('rooms')
    else if (/^[pf]$/i.test(key)) setField('price')
    else return false
    return true
  }
  const onEdit = (place: Place, isRooms: boolean) => {
    if (isMine) typing.begin(place, isRooms && !rows[place.row]!.rate ? 'rooms' : 'price')
  }
  return { field, setField, typing, onKey, onEdit, onCopy, onPaste, fill }
}

type How = {
  seenThrough?: string | undefined
  /** Who does it was asked, or need not be. */
  isAsked?: boolean
  /** The cell that a text for several was typed into. */
  typed?: Target
}

/** What clears a cell: its own price, or what a derived rate was restricted by; of a room type there is no such thing. */
function cleared({ rate }: Row): Edit | undefined {
  if (rate?.pricing?.type === 'own') return { price: { how: 'set', value: 0 } }
  if (rate?.pricing?.type !== 'derived') return undefined
  return { restrictions: Object.fromEntries(RESTRICTIONS.map((name) => [name, null])) }
}
