import type { Body, NewVendor, Vendor } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { ago, HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { go } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { countColumn, textColumn } from '../../parts/columns.tsx'
import { ListHead } from '../../parts/crud.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { Two } from '../../parts/facts.tsx'
import { madeText, Prefix } from '../../parts/made.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { ShownOnce } from '../../parts/secret.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { RotateSecret } from '../sites/dialogs.tsx'

/** The vendors that hotels may connect: an admin creates one, or gives it another secret (contract §8). */
export function AdminVendors() {
  const vendors = useCall('listVendors', {})
  return (
    <>
      <ListHead
        of={{ title: t('vendor.title'), make: { title: t('vendor.new') } }}
        onMake={() => create(vendors.reload)}
      />
      <Read of={vendors}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('vendor.none')} />
          ) : (
            <Table
              caption={t('vendor.title')}
              rows={items}
              keyOf={({ id }) => id}
              columns={columnsOf((vendor) => rotate(vendor, vendors.reload), makeTestSecret)}
            />
          )
        }
      </Read>
    </>
  )
}

async function create(onDone: () => void): Promise<void> {
  const vendor = await openDialog<NewVendor>((close) => (
    <EntityForm
      title={t('vendor.new')}
      fields={[
        { name: 'name', label: t('list.name') },
        { name: 'contact', label: t('vendor.contact'), hint: t('vendor.contactHint') },
      ]}
      send={async (body: Body<'createVendor'>) => close(await call('createVendor', {}, { body }))}
      onClose={close}
    />
  ))
  if (vendor) await showSecret(vendor, onDone)
}

async function rotate({ id, name }: Vendor, onDone: () => void): Promise<void> {
  const vendor = await openDialog<NewVendor>((close) => (
    <RotateSecret
      title={t('vendor.rotateNamed', { name })}
      action={t('channel.hook.rotate')}
      send={async (body) => close(await call('rotateVendorSecret', { id }, { body }))}
      onClose={close}
    >
      <p>{t('vendor.rotateText')}</p>
    </RotateSecret>
  ))
  if (vendor) await showSecret(vendor, onDone)
}

/** Makes a vendor's test secret, after it is said what ends with it. */
async function makeTestSecret({ id, name }: Vendor): Promise<void> {
  const made = await openDialog<{ secret: string }>((close) => (
    <Confirm
      title={t('vendor.testNamed', { name })}
      action={t('vendor.test')}
      act={async () => close(await call('makeVendorTestSecret', { id }))}
      onClose={close}
    >
      <p>{t('vendor.testText')}</p>
    </Confirm>
  ))
  if (made) await showSecret({ name, secret: made.secret }, () => {})
}

/** Shows the secret of a vendor once. */
function showSecret({ name, secret }: Pick<NewVendor, 'name' | 'secret'>, onDone: () => void) {
  onDone()
  return openDialog((close) => (
    <ShownOnce
      title={name}
      note={t('channel.key.once')}
      label={t('vendor.secret')}
      secret={secret}
      onClose={close}
    >
      <p>{t('vendor.secretText')}</p>
    </ShownOnce>
  ))
}

const TOLD = { isTold: true } as const

type OnVendor = (vendor: Vendor) => void

const columnsOf = (onRotate: OnVendor, onTest: OnVendor): Column<Vendor>[] => [
  {
    head: t('vendor.one'),
    isName: true,
    cell: (vendor) => (
      <Two
        over={
          // A button and no link: a row that a link opens is two lines on a telephone, cut to fit.
          <button
            type="button"
            class="opens"
            onClick={() => go({ view: 'history', query: { entity: 'vendor', id: vendor.id } })}
          >
            <bdi>{vendor.name}</bdi>
          </button>
        }
      >
        <Prefix of={vendor} zone={HERE} />
      </Two>
    ),
  },
  textColumn(t('vendor.contact'), ({ contact }) => <bdi>{contact}</bdi>),
  countColumn(t('vendor.hotels'), ({ hotels }) => hotels, TOLD),
  textColumn(t('channel.key.made'), (vendor) => madeText(vendor.createdAt, vendor, HERE), TOLD),
  textColumn(
    t('channel.key.lastUse'),
    ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('channel.key.never')),
    TOLD,
  ),
  {
    head: t('list.actions'),
    cell: (vendor) => (
      <>
        <Button
          kind="quiet"
          aria-label={t('vendor.rotateNamed', { name: vendor.name })}
          onClick={() => onRotate(vendor)}
        >
          {t('channel.hook.rotate')}
        </Button>
        <Button
          kind="quiet"
          aria-label={t('vendor.testNamed', { name: vendor.name })}
          onClick={() => onTest(vendor)}
        >
          {t('vendor.test')}
        </Button>
      </>
    ),
  },
]
