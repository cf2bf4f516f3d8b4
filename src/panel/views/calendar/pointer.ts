import { useEffect, useRef } from 'preact/hooks'
import { onlyCell, type Selection } from './days.ts'
import { type Size, wholeColumns, wholeRows } from './keys.ts'

type Target = { row: number | undefined; col: number | undefined }

type Props = {
  size: Size
  selection: Selection | undefined
  isExtending: boolean
  onSelect: (selection: Selection) => void
}

/**
 * Selecting by pointer: a mouse or pen drags from cell to cell, over the heads of days or of room types; with Shift it
 * extends. A finger drags the page, so it taps, and a second tap extends when that is switched on.
 */
export function usePointer({ size, selection, isExtending, onSelect }: Props) {
  const start = useRef<Target | undefined>(undefined)
  const kind = useRef('mouse')
  useEffect(() => {
    const end = () => {
      start.current = undefined
    }
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    return () => {
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
  }, [])
  const take = (from: Target, to: Target, isMore: boolean) => {
    const old = isMore ? selection : undefined
    onSelect(between(old ? { row: old.anchor.row, col: old.anchor.col } : from, from, to, size))
  }
  return {
    onPointerDown(event: PointerEvent) {
      kind.current = event.pointerType
      const target = targetOf(event)
      if (event.pointerType === 'touch' || event.button !== 0 || !target) return
      // Neither text nor a picture of the cell is dragged.
      event.preventDefault()
      const isMore = event.shiftKey && selection !== undefined
      start.current = isMore ? selection.anchor : target
      focusCell(event)
      take(target, target, isMore)
    },
    onPointerOver(event: PointerEvent) {
      const target = targetOf(event)
      if (start.current && target) take(start.current, target, false)
    },
    onClick(event: MouseEvent) {
      const target = kind.current === 'touch' ? targetOf(event) : undefined
      if (target) take(target, target, isExtending)
    },
  }
}

/** The selection from a cell, or the head of a day or room type, to another. */
function between(anchor: Target, from: Target, to: Target, size: Size): Selection {
  if (from.row === undefined && from.col !== undefined)
    return wholeColumns(anchor.col ?? from.col, to.col ?? from.col, size)
  if (from.col === undefined && from.row !== undefined)
    return wholeRows(anchor.row ?? from.row, to.row ?? from.row, size)
  const first = { row: anchor.row ?? 0, col: anchor.col ?? 0 }
  const head = { row: to.row ?? 0, col: to.col ?? first.col }
  return { ...onlyCell(first), head }
}

function targetOf({ target }: Event): Target | undefined {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-row], [data-col]')
  if (!cell) return undefined
  const { row, col } = cell.dataset
  return {
    row: row === undefined ? undefined : Number(row),
    col: col === undefined ? undefined : Number(col),
  }
}

/** The default would do it, but that also begins to drag. */
function focusCell({ target }: Event): void {
  const cell = (target as HTMLElement).closest<HTMLElement>('.cell')
  cell?.focus({ preventScroll: true })
}
