import { Type } from 'typebox'
import { ALLOWED_IPS_MAX, KEYS_ACTIVE_MAX } from '../../domain/accounts/api-key.ts'
import { SCOPES, SCOPES_DEFAULT } from '../../domain/accounts/scope.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { changeApiKey, createApiKey, endApiKey } from '../../service/accounts/api-keys.ts'
import { findHotelKey, listApiKeys } from '../../store/accounts/api-keys.ts'
import type { Context } from '../api/context.ts'
import {
  CertificationSchema,
  KeyMode,
  KeySchema,
  NewKeySchema,
  showKey,
  showKeys,
} from '../api/key-shape.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { InstantText, line, readInstant, strictObject } from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor } from '../doors/panel-hotel.ts'
import { showCertification } from '../sandbox/certification.ts'

const NETWORK_LENGTH_MAX = 49

const AllowedIps = Type.Array(Type.String({ maxLength: NETWORK_LENGTH_MAX }), {
  maxItems: ALLOWED_IPS_MAX,
  description: 'Allowed addresses and networks (CIDR), IPv4 and IPv6; empty: any address.',
})
const NewKeyBody = strictObject({
  name: line(100),
  scopes: Type.Optional(
    Type.Array(Type.String({ enum: [...SCOPES] }), {
      minItems: 1,
      maxItems: SCOPES.length,
      description: `Its permissions, which never grow. Default: ${SCOPES_DEFAULT.join(', ')}.`,
    }),
  ),
  allowedIps: Type.Optional(AllowedIps),
  mode: Type.Optional(KeyMode),
  expiresAt: Type.Optional({
    ...InstantText,
    // A refusal puts `Must be` before it.
    description: `${InstantText.description} at which it ends`,
  }),
})

/** A hotel's API keys: the secret is shown once, revoking takes effect at once (specification §5, contract §8). */
export function panelKeyRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/api-keys', hotelDoor(context), 'Panel')
  addListAndCreate(route, context)
  addOneKey(route, context)
  return app
}

function addListAndCreate(route: AddPanelRoute, context: Context): void {
  route('GET', '', {
    id: 'listApiKeys',
    memberRole: 'owner',
    summary: 'API keys of a hotel',
    description: 'Oldest first, including revoked and expired ones, without secrets.',
    says: 'The keys.',
    answer: pageOf(KeySchema),
    handle: async ({ hotel }) => {
      const keys = await listApiKeys(context.store, hotel.id)
      return { items: await showKeys(context, keys), nextCursor: null }
    },
  })

  route('POST', '', {
    id: 'createApiKey',
    stepUp: 'api_key',
    memberRole: 'owner',
    summary: 'Create an API key',
    description: `\`secret\` is the key itself: it is shown only once and never stored. A hotel has at most ${KEYS_ACTIVE_MAX} active keys. Without \`bookings:read\` a key sees only the codes of bookings, on the days that they changed. A key with \`mode: "test"\` works on the sandbox of the hotel, a private copy.`,
    body: NewKeyBody,
    examples: {
      'For a channel manager': { name: 'Channel manager' },
      'For its developers': { name: 'Sandbox', mode: 'test' },
      'For prices alone, from two networks': {
        name: 'Revenue management',
        scopes: ['availability:read', 'availability:write'],
        allowedIps: ['203.0.113.0/24', '2001:db8::/48'],
      },
    },
    status: 201,
    says: 'The key with its secret.',
    answer: NewKeySchema,
    handle: async ({ hotel, actor, body: { expiresAt, mode, ...given }, set }) => {
      const expiresAtMs = readExpiry(context, expiresAt)
      const made = { ...given, test: mode === 'test', hotelId: hotel.id, expiresAtMs, actor }
      const { key, secret } = await createApiKey(context, made)
      set.headers['cache-control'] = 'no-store'
      return { ...(await showKey(context, key)), secret }
    },
  })
}

function addOneKey(route: AddPanelRoute, context: Context): void {
  route('PATCH', '/:id', {
    id: 'changeApiKey',
    memberRole: 'owner',
    summary: 'Change the allowed networks of an API key',
    description:
      'It takes effect at the next request. Scopes and expiry of a key never change: create another one.',
    body: strictObject({ allowedIps: AllowedIps }),
    examples: {
      'Two networks': { allowedIps: ['203.0.113.0/24', '2001:db8::/48'] },
      'From anywhere': { allowedIps: [] },
    },
    says: 'The key.',
    answer: KeySchema,
    handle: async ({ hotel, actor, body, params: { id } }) =>
      await showKey(context, await changeApiKey(context, { id, hotelId: hotel.id }, body, actor)),
  })

  route('GET', '/:id/certification', {
    id: 'getKeyCertification',
    memberRole: 'owner',
    summary: 'The certification of a test key',
    description:
      'The same as the key itself reads (`GET /v1/partner/sandbox/certification`). A live key has none: 404.',
    says: 'The scenarios.',
    answer: CertificationSchema,
    handle: async ({ params: { id }, ...snapshot }) => {
      const key = await findHotelKey(context.store, { id, hotelId: snapshot.hotel.id })
      if (!key?.test) throw new AppError('not_found', 'This hotel has no such test key.')
      return await showCertification(context, id, snapshot)
    },
  })

  route('DELETE', '/:id', {
    id: 'revokeApiKey',
    memberRole: 'owner',
    summary: 'Revoke an API key',
    description: 'The next request with it is refused.',
    says: 'Revoked.',
    handle: async ({ hotel, actor, params: { id } }) =>
      await endApiKey(context, { id, hotelId: hotel.id }, actor),
  })
}

function readExpiry({ nowMs }: Context, expiresAt: string | undefined): number | null {
  if (expiresAt === undefined) return null
  const atMs = readInstant('/expiresAt', expiresAt)
  if (atMs <= nowMs()) throw refused('/expiresAt', 'date_in_past', 'Must be in the future.')
  return atMs
}
