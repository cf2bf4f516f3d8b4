import { useEffect, useRef, useState } from 'preact/hooks'
import type { Agency, Booking, BookingGroup } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { clockIn, date, HERE, todayIn } from '../../lib/format.ts'
import { chooseLanguage, LANGUAGES, language, t } from '../../lib/i18n.ts'
import { useCall, useLoad } from '../../lib/load.ts'
import { nameIn } from '../../lib/names.ts'
import type { ViewProps } from '../../lib/router.ts'
import type { User } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { AgencyName, AgencyReach } from '../../parts/agency-paper.tsx'
import { choicesOf, SelectField } from '../../parts/field.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { sayWrong } from '../../parts/toast.tsx'
import { partyText } from '../bookings/parts/model.ts'
import { SheetPage } from '../sheets/page.tsx'
import { hasVoucher } from './acts.tsx'
import { type HotelSheet, useHotelSheet } from './hotel-names.ts'
import { sumOf } from './sums.ts'
import { VoucherRooms } from './voucher-rooms.tsx'

/** The voucher of a booking, `#/voucher/<code>`, or of its whole reservation: one sheet of A4 without any price. */
export function VoucherView({ route, user }: ViewProps) {
  const code = route.rest[0] ?? ''
  const booking = useLoad((signal) => readStays(code, signal), [code])
  return (
    <SheetPage
      title={t('voucher.title')}
      back={{ view: 'bookings', rest: [code] }}
      from={t('booking.title', { code })}
      more={<PaperLanguage />}
    >
      <Read of={booking}>
        {(stays) =>
          hasVoucher(stays) ? (
            <Voucher stays={stays.filter((each) => hasVoucher([each]))} user={user} />
          ) : (
            <Empty title={t('voucher.notConfirmed')} />
          )
        }
      </Read>
    </SheetPage>
  )
}

/** The stays that a booking's voucher is of: all of its reservation. */
async function readStays(code: string, signal: AbortSignal): Promise<Booking[]> {
  const booking = await call('getAgencyBooking', { code }, { signal })
  if (!booking.group) return [booking]
  const group: BookingGroup = await call('getAgencyGroup', { code: booking.group.code }, { signal })
  return group.bookings
}

/** The choice of the paper's language; the page goes back to the reader's own when it is left. */
function PaperLanguage() {
  const shown = useStore(language)
  const before = useRef(shown)
  const choose = (chosen: typeof shown) => void chooseLanguage(chosen).catch(sayWrong)
  useEffect(() => () => choose(before.current), [])
  const names = { en: 'English', tr: 'Türkçe' }
  return (
    <SelectField
      label={t('app.language')}
      isLabelHidden
      value={shown}
      options={choicesOf(LANGUAGES, (value) => names[value])}
      onPick={choose}
    />
  )
}

type VoucherProps = { stays: readonly Booking[]; user: User }

function Voucher({ stays, user }: VoucherProps) {
  const lead = stays[0]!
  const agency = useCall('getOwnAgency', {})
  const sheet = useHotelSheet(lead.hotelSlug)
  useStore(language)
  const [now] = useState(() => todayIn(HERE))
  if (sheet.data === undefined) return <Read of={sheet}>{() => null}</Read>
  return (
    <Read of={agency}>
      {(data) => <Paper {...{ stays, user, now }} agency={data} hotel={sheet.data ?? null} />}
    </Read>
  )
}

type PaperProps = VoucherProps & { agency: Agency; hotel: HotelSheet | null; now: string }

