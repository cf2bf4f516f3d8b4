import { Type } from 'typebox'
import { DOCUMENT_KINDS, GENDERS } from '../../domain/bookings/identity.ts'
import { oneOf } from '../api/query.ts'
import { named, namedObject, nullable } from '../api/schema.ts'
import { BodyDate, CountryCode, line, patternText, strictObject } from '../api/texts.ts'

/** Identity of a guest who stays, by a document. */
export const IdentitySchema = named(
  'GuestIdentity',
  strictObject({
    firstName: line(100),
    lastName: line(100),
    nationality: CountryCode,
    documentKind: oneOf(...DOCUMENT_KINDS),
    documentNumber: patternText(
      '^[A-Za-z0-9][A-Za-z0-9 ./-]{2,29}$',
      'letters, digits, spaces, . / and -, 3 to 30',
    ),
    birthDate: Type.Optional(nullable(BodyDate)),
    gender: Type.Optional(nullable(oneOf(...GENDERS))),
  }),
)

/** Identities of the guests of a booking. */
export const IdentitiesSchema = namedObject('Identities', {
  revision: Type.Integer(),
  guests: Type.Array(IdentitySchema),
  isReadable: Type.Boolean({
    description: 'False: they are sealed with another `ENCRYPTION_KEY`.',
  }),
})
