import { useEffect, useRef } from 'preact/hooks'
import type { WholeHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { setQuery } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Neighbours, useNeighbours } from './bar.tsx'
import { BookingDetail } from './detail.tsx'
import { type Place, placeOf } from './place.ts'

type BesideProps = { hotel: WholeHotel; code: string; place: Place }

/** Controls that keep the arrow keys to themselves. */
const KEEPS_KEYS = 'input, select, textarea'

/** A booking in a panel beside its list: arrow keys go on to the next one, Escape closes it, and its row gets the focus. */
export function Beside({ hotel, code, place }: BesideProps) {
  const panel = useRef<HTMLElement>(null)
  const { before, after, at, count } = useNeighbours(hotel, code)
  const shown = useRef(code)
  shown.current = code
  const close = () => setQuery({ beside: undefined, whole: undefined })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isTaken = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey
      if (isTaken || document.querySelector('dialog[open], .menu-body')) return
      if (event.key === 'Escape') return close()
      const to = { ArrowUp: before, ArrowDown: after }[event.key]
      if (!to || event.shiftKey || target.closest(KEEPS_KEYS)) return
      event.preventDefault()
      location.replace(placeOf(to, { ...place, isWhole: false }))
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  useEffect(() => {
    panel.current?.scrollTo(0, 0)
    // Another control of the panel keeps the focus, such as the button that was pressed.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus()
    rowOf(code)?.scrollIntoView({ block: 'nearest' })
  }, [code])
  useEffect(() => () => rowOf(shown.current)?.focus(), [])
  return (
    <section class="side-panel" ref={panel} tabIndex={-1} aria-label={t('booking.title', { code })}>
      <div class="booking-bar">
        <Neighbours {...{ hotel, code, place }} />
        <span class="about">{at && t('booking.place', { at, count })}</span>
        <a
          class="button quiet"
          aria-label={t('booking.asPage')}
          href={placeOf(code, { ...place, isBeside: false })}
        >
          <Icon name="whole" />
        </a>
        <Button kind="quiet" aria-label={t('action.close')} onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      <BookingDetail key={code} {...{ hotel, code, place }} />
    </section>
  )
}

/** The link of a booking's row in the list. */
const rowOf = (code: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`tbody a.opens[data-code="${code}"]`)
