import type { WholeHotel } from '../../../client/call.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { filterIn, useList } from '../../lib/load.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import { Two } from '../../parts/facts.tsx'
import { Badge, Empty } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { type Column, PagedTable } from '../../parts/table.tsx'
import { commissionText, limitText, type PanelAgency, ratesText, type Terms } from './model.ts'

/** The agencies with their terms, what each owes of what credit, and whether it sells. */
export function AgencyList({ hotel, route: { query } }: ViewProps) {
  const filter = filterIn<'listPanelAgencies'>(query, 'q')
  const pages = useList('listPanelAgencies', { ...filter, hotel: hotel.slug, limit: 50 })
  const isUnused = pages.data?.length === 0 && !filter.q
  return (
    <>
      <PageHead title={t('agencies.title')} />
      {!isUnused && (
        <search class="filters">
          <SearchField label={t('admin.searchAgencies')} />
        </search>
      )}
      <PagedTable
        pages={pages}
        caption={t('agencies.title')}
        keyOf={({ agencyCode }) => agencyCode}
        columns={columnsOf(hotel)}
        empty={
          <Empty title={t(isUnused ? 'agencies.none' : 'admin.noAgencies')}>
            {t(isUnused ? 'agencies.noneText' : 'admin.noFilterText')}
          </Empty>
        }
      />
      {!isUnused && <p class="dim">{t('agencies.about')}</p>}
    </>
  )
}

/** The state of an agency at the hotel, in a word. */
export function SaleState({ terms }: { terms: Terms | null }) {
  if (!terms?.active) return <Badge>{t('agencies.publicOnly')}</Badge>
  return (
    <Badge tone={terms.stopSale ? 'warn' : 'good'}>
      {t(terms.stopSale ? 'agencies.stopped' : 'agencies.isActive')}
    </Badge>
  )
}

const columnsOf = (hotel: WholeHotel): Column<PanelAgency>[] => [
  {
    head: t('admin.agency'),
    isName: true,
    cell: ({ agencyCode, agencyName }) => (
      <Two
        over={
          <a class="opens" href={href({ rest: [agencyCode] })}>
            <bdi>{agencyName}</bdi>
          </a>
        }
      >
        <code>{agencyCode}</code>
      </Two>
    ),
  },
  {
    head: t('agencies.commission'),
    isNumber: true,
    isTold: true,
    cell: ({ terms }) => commissionText(terms),
  },
  { head: t('agencies.rates'), isExtra: true, cell: ({ terms }) => ratesText(terms) },
  {
    head: t('agencies.owes'),
    isNumber: true,
    isTold: true,
    cell: ({ terms }) => <Owed hotel={hotel} terms={terms} />,
  },
  { head: t('list.state'), cell: ({ terms }) => <SaleState terms={terms} /> },
]

/** An agency's debt beside its credit; a dash for one without terms that owes nothing. */
function Owed({ hotel, terms }: { hotel: WholeHotel; terms: Terms | null }) {
  if (!terms || (!terms.active && terms.owedCents === 0)) return <>–</>
  return (
    <>
      {money(terms.owedCents, hotel.currency)} <span class="dim">{limitText(terms, hotel)}</span>
    </>
  )
}
