import type { PanelBooking } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import { date } from '../../../lib/format.ts'
import { locale, t } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import { roomNameOf } from '../../../lib/rooms.ts'
import { useSettled } from '../../../lib/typing.ts'
import { Avatar } from '../../../parts/layout.tsx'
import { nameOf } from '../parts/model.ts'
import type { GuestDraft } from './draft.ts'

/** Bookings that are looked through, and guests that are offered. */
const BOOKINGS_MAX = 20
const GUESTS_MAX = 3
/** The fewest letters of a name or e-mail address, and digits of a telephone number, that are looked up. */
const LETTERS_MIN = 3
const DIGITS_MIN = 5

/** A guest of earlier bookings. */
export type Returning = { key: string; guest: GuestDraft; last: PanelBooking; count: number }

/**
 * Guests of earlier bookings who match the typed guest; each is used by a press. Tab passes them: they come while
 * somebody types, and what is typed next belongs to the next field.
 */
export function ReturningGuests({
  hotel,
  guest,
  onUse,
}: {
  hotel: string
  guest: GuestDraft
  onUse: (found: Returning) => void
}) {
  const q = useSettled(queryOf(guest))
  const { data } = useLoad(
    async (signal) => {
      if (q === '') return { q, found: [] }
      const params = { hotel, q, limit: BOOKINGS_MAX }
      const { items } = await call('findPanelBookings', params, { signal })
      return { q, found: guestsOf(items) }
    },
    [hotel, q],
  )
  // An answer to an earlier text offers nobody.
  const isFresh = data?.q === q && q === queryOf(guest)
  const found = isFresh ? data.found.filter((each) => !isSame(each.guest, guest)) : []
  return (
    <div role="status" class="returning">
      {found.length > 0 && (
        <ul aria-label={t('new.returning')}>
          {found.slice(0, GUESTS_MAX).map((each) => (
            <li key={each.key}>
              <button
                type="button"
                tabIndex={-1}
                class="guest-offer"
                onClick={({ currentTarget }) => {
                  fieldBeside(currentTarget)?.focus()
                  onUse(each)
                }}
              >
                <Avatar of={nameOf(each)} />
                <span class="two">
                  <strong>
                    <bdi>{nameOf(each)}</bdi>
                  </strong>
                  <span class="dim">{storyOf(each)}</span>
                </span>
                <span class="button">{t('new.use')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && <p class="hint keys">{t('new.offerKeys')}</p>}
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Keys of the guests that are offered: down reaches them from a field and walks them, up and Escape lead back. */
export function onOfferKey(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { key, currentTarget: who, target } = event
  const offers = [...who.querySelectorAll<HTMLElement>('.guest-offer')]
  const at = offers.indexOf(target as HTMLElement)
  const step = STEPS[key] ?? (key === 'Escape' && at >= 0 ? -offers.length : undefined)
  if (!step || offers.length === 0 || (at < 0 && step < 0)) return
  event.preventDefault()
  const next = Math.min(offers.length - 1, at + step)
  if (next < 0) fieldBeside(offers[0]!)?.focus()
  else offers[next]!.focus()
}

/** The field that comes after the offers, where typing goes on. */
const fieldBeside = (offer: HTMLElement) =>
  offer.closest('.who')?.querySelector<HTMLElement>('.returning ~ * input')

/** The typed telephone number, e-mail address or name to look up; empty while it is too short. */
function queryOf({ firstName, lastName, phone, email }: GuestDraft): string {
  if (phone.replace(/\D/g, '').length >= DIGITS_MIN) return phone.trim()
  if (email.trim().length > LETTERS_MIN) return email.trim()
  return lastName.trim().length >= LETTERS_MIN ? `${firstName} ${lastName}`.trim() : ''
}

/** The guests of bookings, newest first, each once. */
function guestsOf(bookings: readonly PanelBooking[]): Returning[] {
  const found = new Map<string, Returning>()
  for (const booking of bookings.toSorted((a, b) => (a.checkin < b.checkin ? 1 : -1))) {
    if (!booking.guest) continue
    const { firstName, lastName, phone, email } = booking.guest
    const guest = { firstName, lastName, phone: phone ?? '', email: email ?? '' }
    const key = `${nameOf(booking)} ${email ?? phone}`.toLocaleLowerCase(locale())
    const { count = 0, last = booking } = found.get(key) ?? {}
    const isStay = booking.status === 'confirmed' || booking.status === 'completed'
    found.set(key, { guest, ...found.get(key), key, last, count: count + Number(isStay) })
  }
  return [...found.values()]
}

const isSame = (one: GuestDraft, other: GuestDraft): boolean =>
  (['firstName', 'lastName', 'phone', 'email'] as const).every((name) => one[name] === other[name])

/** `4 stays · last in May 2026 · Deluxe room · quiet floor`. */
const storyOf = ({ last, count, guest }: Returning): string =>
  [
    count > 0 && t('new.stays', { count }),
    t('new.lastStay', { month: date(last.checkin, { month: 'long', year: 'numeric' }) }),
    roomNameOf(last),
    guest.phone || guest.email,
    last.specialRequests,
  ]
    .filter(Boolean)
    .join(' · ')
