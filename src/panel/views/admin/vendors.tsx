import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { NewVendorSchema, VendorSchema } from '../../../http/api/key-shape.ts'
import { api, type Page } from '../../lib/api.ts'
import { ago, HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { go } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { countColumn } from '../../parts/columns.tsx'
import { ListHead } from '../../parts/crud.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { Two } from '../../parts/facts.tsx'
import { madeText, Prefix } from '../../parts/made.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { ShownOnce } from '../../parts/secret.tsx'
import { Table } from '../../parts/table.tsx'
import { RotateSecret } from '../sites/dialogs.tsx'

const PATH = '/v1/admin/vendors'
type Vendor = Static<typeof VendorSchema>
type NewVendor = Static<typeof NewVendorSchema>

/** Vendors that hotels may connect: listed, made, given another secret (contract §8). */
export function AdminVendors() {
  const vendors = useGet<Page<Vendor>>(PATH)
  const [isMaking, setIsMaking] = useState(false)
  const [rotated, setRotated] = useState<Vendor>()
  const [shown, setShown] = useState<NewVendor>()
  const show = (made: NewVendor) => {
    setIsMaking(false)
    setRotated(undefined)
    setShown(made)
    vendors.reload()
  }
  return (
    <>
      <ListHead
        of={{ title: t('vendor.title'), make: { title: t('vendor.new') } }}
        onMake={() => setIsMaking(true)}
      />
      <Read of={vendors}>{({ items }) => <List vendors={items} onRotate={setRotated} />}</Read>
      {isMaking && (
        <EntityForm
          title={t('vendor.new')}
          fields={[
            { name: 'name', label: t('list.name') },
            { name: 'contact', label: t('vendor.contact'), hint: t('vendor.contactHint') },
          ]}
          send={async (body) => show(await api.post<NewVendor>(PATH, { body }))}
          onClose={() => setIsMaking(false)}
        />
      )}
      {rotated && (
        <RotateSecret
          title={t('vendor.rotateNamed', { name: rotated.name })}
          action={t('channel.hook.rotate')}
          send={async (body) =>
            show(await api.post<NewVendor>(`${PATH}/${rotated.id}/rotate-secret`, { body }))
          }
          onClose={() => setRotated(undefined)}
        >
          <p>{t('vendor.rotateText')}</p>
        </RotateSecret>
      )}
      {shown && (
        <ShownOnce
          title={shown.name}
          note={t('channel.key.once')}
          label={t('vendor.secret')}
          secret={shown.secret}
          onClose={() => setShown(undefined)}
        >
          <p>{t('vendor.secretText')}</p>
        </ShownOnce>
      )}
    </>
  )
}

type ListProps = { vendors: readonly Vendor[]; onRotate: (vendor: Vendor) => void }

function List({ vendors, onRotate }: ListProps) {
  if (vendors.length === 0) return <Empty title={t('vendor.none')} />
  return (
    <Table
      caption={t('vendor.title')}
      rows={vendors}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('vendor.one'),
          isName: true,
          cell: (vendor) => (
            <Two
              over={
                // No link: a row that a link opens is two lines on a telephone, cut to fit.
                <button
                  type="button"
                  class="opens"
                  onClick={() =>
                    go({ view: 'history', query: { entity: 'vendor', id: vendor.id } })
                  }
                >
                  <bdi>{vendor.name}</bdi>
                </button>
              }
            >
              <Prefix of={vendor} zone={HERE} />
            </Two>
          ),
        },
        { head: t('vendor.contact'), cell: ({ contact }) => <bdi>{contact}</bdi> },
        countColumn<Vendor>(t('vendor.hotels'), ({ hotels }) => hotels, { isTold: true }),
        {
          head: t('channel.key.made'),
          isTold: true,
          cell: (vendor) => madeText(vendor.createdAt, vendor, HERE),
        },
        {
          head: t('channel.key.lastUse'),
          isTold: true,
          cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('channel.key.never')),
        },
        {
          head: t('list.actions'),
          cell: (vendor) => (
            <Button
              kind="quiet"
              aria-label={t('vendor.rotateNamed', { name: vendor.name })}
              onClick={() => onRotate(vendor)}
            >
              {t('channel.hook.rotate')}
            </Button>
          ),
        },
      ]}
    />
  )
}
