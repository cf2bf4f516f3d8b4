import { useEffect, useRef } from 'preact/hooks'
import { onlyCell, type Selection } from '../model/days.ts'
import { type Size, wholeColumns, wholeRows } from './keys.ts'

/** The distance to the edge at which a drag scrolls the grid. */
const EDGE_PX = 30
const SCROLL_EVERY_MS = 40
const SCROLL_PX = 24

type Target = { row: number | undefined; col: number | undefined }

type Props = {
  size: Size
  selection: Selection | undefined
  isExtending: boolean
  onSelect: (selection: Selection) => void
  /** A mouse or pen begins and ends to pick cells, or a finger taps one. */
  onPick: (stage: 'begin' | 'end' | 'tap') => void
}

/**
 * Selecting by pointer. A mouse or pen drags over cells, or over the heads of days or room types; with Shift it extends
 * the selection. A finger drags the page, so it taps, and a second tap extends the selection in that mode.
 */
export function usePointer({ size, selection, isExtending, onSelect, onPick }: Props) {
  const start = useRef<Target | undefined>(undefined)
  const kind = useRef('mouse')
  const drag = useRef((_: Element) => {})
  const pick = useRef(onPick)
  pick.current = onPick
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let at = { x: 0, y: 0 }
    const end = () => {
      if (start.current === undefined) return
      start.current = undefined
      pick.current('end')
    }
    addEventListener('pointerup', end, { signal })
    addEventListener('pointercancel', end, { signal })
    const move = ({ x, y }: PointerEvent) => {
      at = { x, y }
    }
    addEventListener('pointermove', move, { signal })
    const clock = setInterval(() => start.current && scrollAt(at, drag.current), SCROLL_EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(clock)
    }
  }, [])
  drag.current = (element) => {
    const target = targetOf(element)
    if (start.current && target) take(start.current, target, false)
  }
  const take = (from: Target, to: Target, isMore: boolean) => {
    const old = isMore ? selection : undefined
    onSelect(between(old ? { row: old.anchor.row, col: old.anchor.col } : from, from, to, size))
  }
  return {
    onPointerDown(event: PointerEvent) {
      kind.current = event.pointerType
      const target = targetOf(event.target)
      if (event.pointerType === 'touch' || event.button !== 0 || !target) return
      // Neither text nor a picture of the cell is dragged.
      event.preventDefault()
      const isMore = event.shiftKey && selection !== undefined
      start.current = isMore ? selection.anchor : target
      focusCell(event)
      onPick('begin')
      take(target, target, isMore)
    },
    onPointerOver(event: PointerEvent) {
      drag.current(event.target as Element)
    },
    onClick(event: MouseEvent) {
      const target = kind.current === 'touch' ? targetOf(event.target) : undefined
      if (!target) return
      take(target, target, isExtending)
      onPick('tap')
    },
  }
}

/** Scrolls the grid while a drag is at its edge, and tells the element that is then under the pointer. */
function scrollAt({ x, y }: { x: number; y: number }, onElement: (element: Element) => void): void {
  const box = document.querySelector('.grid-box')!
  const { right, bottom } = box.getBoundingClientRect()
  // The heads of days and room types do not scroll.
  const corner = box.querySelector('.corner')!.getBoundingClientRect()
  const { scrollLeft, scrollTop } = box
  box.scrollBy({
    left: stepAt(x, corner.right, right),
    top: stepAt(y, corner.bottom, bottom),
    behavior: 'instant',
  })
  if (box.scrollLeft === scrollLeft && box.scrollTop === scrollTop) return
  const [inX, inY] = [Math.min(x, right - EDGE_PX), Math.min(y, bottom - EDGE_PX)]
  const under = document.elementFromPoint(inX, inY)
  if (under && box.contains(under)) onElement(under)
}

function stepAt(at: number, low: number, high: number): number {
  if (at > high - EDGE_PX) return SCROLL_PX
  return at < low + EDGE_PX && at > low - EDGE_PX ? -SCROLL_PX : 0
}

/** The selection from a cell, or the head of a day or room type, to another. */
function between(anchor: Target, from: Target, to: Target, size: Size): Selection {
  // The corner is everything.
  if (from.row === undefined && from.col === undefined) return wholeRows(size.rows - 1, 0, size)
  if (from.row === undefined)
    return wholeColumns(anchor.col ?? from.col!, to.col ?? from.col!, size)
  if (from.col === undefined) return wholeRows(anchor.row ?? from.row, to.row ?? from.row, size)
  const first = { row: anchor.row ?? 0, col: anchor.col ?? 0 }
  const head = { row: to.row ?? 0, col: to.col ?? first.col }
  return { ...onlyCell(first), head }
}

function targetOf(target: EventTarget | null): Target | undefined {
  const element = target as HTMLElement
  const cell = element.closest<HTMLElement>('[data-row], [data-col], .corner')
  // A button in it is pressed, and a field in it typed into.
  if (!cell || element.closest('button, input')) return undefined
  const { row, col } = cell.dataset
  return {
    row: row === undefined ? undefined : Number(row),
    col: col === undefined ? undefined : Number(col),
  }
}

/** Focuses a cell; the browser's default, which is prevented, would also begin a drag. */
function focusCell({ target }: Event): void {
  const cell = (target as HTMLElement).closest<HTMLElement>('.cell')
  cell?.focus({ preventScroll: true })
}
