import { Type } from 'typebox'
import { changeOwnRecord } from '../../service/agencies/own-record.ts'
import { AgencySchema, showAgency } from '../accounts/account-shape.ts'
import { NameLine } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { nullable } from '../api/schema.ts'
import { EmailSchema, line, PhoneSchema, strictObject, writtenProse } from '../api/texts.ts'
import { agencyDoor } from '../doors/agency.ts'
import { ABOUT_LOGO, LogoSchema, withLogo } from '../photos/logo-body.ts'

const LICENCE_LENGTH_MAX = 40
const ADDRESS_LENGTH_MAX = 300

/** The agency's own record, for its papers (contract-agencies). */
export function ownRecordRoutes(context: Context) {
  const door = agencyDoor(context, 'agency_owner')
  const { app, route } = routes('/v1/acenta/agency', door, 'Agencies')

  route('PATCH', '', {
    id: 'changeOwnAgency',
    summary: 'Change the agency’s own record',
    description: `For its offers and vouchers. ${ABOUT_LOGO} Null takes a member away.`,
    body: Type.Partial(
      strictObject({
        name: NameLine,
        email: EmailSchema,
        licenceNumber: nullable(line(LICENCE_LENGTH_MAX)),
        address: nullable(writtenProse(ADDRESS_LENGTH_MAX)),
        phone: nullable(PhoneSchema),
        logo: LogoSchema,
      }),
    ),
    bodyIs: 'long',
    examples: { 'Licence and telephone': { licenceNumber: 'A-1234', phone: '+90 212 555 00 00' } },
    says: 'The agency.',
    answer: AgencySchema,
    handle: async ({ actor, agency, body }) =>
      showAgency(await changeOwnRecord(context, actor, agency, withLogo(body))),
  })

  return app
}
