import { BODY_ERRORS, staffOperation } from '../catalog/admin-docs-schemas.ts'
import { AgencyBody, AgencyPatch, UserBody, UserPatch } from '../catalog/admin-schemas.ts'
import { AgencySchema, UserSchema } from '../shapes/account.ts'

const tag = 'Administration'

export const createUser = staffOperation({
  id: 'createUser',
  tag,
  summary: 'Make an account',
  description:
    'Of any role. `hotels` are the slugs a `hotel_manager` manages; an `agency_user` needs an `agencyCode`.',
  body: {
    schema: UserBody,
    examples: {
      'A manager of the demo': {
        email: 'mehmet@example.com',
        password: 'a long enough secret',
        name: 'Mehmet Kaya',
        role: 'hotel_manager',
        hotels: ['alfa-grand-bosphorus'],
      },
    },
  },
  answers: { 201: { description: 'The account.', schema: UserSchema } },
  errors: [...BODY_ERRORS, 'already_exists'],
})

export const changeUser = staffOperation({
  id: 'changeUser',
  tag,
  summary: 'Change an account',
  description:
    'Another password, role or status ends every token of the account at once. Another role drops the hotels or agency of the former one. The last active admin can neither be blocked nor made something else.',
  body: { schema: UserPatch, examples: { Block: { status: 'blocked' } } },
  answers: { 200: { description: 'The account.', schema: UserSchema } },
  errors: [...BODY_ERRORS, 'not_found', 'already_exists'],
})

export const createAgency = staffOperation({
  id: 'createAgency',
  tag,
  summary: 'Make an agency',
  description: 'Its code is what bookings carry and never changes.',
  body: {
    schema: AgencyBody,
    examples: {
      'Ten percent': {
        code: 'ECHO',
        name: 'Echo Travel',
        email: 'echo@example.com',
        commissionBasisPoints: 1_000,
      },
    },
  },
  answers: { 201: { description: 'The agency.', schema: AgencySchema } },
  errors: [...BODY_ERRORS, 'already_exists'],
})

export const changeAgency = staffOperation({
  id: 'changeAgency',
  tag,
  summary: 'Change or suspend an agency',
  description:
    'Another commission counts for what is booked or changed from now on. `active: false`: its users book nothing more.',
  body: { schema: AgencyPatch, examples: { 'Twelve percent': { commissionBasisPoints: 1_200 } } },
  answers: { 200: { description: 'The agency.', schema: AgencySchema } },
  errors: [...BODY_ERRORS, 'not_found'],
})
