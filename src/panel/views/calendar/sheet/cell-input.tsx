import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useAsked } from '../../../lib/entry-state.ts'
import { asStyle, boxOf } from '../grid/fill-handle.tsx'
import type { Place } from '../model/days.ts'

type CellInputProps = {
  place: Place
  /** Its text at first. */
  text: string
  /** True if the caret goes behind the text; else the text is selected. */
  isBegun: boolean
  label: string
  /** An error, or a question before it is sent. */
  note: string | undefined
  isWrong: boolean
  /** A key ended the text; the next cell is so many rows and columns away. */
  onDone: (text: string, by: Place, key: EndKey) => void
  /** Something else was pressed, or the page closes. */
  onLeave: (text: string) => void
  onCancel: () => void
}

/** The key that ended a text: Enter, Enter for all selected cells, or a key that goes on elsewhere. */
export type EndKey = 'enter' | 'all' | 'on'

const STAY: Place = { row: 0, col: 0 }

/** A field over one cell of the grid. */
export function CellInput(props: CellInputProps) {
  const { place, isBegun, label, note, isWrong, onDone, onLeave, onCancel } = props
  const [text, setText] = useState(props.text)
  const input = useRef<HTMLInputElement>(null)
  const leave = useRef(() => {})
  leave.current = () => onLeave(text)
  useAsked(isBegun || text !== props.text)
  useLayoutEffect(() => {
    const field = input.current!
    const box = boxOf(field.closest<HTMLElement>('.grid-box')!, {
      ...{ top: place.row, bottom: place.row, left: place.col, right: place.col },
    })
    if (box) Object.assign(field.parentElement!.style, asStyle(box))
  }, [place.row, place.col])
  useLayoutEffect(() => {
    const field = input.current!
    field.focus({ preventScroll: true })
    if (isBegun) field.setSelectionRange(field.value.length, field.value.length)
    else field.select()
    field.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // Another page may take the place of this one.
    return () => leave.current()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = stepOf(event, isBegun)
    if (!by && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (by) onDone(text, by, endKeyOf(event))
    else onCancel()
  }
  return (
    <div class="cell-input">
      <input
        ref={input}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={note && 'cell-note'}
        autocomplete="off"
        inputMode="decimal"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => document.hasFocus() && leave.current()}
      />
      <p role="alert" id="cell-note" class={isWrong ? 'bad' : 'warn'}>
        {note}
      </p>
    </div>
  )
}

function endKeyOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): EndKey {
  if (key !== 'Enter' || shiftKey) return 'on'
  return ctrlKey || metaKey ? 'all' : 'enter'
}

/** The way to the next cell: Enter down, Tab right, Shift the other way; arrows too in a text that was begun. */
function stepOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, isBegun: boolean) {
  if (key === 'Enter' && (ctrlKey || metaKey)) return STAY
  const by = shiftKey ? -1 : 1
  if (key === 'Enter') return { row: by, col: 0 }
  if (key === 'Tab') return { row: 0, col: by }
  if (isBegun && key === 'ArrowDown') return { row: 1, col: 0 }
  if (isBegun && key === 'ArrowUp') return { row: -1, col: 0 }
  return undefined
}
