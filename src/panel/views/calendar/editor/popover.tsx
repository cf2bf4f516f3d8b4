import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { cellAt } from '../grid/fill-handle.tsx'
import type { Bounds } from '../model/days.ts'

type PopoverProps = {
  title: string
  bounds: Bounds
  /** Puts the keyboard into its first field. */
  isEntered: boolean
  isHidden: boolean
  onClose: () => void
  children: ComponentChildren
}

const GAP_PX = 10
/** On narrower pages the style sheet makes it a sheet at the foot. */
const WIDE = matchMedia('(width >= 800px)')

/** A panel beside the selected cells, on a telephone a sheet from below; it never covers them. */
export function SelectionPopover({ title, bounds, children, ...props }: PopoverProps) {
  const { isEntered, isHidden, onClose } = props
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const place = () => panel.current && placeBeside(panel.current, bounds)
    place()
    const watch = new ResizeObserver(place)
    watch.observe(panel.current!)
    const box = document.querySelector('.grid-box')
    // A sheet stands still.
    if (WIDE.matches) box?.addEventListener('scroll', place, { passive: true })
    addEventListener('resize', place)
    return () => {
      watch.disconnect()
      box?.removeEventListener('scroll', place)
      removeEventListener('resize', place)
      document.querySelector<HTMLElement>('.desk')?.style.removeProperty('padding-block-end')
    }
  }, [bounds.top, bounds.bottom, bounds.left, bounds.right, isHidden])
  useLayoutEffect(() => {
    if (isEntered) panel.current!.querySelector<HTMLElement>('form input')?.focus()
  }, [isEntered])
  return (
    <section
      ref={panel}
      role="dialog"
      class="editor"
      hidden={isHidden}
      aria-label={t('calendar.change')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header>
        <strong>{title}</strong>
        <Button kind="quiet" aria-label={t('action.dismiss')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      {children}
    </section>
  )
}

/** Places the panel to the right of the selection, else to its left, below or above, always within the window. */
function placeBeside(panel: HTMLElement, { top, bottom, left, right }: Bounds): void {
  const grid = document.querySelector<HTMLElement>('.grid-box')!
  if (!WIDE.matches) {
    panel.removeAttribute('style')
    // The grid ends above the sheet, with the selection in sight.
    document.querySelector<HTMLElement>('.desk')!.style.paddingBlockEnd = `${panel.offsetHeight}px`
    cellAt(grid, bottom, right)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return
  }
  const [first, last] = [
    cellAt(grid, top, left)?.getBoundingClientRect(),
    cellAt(grid, bottom, right)?.getBoundingClientRect(),
  ]
  if (!first || !last) return
  const seen = grid.getBoundingClientRect()
  const [width, height] = [panel.offsetWidth, panel.offsetHeight]
  const edge = { left: Math.max(first.left, seen.left), right: Math.min(last.right, seen.right) }
  const fitsRight = edge.right + GAP_PX + width <= innerWidth - GAP_PX
  const fitsLeft = edge.left - GAP_PX - width >= GAP_PX
  const x = fitsRight ? edge.right + GAP_PX : fitsLeft ? edge.left - GAP_PX - width : edge.left
  const isBeside = fitsRight || fitsLeft
  const below = Math.min(last.bottom, seen.bottom) + GAP_PX
  const fitsBelow = below + height <= innerHeight - GAP_PX
  const y = isBeside ? first.top : fitsBelow ? below : first.top - GAP_PX - height
  const clamp = (px: number, size: number, room: number) =>
    `${Math.round(Math.max(GAP_PX, Math.min(px, room - size - GAP_PX)))}px`
  Object.assign(panel.style, {
    left: clamp(x, width, innerWidth),
    top: clamp(y, height, innerHeight),
  })
}
