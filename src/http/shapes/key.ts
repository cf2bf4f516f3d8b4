import { type Static, Type } from 'typebox'
import type { ApiKey } from '../../domain/api-key.ts'
import type { Context } from '../context.ts'
import { Instant, namedObject, nullable, show } from './schema.ts'

/** An API key without its secret, which nobody has. */
export const KeySchema = namedObject('ApiKey', {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String(),
  requestsPerMinute: nullable(Type.Integer()),
  requestsLastMinute: Type.Integer({
    description: 'How many of its requests passed in the last 60 seconds, since the start.',
  }),
  createdAt: Instant,
  expiresAt: nullable(Instant),
  revokedAt: nullable(Instant),
  lastUsedAt: nullable(Instant),
})

/** An API key that has just been made. */
export const NewKeySchema = namedObject('NewApiKey', {
  ...KeySchema.properties,
  secret: Type.String({ description: 'Shown this once.' }),
})

export type KeyShape = Static<typeof KeySchema>

export const showKey = ({ keyRequests }: Context, key: ApiKey): KeyShape =>
  show(KeySchema, { ...key, requestsLastMinute: keyRequests.ofLastMinute(key.id) })
