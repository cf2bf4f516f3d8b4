import { percentOf } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import type { Agency } from '../../lib/types.ts'
import { Crud, type Entity } from '../../parts/crud.tsx'
import { EMAIL, PERCENT } from '../../parts/entity-form.tsx'
import { Badge, Empty } from '../../parts/note.tsx'
import { approval } from './approval.ts'

/** Every agency: listed, made, changed, suspended. */
export function AdminAgencies() {
  const pages = usePages<Agency>('/v1/agencies', { limit: 25 })
  return (
    <Crud
      of={agencies()}
      pages={pages}
      empty={<Empty title={t('admin.noAgencies')} />}
      hasMenu
      columns={[
        { head: t('admin.agency'), isName: true, cell: ({ name }) => <bdi>{name}</bdi> },
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
    />
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
    ...(agency ? [] : [{ name: 'code', label: t('list.code'), hint: t('admin.codeHint') }]),
    { name: 'name', label: t('list.name') },
    { name: 'email', label: t('list.email'), kind: EMAIL },
    {
      name: 'commissionBasisPoints',
      label: t('admin.commission'),
      hint: t('admin.commissionHint'),
      kind: PERCENT,
      initial: 1_000,
    },
  ],
})
