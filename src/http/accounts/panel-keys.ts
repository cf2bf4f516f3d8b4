import { Elysia, t } from 'elysia'
import { parseDate } from '../../domain/date.ts'
import { refused } from '../../domain/errors.ts'
import { createApiKey, endApiKey } from '../../service/accounts/api-keys.ts'
import { listApiKeys } from '../../store/catalog/api-keys.ts'
import { NewKeyBody } from '../catalog/admin-schemas.ts'
import { actorOf, showKey } from '../catalog/admin-views.ts'
import type { Context } from '../context.ts'
import { HotelQuery, panelHotel } from '../doors/panel-hotel.ts'
import { signedIn } from '../doors/session.ts'
import { publicLimit } from '../general.ts'
import { readBody } from '../request/body.ts'
import { onceEach } from '../request/query.ts'
import * as docs from './panel-keys-docs.ts'

const IdParams = t.Object({ id: t.String() })

/** A hotel's API keys: listed, made with the secret shown once, revoked at once (specification §5, contract §8). */
export function panelKeyRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/panel/api-keys' })
    .use(publicLimit(context))
    .use(signedIn(context, 'hotel_manager', 'admin'))
    .get(
      '',
      async ({ user, query }) => {
        const { hotel } = await panelHotel(context, user, query)
        const keys = await listApiKeys(context.store, hotel.id)
        return { items: keys.map((key) => showKey(context, key)), nextCursor: null }
      },
      { transform: onceEach(), query: HotelQuery, detail: docs.list },
    )
    .post(
      '',
      async ({ user, query, request, set }) => {
        const { hotel } = await panelHotel(context, user, query)
        const { name, expiresAt } = await readBody(NewKeyBody, request)
        const expiresAtMs = readExpiry(context, expiresAt)
        const made = { hotelId: hotel.id, name, expiresAtMs, actor: actorOf(user) }
        const { key, secret } = await createApiKey(context, made)
        set.status = 201
        set.headers['cache-control'] = 'no-store'
        return { ...showKey(context, key), secret }
      },
      { transform: onceEach(), query: HotelQuery, detail: docs.create },
    )
    .delete(
      '/:id',
      async ({ user, query, params: { id }, set }) => {
        const { hotel } = await panelHotel(context, user, query)
        await endApiKey(context, { id, hotelId: hotel.id }, actorOf(user))
        set.status = 204
      },
      { transform: onceEach(), params: IdParams, query: HotelQuery, detail: docs.revoke },
    )
}

function readExpiry({ nowMs }: Context, expiresAt: string | undefined): number | null {
  if (expiresAt === undefined) return null
  // JavaScript makes the second of March of 30 February.
  const atMs = parseDate(expiresAt.slice(0, 10)) ? Date.parse(expiresAt) : Number.NaN
  if (Number.isNaN(atMs)) throw refused('/expiresAt', 'wrong_format', 'There is no such instant.')
  if (atMs <= nowMs()) throw refused('/expiresAt', 'date_in_past', 'Must be in the future.')
  return atMs
}
