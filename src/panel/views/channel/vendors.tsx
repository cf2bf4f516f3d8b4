import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import { SCOPES_DEFAULT } from '../../../domain/accounts/scope.ts'
import type { HotelVendorSchema } from '../../../http/api/key-shape.ts'
import { api, type Page } from '../../lib/api.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { Two } from '../../parts/facts.tsx'
import { scopesText } from '../../parts/key-table.tsx'
import { usedText } from '../../parts/made.tsx'
import { Badge, Empty, Read } from '../../parts/note.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type { TabProps } from './model.ts'
import { scopesField } from './new-key.tsx'

type Vendor = Static<typeof HotelVendorSchema>
/** Which dialog is open, about whom. */
type Open = { what: 'connect' | 'disconnect'; vendor: Vendor }

/** Vendors that the hotel has connected, or may connect with one press (contract §8). */
export function Vendors({ hotel }: TabProps) {
  const query = { hotel: hotel.slug }
  const vendors = useGet<Page<Vendor>>('/v1/panel/vendors', query)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { name = '', id = '', connection } = open?.vendor ?? {}
  const webhooks = connection?.webhooks ?? 0
  return (
    <section class="stack" aria-labelledby="vendors">
      <h2 id="vendors" class="sr-only">
        {t('vendor.title')}
      </h2>
      <p class="dim">{t('vendor.about')}</p>
      <Read of={vendors}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('vendor.none')}>{t('vendor.noneText')}</Empty>
          ) : (
            <Table
              caption={t('vendor.title')}
              // The connected ones first.
              rows={items.toSorted((a, b) => Number(!a.connection) - Number(!b.connection))}
              keyOf={(vendor) => vendor.id}
              columns={[...columnsOf(hotel.timezone), actionOf(setOpen)]}
            />
          )
        }
      </Read>
      {open?.what === 'connect' && (
        <EntityForm
          title={t('vendor.connectNamed', { name })}
          action={t('vendor.connect')}
          fields={[scopesField(t('vendor.mayHint'), SCOPES_DEFAULT)]}
          send={async (body) => {
            await api.post('/v1/panel/vendors', { query, body: { vendorId: id, ...body } })
            vendors.reload()
            return t('vendor.isConnected', { name })
          }}
          onClose={close}
        />
      )}
      {open?.what === 'disconnect' && (
        <Confirm
          title={t('vendor.disconnectNamed', { name })}
          action={t('vendor.disconnect')}
          act={async () => {
            await api.delete(`/v1/panel/vendors/${id}`, { query })
            vendors.reload()
            return t('vendor.isDisconnected', { name })
          }}
          onClose={close}
        >
          <p>{t('vendor.disconnectText')}</p>
          {webhooks > 0 && <p>{t('vendor.disconnectHooks', { count: webhooks })}</p>}
        </Confirm>
      )}
    </section>
  )
}

const columnsOf = (timezone: string): Column<Vendor>[] => [
  {
    head: t('vendor.one'),
    isName: true,
    cell: ({ name, contact }) => (
      <Two over={<bdi>{name}</bdi>}>
        <bdi>{contact}</bdi>
      </Two>
    ),
  },
  {
    head: t('list.state'),
    cell: ({ connection }) =>
      connection ? (
        <Two over={<Badge tone="good">{t('vendor.connected')}</Badge>}>
          {t('vendor.connectedAt', { at: dateTime(connection.connectedAt, timezone) })}
          {connection.createdBy?.name && <bdi>{` · ${connection.createdBy.name}`}</bdi>}
        </Two>
      ) : (
        <Badge>{t('vendor.notConnected')}</Badge>
      ),
  },
  {
    head: t('channel.key.may'),
    isTold: true,
    cell: ({ connection }) => (connection ? scopesText(connection.scopes) : '–'),
  },
  {
    head: t('channel.key.lastUse'),
    isTold: true,
    cell: ({ connection }) => (connection ? usedText(connection) : '–'),
  },
]

const actionOf = (setOpen: (open: Open) => void): Column<Vendor> => ({
  head: t('list.actions'),
  cell: (vendor) =>
    vendor.connection ? (
      <Button
        kind="danger"
        aria-label={t('vendor.disconnectNamed', { name: vendor.name })}
        onClick={() => setOpen({ what: 'disconnect', vendor })}
      >
        {t('vendor.disconnect')}
      </Button>
    ) : (
      <Button
        kind="primary"
        aria-label={t('vendor.connectNamed', { name: vendor.name })}
        onClick={() => setOpen({ what: 'connect', vendor })}
      >
        {t('vendor.connect')}
      </Button>
    ),
})
