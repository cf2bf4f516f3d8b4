import type { Agency } from '../../../client/call.ts'
import { percentOf } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import type { ViewProps } from '../../lib/router.ts'
import type { Entity } from '../../parts/entity.ts'
import { CAPITALS, EMAIL, SHARE } from '../../parts/kinds.ts'
import { Badge, Empty } from '../../parts/note.tsx'
import { ChoiceFilter, SearchField } from '../../parts/search-field.tsx'
import { approval } from './approval.ts'
import { Crud } from './crud.tsx'

/** Every agency: listed, made, changed, suspended. */
export function AdminAgencies({ route: { query } }: ViewProps) {
  const [q, active] = ['q', 'active'].map((name) => query.get(name) || undefined)
  const pages = usePages<Agency>('/v1/agencies', { q, active, limit: 25 })
  return (
    <Crud
      of={agencies()}
      pages={pages}
      empty={<Empty title={t('admin.noAgencies')}>{t('admin.noFilterText')}</Empty>}
      name={{ head: t('admin.agency') }}
      columns={[
        { head: t('list.code'), cell: ({ code }) => code },
        { head: t('list.email'), cell: ({ email }) => <bdi>{email}</bdi> },
        {
          head: t('acenta.commission'),
          isNumber: true,
          cell: ({ commissionBasisPoints }) => percentOf(commissionBasisPoints),
        },
        {
          head: t('list.state'),
          cell: ({ active }) => (
            <Badge tone={active ? 'good' : 'bad'}>
              {t(active ? 'admin.active' : 'admin.suspended')}
            </Badge>
          ),
        },
      ]}
    >
      <SearchField label={t('admin.searchAgencies')} />
      <ChoiceFilter
        name="active"
        label={t('list.state')}
        options={[
          { value: 'true', text: t('admin.active') },
          { value: 'false', text: t('admin.suspended') },
        ]}
      />
    </Crud>
  )
}

const agencies = (): Entity<Agency> => ({
  title: t('admin.agencies'),
  keyOf: ({ code }) => code,
  nameOf: ({ name }) => name,
  pathOf: ({ code }) => `/v1/admin/agencies/${encodeURIComponent(code)}`,
  make: { path: '/v1/admin/agencies', title: t('admin.newAgency') },
  switch: approval('admin.suspendAgency', 'admin.saved'),
  fields: (agency) => [
    ...(agency
      ? []
      : [{ name: 'code', label: t('list.code'), hint: t('admin.codeHint'), kind: CAPITALS }]),
    { name: 'name', label: t('list.name') },
    { name: 'email', label: t('list.email'), kind: EMAIL },
    {
      name: 'commissionBasisPoints',
      label: t('admin.commission'),
      hint: t('admin.commissionHint'),
      kind: SHARE,
      initial: 1_000,
    },
  ],
})
