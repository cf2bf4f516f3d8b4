import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PanelBooking } from '../../client/call.ts'
import { api } from '../lib/api.ts'
import { money, rangeText } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'
import { useLoad } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import { roomNameOf } from '../lib/rooms.ts'
import { go, href, type View } from '../lib/router.ts'
import { createStore, useStore } from '../lib/store.ts'
import { useSettled } from '../lib/typing.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { Badge, ProblemNote } from './note.tsx'

/** A field whose list is drawn below it. */
const COMBOBOX = { type: 'search', role: 'combobox', list: undefined } as const

/** Whether the search is open. */
const isFinding = createStore(false)

/** Opens the search over all bookings, in the head of a page. */
export const FindButton = () => (
  <button
    type="button"
    class="button search"
    aria-keyshortcuts="Control+K"
    onClick={() => isFinding.set(true)}
  >
    <Icon name="search" />
    <span>{t('desk.findTitle')}</span>
    <kbd>Ctrl K</kbd>
  </button>
)

type FindProps = { hotel: string; views: readonly View[] }

/** The search over all bookings of a hotel and its pages, by Ctrl+K from every page of it; Alt+N begins a new booking. */
export function Find({ hotel, views }: FindProps) {
  const isOpen = useStore(isFinding)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!document.querySelector('dialog[open]')) isFinding.set(true)
      }
      if (altKey && event.code === 'KeyN' && may({ slug: hotel }, 'front_desk')) {
        event.preventDefault()
        go({ view: 'bookings', rest: ['new'] })
      }
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      isFinding.set(false)
    }
  }, [hotel])
  return isOpen && <FindDialog {...{ hotel, views }} onClose={() => isFinding.set(false)} />
}

function FindDialog({ hotel, views, onClose }: FindProps & { onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const q = useSettled(text)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const { data, problem } = useLoad(
    async (signal) => {
      if (q === '') return { q, items: [] }
      const query = { hotel, q: q.slice(0, 100) }
      const path = '/v1/panel/bookings/find'
      return { q, ...(await api.get<{ items: PanelBooking[] }>(path, { query, signal })) }
    },
    [hotel, q],
  )
  // At once: who presses Ctrl+K types on.
  useLayoutEffect(() => field.current?.focus(), [])
  const items = data?.items ?? []
  const pages = text.trim() === '' ? [] : views.filter((view) => isCalled(view, text.trim()))
  const count = items.length + pages.length
  // What was entered before it was found.
  const entered = useRef('')
  const enter = () => {
    const [booking, page] = [items[at], pages[at - items.length]]
    entered.current = text.trim()
    // What was found is of what is written.
    if (!(booking || page) || q !== text.trim() || data?.q !== q) return
    onClose()
    go(booking ? { view: 'bookings', rest: [booking.code] } : { view: page!.name })
  }
  useEffect(() => {
    if (data?.q && data.q === entered.current) enter()
  }, [data])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((now) => Math.max(0, Math.min(count - 1, now + step)))
    }
    if (event.key === 'Enter') enter()
  }
  return (
    <Dialog title={t('desk.findTitle')} onClose={onClose}>
      <input
        ref={field}
        {...COMBOBOX}
        aria-label={t('desk.findTitle')}
        aria-describedby={`${id}-hint`}
        {...{ 'aria-expanded': count > 0 }}
        aria-controls={`${id}-found`}
        aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
        autocomplete="off"
        maxLength={100}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
          entered.current = ''
        }}
        onKeyDown={onKeyDown}
      />
      <p class="hint" id={`${id}-hint`} role="status">
        {data?.q
          ? items.length > 0
            ? t('desk.found', { count: items.length })
            : t('desk.findNone')
          : t('desk.findHint')}
      </p>
      <ProblemNote problem={problem} />
      <div class="found" role="listbox" id={`${id}-found`} aria-label={t('bookings.title')}>
        {items.map((booking, index) => (
          <a
            key={booking.code}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === at}
            tabIndex={-1}
            href={href({ view: 'bookings', rest: [booking.code] })}
            onClick={onClose}
          >
            <span>
              <bdi>{`${booking.guest.firstName} ${booking.guest.lastName}`}</bdi>
              {booking.desk.roomNumber && ` · ${t('desk.room')} ${booking.desk.roomNumber}`}
            </span>
            <Badge>{t(`bookings.${booking.status}`)}</Badge>
            <span>
              {rangeText(booking.checkin, booking.checkout)} · {roomNameOf(booking)}
              {booking.guest.phone && ` · ${booking.guest.phone}`}
            </span>
            <span>{money(booking.totalPriceCents, booking.currency)}</span>
          </a>
        ))}
        {pages.map(({ name, title, icon }, index) => (
          <a
            key={name}
            role="option"
            id={`${id}-${items.length + index}`}
            aria-selected={items.length + index === at}
            tabIndex={-1}
            href={href({ view: name })}
            onClick={onClose}
          >
            <span>
              <Icon name={icon} /> {t(title)}
            </span>
          </a>
        ))}
      </div>
    </Dialog>
  )
}

/** Whether a page's title begins with what is written. */
const isCalled = ({ title, isUnlisted }: View, text: string): boolean =>
  !isUnlisted &&
  t(title).slice(0, text.length).localeCompare(text, locale(), { sensitivity: 'base' }) === 0
