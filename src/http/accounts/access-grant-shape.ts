import { type Static, Type } from 'typebox'
import { ACCESS_KINDS, type AccessGrant } from '../../domain/accounts/access-grant.ts'
import { namedObject, nullable, show, words } from '../api/schema.ts'

const creationFields = {
  kind: words(...ACCESS_KINDS),
  id: Type.String(),
  name: Type.String({
    description: 'For a connection the vendor’s name; for a webhook its description or address.',
  }),
}
const MadeSchema = namedObject('Made', creationFields)

/** The credentials created by a removed member. */
export const RemovalSchema = namedObject('Removal', { made: Type.Array(MadeSchema) })

export const showRemoval = (things: readonly AccessGrant[]): Static<typeof RemovalSchema> => ({
  made: things.map((each) => show(MadeSchema, each)),
})

/** A credential created at one of several hotels. */
export const MadeAnywhereSchema = namedObject('MadeAnywhere', {
  ...creationFields,
  hotelSlug: nullable(Type.String(), 'null: a site of admins.'),
})
