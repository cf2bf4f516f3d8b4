import type { Rate, RoomType, WholeHotel } from '../../../client/call.ts'
import { boardText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useList } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { nameIn, note } from '../../lib/names.ts'
import { useRooms } from '../../lib/rooms.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { NewButton, useCrud } from '../../parts/crud.tsx'
import { Two } from '../../parts/facts.tsx'
import { Badge, Empty, ProblemNote, Read, SaleBadge } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { type Column, PagedTable, RowName } from '../../parts/table.tsx'
import { taxesText } from '../taxes.tsx'
import { ratesOf } from './entity.tsx'
import { isStandard, pricingText, termsText } from './text.ts'

/** The most room types that are listed by name; more are counted. */
const NAMED_ROOMS_MAX = 3

/** The hotel's rates. */
export function RatesView({ hotel }: ViewProps) {
  return <Read of={useRooms(hotel.slug)}>{(rooms) => <Rates hotel={hotel} rooms={rooms} />}</Read>
}

function Rates({ hotel, rooms }: { hotel: WholeHotel; rooms: readonly RoomType[] }) {
  const of = ratesOf(hotel, rooms)
  const pages = useList('listPanelRates', { hotel: hotel.slug })
  const { startMaking, edit: startEditing, dialogs } = useCrud(of, pages.reload)
  // Bookings show the new names from now on.
  for (const rate of pages.data ?? []) note('rate', rate)
  const isMine = may(hotel, 'revenue')
  const edit = isMine ? startEditing : undefined
  const [standard, ...others] = pages.data ?? []
  const make = isMine && <NewButton of={of} onClick={startMaking} />
  const isUnused = standard !== undefined && others.length === 0
  return (
    <>
      <PageHead title={of.title} action={!isUnused && make} />
      {dialogs}
      {isUnused ? (
        <>
          <ProblemNote problem={pages.problem} onRetry={pages.reload} />
          <Empty title={t('rates.none')} action={make}>
            {t('rates.noneText')}
          </Empty>
          <p class="beside dim">
            {t('rates.standardTerms', { terms: termsText(standard.cancellation) })}
            {edit && <EditButton rate={standard} onPick={edit} />}
          </p>
        </>
      ) : (
        <PagedTable
          pages={pages}
          caption={of.title}
          keyOf={of.keyOf}
          columns={columnsOf(hotel, rooms, edit)}
          empty={null}
        />
      )}
      <p class="dim">
        {t('taxes.all', { taxes: taxesText(hotel) })}{' '}
        <a href={href({ view: 'hotel' })}>{t('hotel.title')}</a>
      </p>
    </>
  )
}

const columnsOf = (
  { currency }: WholeHotel,
  rooms: readonly RoomType[],
  edit: ((rate: Rate) => void) | undefined,
): Column<Rate>[] => [
  {
    head: t('rates.one'),
    isName: true,
    cell: (rate) => (
      <RowName name={nameIn(rate)} onEdit={edit && (() => edit(rate))}>
        <code>{rate.rateCode}</code>
      </RowName>
    ),
  },
  {
    head: t('rates.pricing'),
    cell: (rate) =>
      rate.guests ? (
        <Two over={pricingText(rate, currency)}>
          {t('rates.forAdults', { count: rate.guests.adults })}
        </Two>
      ) : (
        pricingText(rate, currency)
      ),
  },
  {
    head: t('booking.board'),
    cell: ({ boardCode }) =>
      boardCode ? boardText(boardCode) : <span class="dim">{t('rates.boardAny')}</span>,
  },
  { head: t('rates.rooms'), cell: (rate) => roomsText(rate, rooms) },
  { head: t('rates.cancellation'), cell: ({ cancellation }) => termsText(cancellation) },
  {
    head: t('list.state'),
    cell: ({ active, public: isPublic }) => (
      <span class="beside">
        <SaleBadge isOn={active} off="rooms.inactive" />
        {!isPublic && <Badge tone="info">{t('rates.private')}</Badge>}
      </span>
    ),
  },
]

const EditButton = ({ rate, onPick }: { rate: Rate; onPick: (rate: Rate) => void }) => (
  <Button aria-label={t('rooms.editNamed', { name: nameIn(rate) })} onClick={() => onPick(rate)}>
    {t('action.edit')}
  </Button>
)

/** The names of a rate's room types; `All` if it is sold with every one. */
function roomsText(rate: Rate, rooms: readonly RoomType[]): string {
  const sold = rooms.filter(({ roomCode }) => rate.roomCodes.includes(roomCode))
  if (isStandard(rate) || sold.length === rooms.length) return t('rates.allRooms')
  return sold.length > NAMED_ROOMS_MAX
    ? t('calendar.roomTypes', { count: sold.length })
    : sold.map(({ name }) => name).join(', ')
}
