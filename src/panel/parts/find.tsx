import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Booking } from '../../client/call.ts'
import { money, rangeText } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'
import { useLoad } from '../lib/load.ts'
import { roomNameOf } from '../lib/rooms.ts'
import { go, href, type Target, type View } from '../lib/router.ts'
import { createStore, useStore } from '../lib/store.ts'
import { useSettled } from '../lib/typing.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { Badge, ProblemNote } from './note.tsx'

/** A field whose list is drawn below it. */
const COMBOBOX = {
  ...({ type: 'search', role: 'combobox', list: undefined } as const),
  ...{ autocomplete: 'off', maxLength: 100 },
}

/** True while the search is open. */
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

type FindProps<Row extends Booking> = {
  views: readonly View[]
  /** Finds the bookings of a text of at most 100 characters. */
  read: (q: string, signal: AbortSignal) => Promise<{ items: Row[] }>
  /** The place of a booking, said after the guest: the number of the room, or the hotel. */
  placeOf: (booking: Row) => string
  /** The view in which Alt+N begins something new, for whoever may. */
  fresh?: Target | undefined
}

/** The search over all bookings and pages, by Ctrl+K from every page; Alt+N begins something new. */
export function Find<Row extends Booking>({ fresh, ...props }: FindProps<Row>) {
  const isOpen = useStore(isFinding)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!document.querySelector('dialog[open]')) isFinding.set(true)
      }
      if (altKey && event.code === 'KeyN' && fresh) {
        event.preventDefault()
        go(fresh)
      }
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      isFinding.set(false)
    }
  }, [fresh?.view])
  return isOpen && <FindDialog {...props} onClose={() => isFinding.set(false)} />
}

/** The search: a field whose list below it is walked with the arrow keys (combobox). Enter goes to the marked entry. */
function FindDialog<Row extends Booking>(
  props: Omit<FindProps<Row>, 'fresh'> & { onClose: () => void },
) {
  const { views, read, placeOf, onClose } = props
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const { data, problem, isFresh } = useFound(read, text)
  // In the layout effect, for a person who presses Ctrl+K types on at once.
  useLayoutEffect(() => field.current?.focus(), [])
  const written = text.trim()
  const pages = written === '' ? [] : views.filter((view) => isCalled(view, written))
  const found = data?.items ?? []
  const options = [
    ...found.map((booking) => bookingOption(booking, placeOf(booking))),
    ...pages.map(pageOption),
  ]
  const count = options.length
  // A text that was entered before its answer came is followed when the answer comes.
  const entered = useRef('')
  const enter = () => {
    entered.current = written
    const option = options[at]
    if (!option || !isFresh) return
    onClose()
    go(option.target)
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
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
          entered.current = ''
        }}
        onKeyDown={onKeyDown}
      />
      <p class="hint" id={`${id}-hint`} role="status">
        {hintOf(data)}
      </p>
      <ProblemNote problem={problem} />
      <Options {...{ id, options, at, onClose }} />
    </Dialog>
  )
}

/** The bookings that were found for a text. */
type Found<Row> = { q: string; items: Row[] }

/** Finds the bookings of a text once the typing pauses. `isFresh`: the answer is to the text as it now stands. */
function useFound<Row extends Booking>(read: FindProps<Row>['read'], text: string) {
  const q = useSettled(text)
  const { data, problem } = useLoad(
    async (signal): Promise<Found<Row>> => {
      if (q === '') return { q, items: [] }
      return { q, items: (await read(q.slice(0, 100), signal)).items }
    },
    [q],
  )
  return { data, problem, isFresh: q === text.trim() && data?.q === q }
}

function hintOf(found: Found<unknown> | undefined): string {
  if (!found?.q) return t('desk.findHint')
  const count = found.items.length
  return count > 0 ? t('desk.found', { count }) : t('desk.findNone')
}

/** An entry of the list, and where it leads. */
type Option = { key: string; target: Target; text: ComponentChildren }

function Options(props: { id: string; options: Option[]; at: number; onClose: () => void }) {
  const { id, options, at, onClose } = props
  return (
    <div class="found" role="listbox" id={`${id}-found`} aria-label={t('bookings.title')}>
      {options.map(({ key, target, text }, index) => (
        <a
          key={key}
          role="option"
          id={`${id}-${index}`}
          aria-selected={index === at}
          tabIndex={-1}
          href={href(target)}
          onClick={onClose}
        >
          {text}
        </a>
      ))}
    </div>
  )
}

function bookingOption(booking: Booking, place: string): Option {
  const { code, guest, status, checkin, checkout, totalPriceCents, currency } = booking
  return {
    key: code,
    target: { view: 'bookings', rest: [code] },
    text: (
      <>
        <span>
          <bdi>{guest ? `${guest.firstName} ${guest.lastName}` : t('bookings.erasedGuest')}</bdi>
          {place && ` · ${place}`}
        </span>
        <Badge>{t(`bookings.${status}`)}</Badge>
        <span>
          {rangeText(checkin, checkout)} · {roomNameOf(booking)}
          {guest?.phone && ` · ${guest.phone}`}
        </span>
        <span>{money(totalPriceCents, currency)}</span>
      </>
    ),
  }
}

const pageOption = ({ name, title, icon }: View): Option => ({
  key: name,
  target: { view: name },
  text: (
    <span>
      <Icon name={icon} /> {t(title)}
    </span>
  ),
})

/** True if a page's title begins with the text; an unlisted page is not found. */
const isCalled = ({ title, isUnlisted }: View, text: string): boolean =>
  !isUnlisted &&
  t(title).slice(0, text.length).localeCompare(text, locale(), { sensitivity: 'base' }) === 0
