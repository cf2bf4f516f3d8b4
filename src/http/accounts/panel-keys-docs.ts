import { Type } from 'typebox'
import { KEYS_ACTIVE_MAX } from '../../domain/limits.ts'
import {
  BODY_ERRORS,
  KeySchema,
  pageSchema,
  staffOperation,
} from '../catalog/admin-docs-schemas.ts'
import { NewKeyBody } from '../catalog/admin-schemas.ts'

const tag = 'Panel'

export const list = staffOperation({
  id: 'listApiKeys',
  tag,
  summary: 'API keys of a hotel',
  description: 'Revoked and expired ones too, oldest first; never their secrets.',
  answers: { 200: { description: 'The keys.', schema: pageSchema(KeySchema) } },
  errors: ['not_found', 'validation_failed'],
})

export const create = staffOperation({
  id: 'createApiKey',
  tag,
  summary: 'Make an API key',
  description: `\`secret\` is the key itself: it is shown this once and kept nowhere. A hotel has at most ${KEYS_ACTIVE_MAX} active keys.`,
  body: { schema: NewKeyBody, examples: { 'For a channel manager': { name: 'Channel manager' } } },
  answers: {
    201: {
      description: 'The key with its secret.',
      schema: Type.Object({ ...KeySchema.properties, secret: Type.String() }),
    },
  },
  errors: [...BODY_ERRORS, 'not_found'],
})

export const revoke = staffOperation({
  id: 'revokeApiKey',
  tag,
  summary: 'Revoke an API key',
  description: 'The next request with it is refused.',
  answers: { 204: { description: 'Revoked.' } },
  errors: ['not_found', 'validation_failed'],
})
