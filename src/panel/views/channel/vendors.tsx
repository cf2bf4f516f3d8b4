import type { HotelVendor } from '../../../client/call.ts'
import { SCOPES_DEFAULT } from '../../../domain/accounts/scope.ts'
import { call } from '../../lib/api.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { textColumn } from '../../parts/columns.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { Two } from '../../parts/facts.tsx'
import { scopesText } from '../../parts/key-table.tsx'
import { usedText } from '../../parts/made.tsx'
import { Badge, Empty, Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type { TabProps } from './model.ts'
import { scopesField } from './new-key.tsx'

type Connection = NonNullable<HotelVendor['connection']>

/** The vendors that the hotel has connected, or may connect with one press (contract §8). */
export function Vendors({ hotel }: TabProps) {
  const vendors = useCall('listHotelVendors', { hotel: hotel.slug })
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
              columns={[...columnsOf(hotel.timezone), actionOf(hotel.slug, vendors.reload)]}
            />
          )
        }
      </Read>
    </section>
  )
}

const columnsOf = (timezone: string): Column<HotelVendor>[] => [
  {
    head: t('vendor.one'),
    isName: true,
    cell: ({ name, contact }) => (
      <Two over={<bdi>{name}</bdi>}>
        <bdi>{contact}</bdi>
      </Two>
    ),
  },
  textColumn(t('list.state'), ({ connection }) =>
    connection ? (
      <Two over={<Badge tone="good">{t('vendor.connected')}</Badge>}>
        {t('vendor.connectedAt', { at: dateTime(connection.connectedAt, timezone) })}
        {connection.createdBy?.name && <bdi>{` · ${connection.createdBy.name}`}</bdi>}
      </Two>
    ) : (
      <Badge>{t('vendor.notConnected')}</Badge>
    ),
  ),
  ofConnection(t('channel.key.may'), ({ scopes }) => scopesText(scopes)),
  ofConnection(t('channel.key.lastUse'), usedText),
]

/** A column of vendors that are connected; a dash for the others. */
const ofConnection = (head: string, textOf: (connection: Connection) => string) =>
  textColumn<HotelVendor>(head, ({ connection }) => (connection ? textOf(connection) : '–'), {
    isTold: true,
  })

/** The button that connects a vendor, or ends its connection. */
const actionOf = (hotel: string, onDone: () => void): Column<HotelVendor> => ({
  head: t('list.actions'),
  cell: (vendor) => {
    const { name, connection } = vendor
    return connection ? (
      <Button
        kind="danger"
        aria-label={t('vendor.disconnectNamed', { name })}
        onClick={() => disconnect(hotel, vendor, connection, onDone)}
      >
        {t('vendor.disconnect')}
      </Button>
    ) : (
      <Button
        kind="primary"
        aria-label={t('vendor.connectNamed', { name })}
        onClick={() => connect(hotel, vendor, onDone)}
      >
        {t('vendor.connect')}
      </Button>
    )
  },
})

const connect = (hotel: string, { id: vendorId, name }: HotelVendor, onDone: () => void) =>
  openDialog((close) => (
    <EntityForm
      title={t('vendor.connectNamed', { name })}
      action={t('vendor.connect')}
      fields={[scopesField(t('vendor.mayHint'), SCOPES_DEFAULT)]}
      send={async (body) => {
        await call('connectVendor', { hotel }, { body: { vendorId, ...body } })
        onDone()
        return t('vendor.isConnected', { name })
      }}
      onClose={close}
    />
  ))

function disconnect(
  hotel: string,
  { id, name }: HotelVendor,
  { webhooks }: Connection,
  onDone: () => void,
) {
  return openDialog((close) => (
    <Confirm
      title={t('vendor.disconnectNamed', { name })}
      action={t('vendor.disconnect')}
      act={async () => {
        await call('disconnectVendor', { hotel, id })
        onDone()
        return t('vendor.isDisconnected', { name })
      }}
      onClose={close}
    >
      <p>{t('vendor.disconnectText')}</p>
      {webhooks > 0 && <p>{t('vendor.disconnectHooks', { count: webhooks })}</p>}
    </Confirm>
  ))
}
