import { type Static, Type } from 'typebox'
import { ACCESS_KINDS, type AccessGrant } from '../../domain/accounts/made.ts'
import { namedObject, nullable, show, words } from '../api/schema.ts'

const creationFields = {
  kind: words(...ACCESS_KINDS),
  id: Type.String(),
  name: Type.String({
    description: 'Of a connection the vendor’s; of a webhook its description, or else its address.',
  }),
}
const MadeSchema = namedObject('Made', creationFields)

/** What somebody made who is removed. */
export const RemovalSchema = namedObject('Removal', { made: Type.Array(MadeSchema) })

export const showRemoval = (things: readonly AccessGrant[]): Static<typeof RemovalSchema> => ({
  made: things.map((each) => show(MadeSchema, each)),
})

/** The same of what somebody made at several hotels. */
export const MadeAnywhereSchema = namedObject('MadeAnywhere', {
  ...creationFields,
  hotelSlug: nullable(Type.String(), 'null: a site of admins.'),
})
