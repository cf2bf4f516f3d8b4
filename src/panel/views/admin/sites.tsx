import { t } from '../../lib/i18n.ts'
import type { FormField } from '../../parts/entity-form.tsx'
import { Two } from '../../parts/facts.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import type { Column } from '../../parts/table.tsx'
import { siteFields } from '../sites/dialogs.tsx'
import { Sites } from '../sites/sites.tsx'
import type { Site } from '../sites/table.tsx'
import { HotelsField } from './user-fields.tsx'

/** Sites of any hotel, with what admins alone decide of one. */
export const AdminSites = () => (
  <Sites
    path="/v1/admin/sites"
    fields={[...siteFields(), ...adminFields()]}
    more={[booksColumn()]}
    head={(make) => <PageHead title={t('site.title')} action={make} />}
  />
)

const adminFields = (): FormField[] => [
  {
    name: 'hotels',
    label: t('site.hotels'),
    hint: t('site.hotelsHint'),
    initial: [],
    draw: HotelsField,
  },
  { name: 'proves', label: t('site.proves'), initial: false },
  {
    name: 'managePage',
    label: t('site.page'),
    hint: t('site.pageHint'),
    kind: { control: { type: 'url' }, read: (text) => text.trim() },
  },
]

const booksColumn = (): Column<Site> => ({
  head: t('site.hotels'),
  isTold: true,
  cell: ({ hotels, proves, managePage }) => (
    <Two over={hotels ? <bdi>{hotels.join(', ')}</bdi> : t('site.allHotels')}>
      {proves && t('site.isProving')}
      {proves && managePage && ' · '}
      {managePage && <bdi>{managePage}</bdi>}
    </Two>
  ),
})
