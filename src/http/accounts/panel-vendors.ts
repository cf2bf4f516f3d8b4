import { Type } from 'typebox'
import { SCOPES, SCOPES_DEFAULT } from '../../domain/accounts/scope.ts'
import { CONNECTIONS_MAX } from '../../domain/accounts/vendor.ts'
import { connectVendor, disconnectVendor } from '../../service/accounts/vendors.ts'
import { listConnections } from '../../store/accounts/connections.ts'
import { listVendors } from '../../store/accounts/vendors.ts'
import { listWebhooks } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import { HotelVendorSchema, showHotelVendor } from '../api/key-shape.ts'
import { makersOf } from '../api/maker-shape.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'

const ConnectBody = strictObject({
  vendorId: Type.String(),
  scopes: Type.Optional(
    Type.Array(Type.String({ enum: [...SCOPES] }), {
      minItems: 1,
      maxItems: SCOPES.length,
      description: `Its permissions at this hotel, which never grow. Default: ${SCOPES_DEFAULT.join(', ')}.`,
    }),
  ),
})

/** Vendors, which owners of a hotel connect and disconnect (contract §8). */
export function panelVendorRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/vendors', hotelDoor(context), 'Panel')
  const { store } = context

  route('GET', '', {
    id: 'listHotelVendors',
    memberRole: 'owner',
    summary: 'Vendors, connected or not',
    description: 'Sorted by name.',
    says: 'The vendors.',
    answer: pageOf(HotelVendorSchema),
    handle: async ({ hotel }) => {
      const connections = await listConnections(store, hotel.id)
      const byVendor = new Map(connections.map((each) => [each.vendorId, each]))
      const webhooks = Map.groupBy(
        await listWebhooks(store, { hotelId: hotel.id }),
        ({ vendorId }) => vendorId,
      )
      const makers = await makersOf(context, connections)
      const items = (await listVendors(store)).map((vendor) => {
        const [connection, its] = [byVendor.get(vendor.id), webhooks.get(vendor.id)]
        return showHotelVendor(context, { vendor, connection, webhooks: its?.length }, makers)
      })
      return { items, nextCursor: null }
    },
  })

  route('POST', '', {
    id: 'connectVendor',
    stepUp: 'vendor_connection',
    memberRole: 'owner',
    summary: 'Connect a vendor',
    description: `From its next call on, the vendor works at this hotel with its own secret, within the scopes; no key is handed over. A hotel has at most ${CONNECTIONS_MAX} connections. To change the scopes, disconnect the vendor and connect it again.`,
    body: ConnectBody,
    examples: {
      'A channel manager': { vendorId: '0198c0de-0a1b-7c2d-8e3f-4a5b6c7d8e9f' },
      'For prices alone': {
        vendorId: '0198c0de-0a1b-7c2d-8e3f-4a5b6c7d8e9f',
        scopes: ['availability:read', 'availability:write'],
      },
    },
    status: 201,
    says: 'The vendor with its connection.',
    answer: HotelVendorSchema,
    errors: ['already_exists', 'not_found'],
    handle: async ({ hotel, actor, body }) => {
      const made = await connectVendor(context, actor, { ...body, hotelId: hotel.id })
      return showHotelVendor(context, made, await makersOf(context, [made.connection]))
    },
  })

  route('DELETE', '/:id', {
    id: 'disconnectVendor',
    memberRole: 'owner',
    summary: 'Disconnect a vendor',
    description:
      'By the id of the vendor. From now on it gets nothing of the hotel: its calls are refused, its webhooks deleted, and their waiting deliveries dropped.',
    says: 'Disconnected.',
    handle: async ({ hotel, actor, params: { id } }) =>
      await disconnectVendor(context, actor, { hotelId: hotel.id, vendorId: id }),
  })

  return app
}
