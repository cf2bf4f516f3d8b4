import type { Agency, Body } from '../../client/call.ts'
import { call } from '../lib/api.ts'
import { percentOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useCall, useList } from '../lib/load.ts'
import { mayInAgency } from '../lib/may.ts'
import { useShowsNet } from '../lib/prices-shown.ts'
import type { ViewProps } from '../lib/router.ts'
import { Button } from '../parts/button.tsx'
import { EntityForm, type FormFields } from '../parts/entity-form.tsx'
import { Facts } from '../parts/facts.tsx'
import { EMAIL, OPTIONAL } from '../parts/kinds.ts'
import { Logo } from '../parts/logo.tsx'
import { Read } from '../parts/note.tsx'
import { openDialog } from '../parts/open-dialog.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { FactorRequired } from './factor-required.tsx'
import type { FactorRuleApi } from './people-api.ts'

const RULE: FactorRuleApi = {
  useFactorRequired: () => useCall('getAgencySecondFactor', {}),
  requireFactor: (required) => call('changeAgencySecondFactor', {}, { body: { required } }),
}

/** The agency's own record, for its papers, and its rule about the second factor; its owners change both. */
export function AcentaSettings({ user }: ViewProps) {
  const agency = useCall('getOwnAgency', {})
  const isOwner = mayInAgency(user, ['agency_owner'])
  return (
    <>
      <PageHead title={t('settings.title')} />
      <Read of={agency}>
        {(record) => <Record of={record} isOwner={isOwner} onChanged={agency.set} />}
      </Read>
      {isOwner && <Rule />}
    </>
  )
}

type RecordProps = { of: Agency; isOwner: boolean; onChanged: (agency: Agency) => void }

function Record({ of, isOwner, onChanged }: RecordProps) {
  const { code, name, email, licenceNumber, address, phone, commissionBasisPoints } = of
  const isOwn = useShowsNet()
  const changeLogo = async (logo: string | null) =>
    onChanged(await call('changeOwnAgency', {}, { body: { logo } }))
  return (
    <section class="card" aria-labelledby="record">
      <div class="view-head">
        <h2 id="record">{t('settings.record')}</h2>
        {isOwner && (
          <Button aria-label={t('settings.edit')} onClick={() => edit(of, onChanged)}>
            {t('action.edit')}
          </Button>
        )}
      </div>
      <p class="dim">{t('settings.recordText')}</p>
      <Facts
        pairs={[
          [t('list.name'), <bdi>{name}</bdi>],
          [t('settings.licence'), <bdi>{licenceNumber ?? '–'}</bdi>],
          [t('admin.address'), <bdi class="prose">{address ?? '–'}</bdi>],
          [t('hotel.phone'), <bdi>{phone ?? '–'}</bdi>],
          [t('list.email'), <bdi>{email}</bdi>],
          [t('settings.logo'), <Logo of={of} mayChange={isOwner} change={changeLogo} />],
          [t('own.agency'), code],
          [t('acenta.commission'), isOwn && percentOf(commissionBasisPoints)],
        ]}
      />
    </section>
  )
}

const edit = (agency: Agency, onChanged: (agency: Agency) => void) =>
  openDialog((close) => (
    <EntityForm
      title={t('settings.record')}
      fields={fieldsOf()}
      before={agency}
      send={async (body: Body<'changeOwnAgency'>) => {
        onChanged(await call('changeOwnAgency', {}, { body }))
        return t('own.saved')
      }}
      onClose={close}
    />
  ))

/** The rule, with the number of people whom it would shut out. */
function Rule() {
  const people = useList('listColleagues', { limit: 100 })
  return <FactorRequired api={RULE} people={people.data ?? []} isCard />
}

const fieldsOf = (): FormFields => [
  { name: 'name', label: t('list.name') },
  { name: 'licenceNumber', label: t('settings.licence'), kind: OPTIONAL },
  { name: 'address', label: t('admin.address'), kind: OPTIONAL, isLong: true },
  [
    { name: 'phone', label: t('hotel.phone'), kind: { control: { type: 'tel' }, ...OPTIONAL } },
    { name: 'email', label: t('list.email'), kind: EMAIL },
  ],
]
