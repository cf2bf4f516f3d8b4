import { Type } from 'typebox'
import { refused } from '../../domain/errors.ts'
import { KEYS_ACTIVE_MAX } from '../../domain/limits.ts'
import { createApiKey, endApiKey } from '../../service/accounts/api-keys.ts'
import { listApiKeys } from '../../store/catalog/api-keys.ts'
import type { Context } from '../context.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { InstantText, line, readInstant, strictObject } from '../request/texts.ts'
import { routes } from '../route.ts'
import { KeySchema, NewKeySchema, showKey } from '../shapes/account.ts'
import { pageOf } from '../shapes/schema.ts'

const NewKeyBody = strictObject({
  name: line(100),
  expiresAt: Type.Optional(InstantText),
})

/** A hotel's API keys: listed, made with the secret shown once, revoked at once (specification §5, contract §8). */
export function panelKeyRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/api-keys', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listApiKeys',
    summary: 'API keys of a hotel',
    description: 'Revoked and expired ones too, oldest first; never their secrets.',
    says: 'The keys.',
    answer: pageOf(KeySchema),
    handle: async ({ hotel }) => {
      const keys = await listApiKeys(context.store, hotel.id)
      return { items: keys.map((key) => showKey(context, key)), nextCursor: null }
    },
  })

  route('POST', '', {
    id: 'createApiKey',
    summary: 'Make an API key',
    description: `\`secret\` is the key itself: it is shown this once and kept nowhere. A hotel has at most ${KEYS_ACTIVE_MAX} active keys.`,
    body: NewKeyBody,
    examples: { 'For a channel manager': { name: 'Channel manager' } },
    status: 201,
    says: 'The key with its secret.',
    answer: NewKeySchema,
    handle: async ({ hotel, actor, body: { name, expiresAt }, set }) => {
      const expiresAtMs = readExpiry(context, expiresAt)
      const made = { hotelId: hotel.id, name, expiresAtMs, actor }
      const { key, secret } = await createApiKey(context, made)
      set.headers['cache-control'] = 'no-store'
      return { ...showKey(context, key), secret }
    },
  })

  route('DELETE', '/:id', {
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The next request with it is refused.',
    says: 'Revoked.',
    handle: async ({ hotel, actor, params: { id } }) =>
      await endApiKey(context, { id, hotelId: hotel.id }, actor),
  })

  return app
}

function readExpiry({ nowMs }: Context, expiresAt: string | undefined): number | null {
  if (expiresAt === undefined) return null
  const atMs = readInstant('/expiresAt', expiresAt)
  if (atMs <= nowMs()) throw refused('/expiresAt', 'date_in_past', 'Must be in the future.')
  return atMs
}
