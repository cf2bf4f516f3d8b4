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
      description: `What it may do at this hotel: it is never given more. Unless said otherwise ${SCOPES_DEFAULT.join(', ')}.`,
    }),
  ),
})

/** Vendors that a hotel's people connect and disconnect (contract §8). */
export function panelVendorRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/vendors', hotelDoor(context), 'Panel')
  const { store } = context

  route('GET', '', {
    id: 'listHotelVendors',
    memberRole: 'owner',
    summary: 'Vendors, connected or not',
    description: 'By name.',
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
    description: `From its next call on the vendor works at this hotel with its own secret, as far as the scopes go; nobody hands over a key. A hotel is connected with at most ${CONNECTIONS_MAX}. To give it other scopes, disconnect it and connect it again.`,
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
      'By the id of the vendor. From this moment on it is answered and told nothing of the hotel: its calls are refused, its webhooks are deleted, and what waits for them is given up.',
    says: 'Disconnected.',
    handle: async ({ hotel, actor, params: { id } }) =>
      await disconnectVendor(context, actor, { hotelId: hotel.id, vendorId: id }),
  })

  return app
}
