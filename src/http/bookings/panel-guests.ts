import { type Static, Type } from 'typebox'
import { ERASED_AT_ONCE_MAX } from '../../domain/bookings/erasure.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { eraseGuest, type TellErased } from '../../service/bookings/erase-guests.ts'
import { exportGuest } from '../../service/bookings/export-guests.ts'
import type { GuestOf } from '../../store/bookings/to-erase.ts'
import type { Context } from '../api/context.ts'
import { Instant } from '../api/schema.ts'
import { EmailSchema, patternText, strictObject } from '../api/texts.ts'
import type { AddPanelRoute } from '../doors/panel-hotel.ts'

/** Codes that one request names. */
const CODES_MAX = 100

const Code = patternText('^[0-9A-Za-z]{1,40}$', 'a booking code')
const codes = Type.Array(Code, { minItems: 1, maxItems: CODES_MAX })

const EraseBody = strictObject({
  codes: Type.Optional({ ...codes, description: 'Of bookings or groups.' }),
  email: Type.Optional(EmailSchema),
})

const GuestDataSchema = Type.Object({
  hotelSlug: Type.String(),
  exportedAt: Instant,
  bookings: Type.Array(Type.Object({ code: Type.String() }, { additionalProperties: true })),
})

/** Adds the erasure and the export of one guest's data, for owners (GDPR art. 15, 17). */
export function addGuestData(route: AddPanelRoute, context: Context): void {
  route('POST', '/guests/erase', {
    id: 'eraseGuest',
    stepUp: 'guest_erasure',
    memberRole: 'owner',
    summary: 'Erase a guest',
    description: `Erases the guest of bookings (at most ${ERASED_AT_ONCE_MAX}; groups whole) for good: names, contact, company, requests, notes, identities, consents. Sums and nights stay; records show \`guest: null, erased: true\`. Links end, mails are dropped, waiting webhooks go out without the guest; \`guest.erased\` tells subscribers. If any stands, nobody is erased.`,
    body: EraseBody,
    examples: { 'All of a guest': { email: 'ada@example.com' } },
    says: 'The bookings whose guest is erased.',
    answer: Type.Object({ codes: Type.Array(Type.String()) }),
    errors: ['booking_stands', 'not_found'],
    handle: async ({ actor, hotel, body }) => {
      const tell: TellErased = (slug, codes) =>
        context.log.info('guest_erased', { hotel: slug, codes })
      const how = { hotelId: hotel.id, by: readGuest(body), tell }
      const erased = await eraseGuest(context, actor, how)
      return { codes: erased.map(({ code }) => code) }
    },
  })

  route('GET', '/guests/export', {
    id: 'exportGuest',
    stepUp: 'guest_export',
    memberRole: 'owner',
    summary: 'All data of a guest',
    description: `Bookings by code or e-mail address, at most ${ERASED_AT_ONCE_MAX}, with revisions, desk notes, payments, identities, consents, review, mails. \`revisionsLeft\` older ones (\`before\` has them) and \`hasMoreMails\` tell what one answer leaves out. The history records it.`,
    query: {
      code: Type.Optional(Code),
      email: Type.Optional(EmailSchema),
      before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
    },
    says: 'The bookings: records with further members.',
    answer: GuestDataSchema,
    errors: ['not_found'],
    handle: async ({ actor, hotel, query, user }) => {
      const { code, email, before } = query
      const by = readGuest({ ...(code && { codes: [code] }), ...(email && { email }) })
      const isMember = user.role !== 'admin'
      const data = await exportGuest(context, actor, {
        ...{ hotelId: hotel.id, by, isMember, before },
      })
      if (code && data.bookings.length === 0)
        throw new AppError('not_found', 'This hotel has no such booking.')
      return data
    },
  })
}

/** Returns the guest that a request means. @throws AppError `validation_failed` unless it names one way */
function readGuest({ codes, email }: Static<typeof EraseBody>): GuestOf {
  if (codes && email === undefined)
    return { codes: [...new Set(codes.map((code) => code.toUpperCase()))] }
  if (email !== undefined && !codes) return { email }
  throw refused('', 'required', 'Name the guest by codes or by e-mail address, not by both.')
}
