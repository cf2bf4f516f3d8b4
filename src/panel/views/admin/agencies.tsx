import type { Agency, Body } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { percentOf } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { filterIn, useList } from '../../lib/load.ts'
import type { ViewProps } from '../../lib/router.ts'
import type { Entity } from '../../parts/entity.ts'
import { CAPITALS, EMAIL, SHARE, WHOLE } from '../../parts/kinds.ts'
import { Badge, Empty } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { ChoiceFilter, SearchField } from '../../parts/search-field.tsx'
import { AgencyInvitations } from './agency-invitations.tsx'
import { approval } from './approval.ts'
import { Crud } from './crud.tsx'

/** Lists, makes, changes and suspends agencies. */
export function AdminAgencies({ route: { query } }: ViewProps) {
  const filter = filterIn<'listAgencies'>(query, 'q', 'active')
  const pages = useList('listAgencies', { ...filter, limit: 25 })
  return (
    <Crud
      of={agencies()}
      pages={pages}
      empty={<Empty title={t('admin.noAgencies')}>{t('admin.noFilterText')}</Empty>}
      name={{ head: t('admin.agency') }}
      moreOf={(agency) => [
        {
          text: t('people.open'),
          run: () => openDialog((close) => <AgencyInvitations agency={agency} onClose={close} />),
        },
      ]}
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
  change: ({ code }, body: Body<'changeAgency'>) => call('changeAgency', { code }, { body }),
  make: {
    send: (body: Body<'createAgency'>) => call('createAgency', {}, { body }),
    title: t('admin.newAgency'),
  },
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
    {
      name: 'optionDays',
      label: t('admin.optionDays'),
      hint: t('admin.optionDaysHint'),
      kind: WHOLE,
      initial: 0,
    },
  ],
})
