import type { Site } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { textColumn } from '../../parts/columns.tsx'
import type { FormField } from '../../parts/entity-form.tsx'
import { Two } from '../../parts/facts.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { siteFields } from '../sites/dialogs.tsx'
import { SITES_OF_ADMINS, Sites } from '../sites/sites.tsx'
import { HotelsField } from './user-fields.tsx'

/** Sites of any hotel, with the fields that admins alone decide on. */
export const AdminSites = () => (
  <Sites
    api={SITES_OF_ADMINS}
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

const booksColumn = () =>
  textColumn<Site>(
    t('site.hotels'),
    ({ hotels, proves, managePage }) => (
      <Two over={hotels ? <bdi>{hotels.join(', ')}</bdi> : t('site.allHotels')}>
        {proves && t('site.isProving')}
        {proves && managePage && ' · '}
        {managePage && <bdi>{managePage}</bdi>}
      </Two>
    ),
    { isTold: true },
  )
