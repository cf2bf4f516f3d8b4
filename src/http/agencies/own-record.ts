import { Type } from 'typebox'
import { LOGO_BYTES_MAX } from '../../domain/agencies/logo.ts'
import { changeOwnRecord } from '../../service/agencies/own-record.ts'
import { AgencySchema, showAgency } from '../accounts/account-shape.ts'
import { NameLine } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { groupDigits, nullable } from '../api/schema.ts'
import { EmailSchema, line, PhoneSchema, strictObject, writtenProse } from '../api/texts.ts'
import { agencyDoor } from '../doors/agency.ts'

const LICENCE_LENGTH_MAX = 40
const ADDRESS_LENGTH_MAX = 300

const Logo = Type.String({
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
  maxLength: Math.ceil(LOGO_BYTES_MAX / 3) * 4,
  description: 'a picture in base64',
})

/** The agency's own record, for its papers (contract-agencies). */
export function ownRecordRoutes(context: Context) {
  const door = agencyDoor(context, 'agency_owner')
  const { app, route } = routes('/v1/acenta/agency', door, 'Agencies')

  route('PATCH', '', {
    id: 'changeOwnAgency',
    summary: 'Change the agency’s own record',
    description: `For its offers and vouchers. \`logo\` is the file in base64: a still JPEG, PNG or WebP, at most ${groupDigits(LOGO_BYTES_MAX)} bytes, kept without metadata; in the answer it is the address of the picture, which anyone may read. Null takes a member away.`,
    body: Type.Partial(
      strictObject({
        name: NameLine,
        email: EmailSchema,
        licenceNumber: nullable(line(LICENCE_LENGTH_MAX)),
        address: nullable(writtenProse(ADDRESS_LENGTH_MAX)),
        phone: nullable(PhoneSchema),
        logo: nullable(Logo),
      }),
    ),
    bodyIs: 'long',
    examples: { 'Licence and telephone': { licenceNumber: 'A-1234', phone: '+90 212 555 00 00' } },
    says: 'The agency.',
    answer: AgencySchema,
    handle: async ({ actor, agency, body: { logo, ...fields } }) => {
      const file = typeof logo === 'string' ? new Uint8Array(Buffer.from(logo, 'base64')) : logo
      const changes = { ...fields, ...(file !== undefined && { logo: file }) }
      return showAgency(await changeOwnRecord(context, actor, agency, changes))
    },
  })

  return app
}
