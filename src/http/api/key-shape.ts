import { type Static, Type } from 'typebox'
import { type ApiKey, KEY_STATES, keyState } from '../../domain/accounts/api-key.ts'
import { SCOPES } from '../../domain/accounts/scope.ts'
import type { Vendor } from '../../domain/accounts/vendor.ts'
import { SCENARIOS } from '../../domain/sandbox/certification.ts'
import type { VendorEntry } from '../../store/accounts/vendors.ts'
import type { Context } from './context.ts'
import { createdBy, lastUsedFrom, type Makers, makersOf, showMaker } from './maker-shape.ts'
import { oneOf } from './query.ts'
import { rotationFields, showPrevious } from './rotation-shape.ts'
import { Instant, namedObject, nullable, show, words } from './schema.ts'

const text = Type.String()

/** The scopes and networks that a key was created with. */
export const keyGrant = {
  scopes: Type.Array(words(...SCOPES), { description: 'Its permissions; never widened.' }),
  allowedIps: Type.Array(Type.String(), {
    description: 'Networks allowed to use it, in CIDR; empty: any address.',
  }),
}

/** The mode of a key: for the hotel, or for its sandbox. */
export const KeyMode = {
  ...oneOf('live', 'test'),
  description: '`test`: it works on the sandbox of the hotel.',
}

/** An API key without its secret, which is stored only as a hash. */
export const KeySchema = namedObject('ApiKey', {
  id: Type.String(),
  name: Type.String(),
  mode: KeyMode,
  prefix: Type.String(),
  ...keyGrant,
  requestsPerMinute: nullable(Type.Integer()),
  requestsLastMinute: Type.Integer({
    description: 'Accepted requests of the last 60 seconds, since the start.',
  }),
  state: words(...KEY_STATES),
  createdAt: Instant,
  expiresAt: nullable(Instant, 'The key is refused from then on.'),
  revokedAt: nullable(Instant),
  createdBy,
  lastUsedAt: nullable(Instant),
  lastUsedFrom,
})

/** A new API key with its secret. */
export const NewKeySchema = namedObject('NewApiKey', {
  ...KeySchema.properties,
  secret: Type.String({ description: 'Shown this once.' }),
})

export type KeyShape = Static<typeof KeySchema>

export async function showKeys(context: Context, keys: readonly ApiKey[]): Promise<KeyShape[]> {
  const { keyRequests, nowMs } = context
  const makers = await makersOf(context, keys)
  return keys.map((key) =>
    show(KeySchema, {
      ...key,
      mode: key.test ? 'test' : 'live',
      requestsLastMinute: keyRequests.ofLastMinute(key.id),
      state: keyState(key, nowMs()),
      createdBy: showMaker(makers, key.createdBy),
    }),
  )
}

export const showKey = async (context: Context, key: ApiKey): Promise<KeyShape> =>
  (await showKeys(context, [key]))[0]!

const ids = (description: string) => Type.Array(Type.String(), { description })

/** A scenario of a certification. */
export const ScenarioSchema = namedObject('CertificationScenario', {
  scenario: words(...SCENARIOS),
  title: Type.String(),
  done: Type.Boolean(),
  doneAt: nullable(Instant),
  requestIds: ids('`x-request-id` of the answers that prove it, in order.'),
  deliveryIds: ids('Ids of the webhook deliveries that prove it.'),
  next: Type.String({ description: 'The next step.' }),
  calls: Type.Array(Type.String(), {
    description:
      'Its calls as examples, in order: method, path and body, with codes and dates of this sandbox. Names in capitals between `<` and `>` come from an earlier answer.',
  }),
})

/** The progress of a test key's certification (contract §2, *Sandbox*). */
export const CertificationSchema = namedObject('Certification', {
  done: Type.Integer({ description: 'Number of completed scenarios.' }),
  of: Type.Integer({ description: 'Number of all scenarios.' }),
  certifiedAt: nullable(Instant, 'When the last one was completed; null until then.'),
  scenarios: Type.Array(ScenarioSchema),
})

const aboutVendor = {
  id: text,
  name: text,
  contact: Type.String({ description: 'Its support contact.' }),
}

/** A vendor as admins see it, without its secret, which is stored only as a hash. */
export const VendorSchema = namedObject('Vendor', {
  ...aboutVendor,
  ...rotationFields,
  hotels: Type.Integer({ description: 'Number of connected hotels.' }),
  createdAt: Instant,
  createdBy,
  rotatedAt: nullable(Instant, 'When its secret was last changed.'),
  lastUsedAt: nullable(Instant, 'Its last call to a hotel.'),
})

/** A vendor with its new secret. */
export const NewVendorSchema = namedObject('NewVendor', {
  ...VendorSchema.properties,
  secret: Type.String({ description: 'Shown this once.' }),
})

export const showVendor = (
  entry: VendorEntry,
  { makers, nowMs }: { makers: Makers; nowMs: number },
): Static<typeof VendorSchema> =>
  show(VendorSchema, {
    ...entry,
    previous: showPrevious(entry, nowMs),
    createdBy: showMaker(makers, entry.createdBy),
  })

/** The connection of a vendor with a hotel: a key that the vendor's secret opens. */
const ConnectionSchema = namedObject('VendorConnection', {
  id: Type.String(),
  scopes: keyGrant.scopes,
  webhooks: Type.Integer({ description: 'Endpoints of the vendor; they end with the connection.' }),
  requestsPerMinute: nullable(Type.Integer()),
  requestsLastMinute: Type.Integer({
    description: 'Accepted requests of the last 60 seconds, since the start.',
  }),
  connectedAt: Instant,
  createdBy,
  lastUsedAt: nullable(Instant),
  lastUsedFrom,
})

/** A vendor as a hotel sees it. */
export const HotelVendorSchema = namedObject('HotelVendor', {
  ...aboutVendor,
  connection: nullable(ConnectionSchema, 'null: not connected.'),
})

/** A vendor with its connection to a hotel, if there is one, and the number of its webhooks there. */
type VendorAtHotel = {
  vendor: Vendor
  connection: ApiKey | undefined
  webhooks?: number | undefined
}

export function showHotelVendor(
  { keyRequests }: Context,
  { vendor, connection, webhooks = 0 }: VendorAtHotel,
  makers: Makers,
): Static<typeof HotelVendorSchema> {
  if (!connection) return show(HotelVendorSchema, { ...vendor, connection: null })
  const { id, createdAtMs: connectedAtMs, ...key } = connection
  const requestsLastMinute = keyRequests.ofLastMinute(id)
  const more = { connectedAtMs, webhooks, requestsLastMinute }
  const createdBy = showMaker(makers, connection.createdBy)
  const shown = show(ConnectionSchema, { ...key, id, ...more, createdBy })
  return show(HotelVendorSchema, { ...vendor, connection: shown })
}
