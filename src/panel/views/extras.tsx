import type { Extra, WholeHotel } from '../../client/call.ts'
import { money, number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useList } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import { nameIn } from '../lib/names.ts'
import type { ViewProps } from '../lib/router.ts'
import { NewButton, useCrud } from '../parts/crud.tsx'
import { Two } from '../parts/facts.tsx'
import { Empty, SaleBadge } from '../parts/note.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, PagedTable, RowName } from '../parts/table.tsx'
import { extrasOf } from './extra-entity.tsx'

/** The extras that the hotel sells with its rooms. */
export function ExtrasView({ hotel }: ViewProps) {
  const of = extrasOf(hotel)
  const pages = useList('listPanelExtras', { hotel: hotel.slug })
  const { startMaking, edit, dialogs } = useCrud(of, pages.reload)
  const isMine = may(hotel, 'revenue')
  const make = isMine && <NewButton of={of} onClick={startMaking} />
  const isUnused = pages.data?.length === 0
  return (
    <>
      <PageHead title={of.title} action={!isUnused && make} />
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        columns={columnsOf(hotel, isMine ? edit : undefined)}
        empty={
          <Empty title={t('extras.none')} action={make}>
            {t('extras.noneText')}
          </Empty>
        }
      />
      {!isUnused && <p class="dim">{t('extras.kept')}</p>}
    </>
  )
}

const columnsOf = (hotel: WholeHotel, edit?: (extra: Extra) => void): Column<Extra>[] => [
  {
    head: t('extras.one'),
    isName: true,
    cell: (extra) => (
      <RowName name={nameIn(extra)} onEdit={edit && (() => edit(extra))}>
        <code>{extra.code}</code>
      </RowName>
    ),
  },
  {
    head: t('extras.price'),
    cell: ({ priceCents, per }) => (
      <Two over={money(priceCents, hotel.currency)}>{t(`extras.per.${per}`)}</Two>
    ),
  },
  { head: t('extras.max'), isNumber: true, isTold: true, cell: ({ max }) => number(max) },
  { head: t('extras.taxes'), cell: (extra) => taxNames(extra, hotel) },
  {
    head: t('list.state'),
    cell: ({ active }) => <SaleBadge isOn={active} off="rooms.inactive" />,
  },
]

/** The names of the taxes inside an extra's price. */
function taxNames({ taxCodes }: Extra, { taxes }: WholeHotel): string {
  const inside = taxes.filter(({ code }) => taxCodes === null || taxCodes.includes(code))
  return inside.map(nameIn).join(', ') || t('extras.noTaxes')
}
