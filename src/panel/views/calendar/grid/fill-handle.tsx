import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Bounds } from '../model/days.ts'
import type { Size } from './keys.ts'

type HandleProps = {
  bounds: Bounds
  size: Size
  onFill: (from: Bounds, to: Bounds) => void
}

/** A box in the grid, which scrolls with it. */
type Box = { left: number; top: number; width: number; height: number }

/** The corner of the selection; a drag over cells fills them with the selected figures, in one direction at a time. */
export function FillHandle({ bounds, size, onFill }: HandleProps) {
  const handle = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<Box>()
  const [target, setTarget] = useState<Bounds>()
  const shown = target ?? bounds
  useLayoutEffect(() => {
    const grid = handle.current!.closest<HTMLElement>('.grid-box')!
    const place = () => setBox(boxOf(grid, shown))
    place()
    const watch = new ResizeObserver(place)
    watch.observe(grid.firstElementChild!)
    return () => watch.disconnect()
  }, [shown.top, shown.bottom, shown.left, shown.right, size.rows, size.cols])
  const move = ({ clientX, clientY }: PointerEvent) => {
    const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.cell')
    if (under) setTarget(reach(bounds, Number(under.dataset.row), Number(under.dataset.col)))
  }
  const end = () => {
    if (target) onFill(bounds, target)
    setTarget(undefined)
  }
  return (
    <div ref={handle} class={target ? 'fill filling' : 'fill'} style={box && asStyle(box)}>
      <span
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          setTarget(bounds)
        }}
        onPointerMove={(event) => target && move(event)}
        onPointerUp={end}
        onPointerCancel={() => setTarget(undefined)}
      />
    </div>
  )
}

/** The selection stretched to a cell, down or up or to a side, whichever is farther. */
function reach(from: Bounds, row: number, col: number): Bounds {
  const down = Math.max(from.top - row, row - from.bottom, 0)
  const across = Math.max(from.left - col, col - from.right, 0)
  return down >= across
    ? { ...from, top: Math.min(from.top, row), bottom: Math.max(from.bottom, row) }
    : { ...from, left: Math.min(from.left, col), right: Math.max(from.right, col) }
}

/** The box of some cells in the grid. */
export function boxOf(grid: HTMLElement, { top, bottom, left, right }: Bounds): Box | undefined {
  const first = cellAt(grid, top, left)?.getBoundingClientRect()
  const last = cellAt(grid, bottom, right)?.getBoundingClientRect()
  if (!first || !last) return undefined
  const { left: x, top: y } = grid.getBoundingClientRect()
  return {
    left: first.left - x - grid.clientLeft + grid.scrollLeft,
    top: first.top - y - grid.clientTop + grid.scrollTop,
    width: last.right - first.left,
    height: last.bottom - first.top,
  }
}

/** A box as a style. */
export const asStyle = (box: Box) =>
  Object.fromEntries(Object.entries(box).map(([name, px]) => [name, `${px}px`]))

/** The cell at a place. */
export const cellAt = (grid: HTMLElement, row: number, col: number) =>
  grid.querySelector(`.cell[data-row="${row}"][data-col="${col}"]`)
