import type { Static } from 'typebox'
import { parseDate } from '../../../domain/date.ts'
import type { DayListsSchema } from '../../../http/shapes/desk/day.ts'
import { date, money, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { href, setQuery } from '../../lib/router.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ExportButton } from './export.tsx'

type Lists = Static<typeof DayListsSchema>
type Stay = Lists['arrivals']['items'][number]

type DaySheetProps = { hotel: Hotel; of: 'arrivals' | 'departures'; asked: string | null }

/** Who comes, or who goes, on a day: to be read on paper by somebody who stands. */
export function DaySheet({ hotel, of, asked }: DaySheetProps) {
  const day = parseDate(asked ?? '') ?? todayIn(hotel.timezone)
  const lists = useGet<Lists>('/v1/panel/dashboard/desk', { hotel: hotel.slug, date: day })
  const title = t(`sheets.${of}`)
  return (
    <div class="stack sheets">
      <p class="back">
        <a href={href({ view: 'today' })}>← {t('today.title')}</a>
      </p>
      <PageHead
        title={title}
        action={
          <Button kind="primary" onClick={() => print()}>
            {t('sheets.print')}
          </Button>
        }
      >
        <TextField
          label={t('sheets.day')}
          isLabelHidden
          type="date"
          value={day}
          onText={(text) => parseDate(text) && setQuery({ date: text })}
        />
        <ExportButton hotel={hotel} what={of} from={day} to={day} />
      </PageHead>
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
    </div>
  )
}

function Stays({ stays, currency }: { stays: Stay[]; currency: string }) {
  const heads = [
    t('sheets.number'),
    t('bookings.guest'),
    t('sheets.phone'),
    t('bookings.room'),
    t('bookings.stay'),
    t('sheets.party'),
    t('sheets.wishes'),
  ]
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col" class="number">
            {t('sheets.due')}
          </th>
        </tr>
      </thead>
      <tbody>
        {stays.map((stay) => (
          <Row key={stay.code} stay={stay} currency={currency} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ stay, currency }: { stay: Stay; currency: string }) {
  const { guest, desk, rooms, roomName, boardCode, adults, children, nights } = stay
  const day = (at: string) => date(at, { day: 'numeric', month: 'short' })
  const wishes = [stay.specialRequests, desk.note, desk.tags.join(', ')].filter(Boolean)
  return (
    <tr>
      <td>{desk.roomNumber}</td>
      <th scope="row">
        <bdi>
          {guest.lastName}, {guest.firstName}
        </bdi>{' '}
        <span class="dim">{[guest.country, stay.code].filter(Boolean).join(' · ')}</span>
      </th>
      <td class="nowrap">{guest.phone}</td>
      <td>
        {rooms > 1 && `${rooms} × `}
        <bdi>{roomName}</bdi> <span class="dim">{boardCode}</span>
      </td>
      <td>
        {day(stay.checkin)} – {day(stay.checkout)}{' '}
        <span class="dim">{t('bookings.nights', { count: nights })}</span>
      </td>
      <td>{children > 0 ? `${adults} + ${children}` : adults}</td>
      <td>
        {wishes.map((wish) => (
          <p key={wish}>{wish}</p>
        ))}
      </td>
      <td class="number">{money(desk.dueCents, currency)}</td>
    </tr>
  )
}

/** The ways to the sheets of a day, for who may take something out of the system. */
export function SheetLinks({ hotel }: { hotel: Hotel }) {
  if (!may(hotel, 'not_read_only')) return null
  return (
    <div class="buttons">
      {(['arrivals', 'departures'] as const).map((of) => (
        <a key={of} class="button" href={href({ view: 'sheets', rest: [of] })}>
          {t(`sheets.${of}`)}
        </a>
      ))}
    </div>
  )
}
