import type { DayStay, WholeHotel } from '../../../client/call.ts'
import { parseDate } from '../../../domain/kernel/date.ts'
import { companyText, extrasText, guestNamesText } from '../../lib/details.ts'
import { boardText, date, money, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { roomsText } from '../../lib/room-runs.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { setQuery } from '../../lib/router.ts'
import { TextField } from '../../parts/field.tsx'
import { Read } from '../../parts/note.tsx'
import { nameOf } from '../bookings/parts/model.ts'
import { ExportButton, IdentityReport } from './export.tsx'
import { SheetPage } from './page.tsx'

/** The heads of the columns but the last, the amount due. */
const HEADS = [
  ...(['sheets.number', 'bookings.guest', 'sheets.phone', 'bookings.room'] as const),
  ...(['bookings.stay', 'sheets.party', 'sheets.wishes'] as const),
]

type DaySheetProps = { hotel: WholeHotel; of: 'arrivals' | 'departures'; asked: string | null }

/** The arrivals or departures of a day, to be read on paper at the desk. */
export function DaySheet({ hotel, of, asked }: DaySheetProps) {
  const day = parseDate(asked ?? '') ?? todayIn(hotel.timezone)
  const lists = useCall('listPanelDay', { hotel: hotel.slug, date: day })
  const title = t(`sheets.${of}`)
  return (
    <SheetPage
      title={title}
      back={{ view: 'today' }}
      from={t('today.title')}
      more={
        <>
          <TextField
            label={t('sheets.day')}
            isLabelHidden
            type="date"
            required
            value={day}
            onText={(text) => parseDate(text) && setQuery({ date: text })}
          />
          <ExportButton hotel={hotel} what={of} from={day} to={day} />
          {of === 'arrivals' && <IdentityReport hotel={hotel} date={day} list="arrivals" />}
        </>
      }
    >
      <Read of={lists}>
        {(data) => {
          const { items, more } = data[of]
          const rooms = items.reduce((sum, stay) => sum + stay.rooms, 0)
          return (
            <article class="sheet is-wide">
              <header>
                <h2>
                  {hotel.name} · {title}
                </h2>
                <p>
                  {date(data.date, { dateStyle: 'full' })} ·{' '}
                  {t('sheets.sum', { count: items.length, rooms })}
                </p>
              </header>
              {more && <p class="note warn">{t('sheets.more')}</p>}
              {items.length === 0 ? (
                <p>{t('sheets.none')}</p>
              ) : (
                <Stays stays={items} currency={hotel.currency} />
              )}
            </article>
          )
        }}
      </Read>
    </SheetPage>
  )
}

function Stays({ stays, currency }: { stays: DayStay[]; currency: string }) {
  const column = stays.map(({ desk }) => desk.dueCents)
  return (
    <table>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
          <th scope="col" class="number">
            {t('sheets.due')}
          </th>
        </tr>
      </thead>
      <tbody>
        {stays.map((stay) => (
          <Row key={stay.code} stay={stay} due={money(stay.desk.dueCents, currency, column)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ stay, due }: { stay: DayStay; due: string }) {
  const { guest, desk, rooms, boardCode, adults, children, nights, group } = stay
  const day = (at: string) => date(at, { day: 'numeric', month: 'short' })
  const wishes = [
    ...[companyText(stay.company), extrasText(stay.extras)],
    ...[stay.specialRequests, desk.note, desk.tags.join(', ')],
  ].filter(Boolean)
  return (
    <tr>
      <td>{roomsText(desk)}</td>
      <th scope="row">
        <bdi>{guest.lastName ? `${guest.lastName}, ${guest.firstName}` : nameOf(stay)}</bdi>{' '}
        <span class="dim">
          {[guest.country, stay.code, group && t('details.group', { code: group.code })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <p class="dim">{guestNamesText(stay.guestNames)}</p>
      </th>
      <td class="unbroken">{guest.phone}</td>
      <td>
        {rooms > 1 && `${rooms} × `}
        <bdi>{roomNameOf(stay)}</bdi> <span class="dim">{boardCode && boardText(boardCode)}</span>
      </td>
      <td>
        <span class="unbroken">
          {day(stay.checkin)} – {day(stay.checkout)}
        </span>{' '}
        <span class="dim">
          {t('bookings.nights', { count: nights })}
          {stay.arrivalTime && ` · ${stay.arrivalTime}`}
        </span>
      </td>
      <td>{children > 0 ? `${adults} + ${children}` : adults}</td>
      <td class="wishes">
        {wishes.map((wish) => (
          <p key={wish}>{wish}</p>
        ))}
      </td>
      <td class="number">
        {due}
        {stay.payment?.collect === 'agency' && <p class="dim">{t('details.collect.agency')}</p>}
      </td>
    </tr>
  )
}