function Paper({ stays, user, agency, hotel, now }: PaperProps) {
  const lead = stays[0]!
  const code = lead.group?.code ?? lead.code
  const { confirmedAt } = lead
  const clock = confirmedAt && clockIn(hotel?.timezone ?? HERE, Date.parse(confirmedAt))
  const confirmedOn = clock?.slice(0, 10)
  return (
    <article class="sheet voucher">
      <header class="paper-head">
        <AgencyName agency={agency} />
        <p class="of">
          <span class="dim">{t('voucher.of')}</span>
          <strong class="code">{code}</strong>
          <span class="dim">{date(now, { dateStyle: 'long' })}</span>
        </p>
      </header>
      <HotelLines {...{ hotel }} name={lead.hotelName} />
      <Dates {...{ stays, hotel }} />
      <VoucherRooms stays={stays} />
      <Notes {...{ stays, agency }} />
      <footer>
        <AgencyReach agency={agency} />
        <p class="of">
          <span class="dim">
            {confirmedOn && t('voucher.confirmed', { date: date(confirmedOn) })}
          </span>
          <span class="dim">{t('voucher.madeBy', { name: user.name })}</span>
        </p>
      </footer>
    </article>
  )
}

function HotelLines({ hotel, name }: { hotel: HotelSheet | null; name: string }) {
  return (
    <section class="voucher-hotel">
      <div>
        <span class="dim">{t('voucher.hotel')}</span>
        <h2>
          <bdi>{hotel?.name ?? name}</bdi>{' '}
          {hotel && <span class="stars">{'★'.repeat(hotel.stars)}</span>}
        </h2>
        {hotel && (
          <p>
            {hotel.address}
            <br />
            {nameIn(hotel.city)}
          </p>
        )}
      </div>
      <p class="of">
        {hotel?.phone}
        <br />
        {hotel?.email}
      </p>
    </section>
  )
}

function Dates({ stays, hotel }: { stays: readonly Booking[]; hotel: HotelSheet | null }) {
  const [checkin] = stays.map((each) => each.checkin).toSorted()
  const checkout = stays
    .map((each) => each.checkout)
    .toSorted()
    .at(-1)!
  const nights = (Date.parse(checkout) - Date.parse(checkin!)) / 86_400_000
  const adults = sumOf(stays, (each) => each.adults)
  const children = sumOf(stays, (each) => each.children)
  const day = (of: string, time: string | undefined, word: 'voucher.from' | 'voucher.until') => {
    const weekday = date(of, { weekday: 'long' })
    return time ? t(word, { day: weekday, time }) : weekday
  }
  const cell = (name: string, value: string, more: string) => (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span class="dim">{more}</span>
      </dd>
    </div>
  )
  const long = { dateStyle: 'long' } as const
  return (
    <dl class="voucher-dates">
      {cell(
        t('voucher.checkin'),
        date(checkin!, long),
        day(checkin!, hotel?.checkinTime, 'voucher.from'),
      )}
      {cell(
        t('voucher.checkout'),
        date(checkout, long),
        day(checkout, hotel?.checkoutTime, 'voucher.until'),
      )}
      {cell(
        t('voucher.stay'),
        t('bookings.nights', { count: nights }),
        `${t('bookings.rooms', { count: sumOf(stays, (each) => each.rooms) })}, ${partyText({ adults, children })}`,
      )}
    </dl>
  )
}

/** A wish longer than this would not leave the sheet its one page. */
const WISHES_MAX = 600

function Notes({ stays, agency }: { stays: readonly Booking[]; agency: Agency }) {
  const lead = stays[0]!
  const wishes = [...new Set(stays.flatMap(({ specialRequests }) => specialRequests ?? []))]
    .join(' ')
    .slice(0, WISHES_MAX)
  const pays = lead.payment?.collect === 'agency' ? 'voucher.agencyPays' : 'voucher.guestPays'
  const notes = [
    wishes,
    lead.arrivalTime ? t('voucher.arrives', { time: lead.arrivalTime }) : '',
  ].filter(Boolean)
  return (
    <>
      <dl class="voucher-notes">
        {notes.length > 0 && <Note of={t('voucher.notes')}>{notes.join(' · ')}</Note>}
        <Note of={t('voucher.payment')}>{t(pays, { name: agency.name })}</Note>
        <Note of={t('voucher.atCheckin')}>{t('voucher.identity')}</Note>
      </dl>
      {agency.phone && <p class="paper-note">{t('voucher.trouble', { phone: agency.phone })}</p>}
    </>
  )
}

const Note = ({ of, children }: { of: string; children: string }) => (
  <div>
    <dt>{of}</dt>
    <dd>{children}</dd>
  </div>
)
