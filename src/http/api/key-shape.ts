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

/** What a key was given when it was made. */
export const keyGrant = {
  scopes: Type.Array(words(...SCOPES), { description: 'What it may do; never widened.' }),
  allowedIps: Type.Array(Type.String(), {
    description: 'Networks that it is taken from, in CIDR; none: from anywhere.',
  }),
}

/** What a key works on: the hotel, or its sandbox. */
export const KeyMode = {
  ...oneOf('live', 'test'),
  description: '`test`: it works on the sandbox of the hotel.',
}

/** An API key without its secret, which nobody has. */
export const KeySchema = namedObject('ApiKey', {
  id: Type.String(),
  name: Type.String(),
  mode: KeyMode,
  prefix: Type.String(),
  ...keyGrant,
  requestsPerMinute: nullable(Type.Integer()),
  requestsLastMinute: Type.Integer({
    description: 'How many of its requests passed in the last 60 seconds, since the start.',
  }),
  state: words(...KEY_STATES),
  createdAt: Instant,
  expiresAt: nullable(Instant, 'From then on it opens nothing.'),
  revokedAt: nullable(Instant),
  createdBy,
  lastUsedAt: nullable(Instant),
  lastUsedFrom,
})

/** An API key that has just been made. */
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
  requestIds: ids('`x-request-id` of the answers that prove it, in their order.'),
  deliveryIds: ids('Ids of the deliveries to a webhook that prove it.'),
  next: Type.String({ description: 'What to do for it.' }),
  calls: Type.Array(Type.String(), {
    description:
      'The calls of it as examples, in order: method, path and body, with codes and dates of this sandbox. What stands in capitals between `<` and `>` is of an answer before.',
  }),
})

/** What a test key has shown of its certification (contract §2, *Sandbox*). */
export const CertificationSchema = namedObject('Certification', {
  done: Type.Integer({ description: 'How many of the scenarios are done.' }),
  of: Type.Integer({ description: 'How many there are.' }),
  certifiedAt: nullable(Instant, 'When the last of them was done; null while one is not.'),
  scenarios: Type.Array(ScenarioSchema),
})

const aboutVendor = {
  id: text,
  name: text,
  contact: Type.String({ description: 'Whom to ask about it.' }),
}

/** A vendor as admins see it, without its secret, which nobody has. */
export const VendorSchema = namedObject('Vendor', {
  ...aboutVendor,
  ...rotationFields,
  hotels: Type.Integer({ description: 'How many it is connected with.' }),
  createdAt: Instant,
  createdBy,
  rotatedAt: nullable(Instant, 'When its secret was last changed.'),
  lastUsedAt: nullable(Instant, 'When it last called a hotel.'),
})

/** A vendor whose secret has just been made. */
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

/** What joins a vendor to a hotel: a key that the vendor's secret opens. */
const ConnectionSchema = namedObject('VendorConnection', {
  id: Type.String(),
  scopes: keyGrant.scopes,
  webhooks: Type.Integer({ description: 'Endpoints of the vendor that end with it.' }),
  requestsPerMinute: nullable(Type.Integer()),
  requestsLastMinute: Type.Integer({
    description: 'How many of its requests passed in the last 60 seconds, since the start.',
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

/** A vendor, what joins it to a hotel if anything does, and how many endpoints it has there. */
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
