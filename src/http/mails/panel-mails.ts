import { Type } from 'typebox'
import { MAILS_PER_HOUR } from '../../domain/mails/mail.ts'
import { changeHotel } from '../../service/catalog/catalog.ts'
import { listMails } from '../../store/mails/mail-lists.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { routes } from '../api/route.ts'
import { nullable, pageOf } from '../api/schema.ts'
import { EmailSchema, LanguageSchema, strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { MailSchema, MailSettingsSchema, showMail, showMailSettings } from './mail-shape.ts'

/** Adds the mail settings and the mail log of a hotel (issue 17). */
export function panelMailRoutes(context: Context) {
  const { store, isMailing } = context
  const { app, route } = routes('/v1/panel/mails', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listMails',
    memberRole: 'any',
    summary: 'Log of mails, newest first',
    description: `\`unknown\`: the mail server received it and did not answer; \`dropped\`: more than ${MAILS_PER_HOUR} an hour to an unproven address.`,
    query: pageParameters(),
    says: 'A page.',
    answer: Type.Object({ settings: MailSettingsSchema, ...pageOf(MailSchema).properties }),
    handle: async ({ hotel, query }) => {
      const listed = await page(query, {
        of: ['mails', hotel.id],
        by: { seq: 0 },
        rows: (before, limit) => listMails(store, hotel.id, { before, limit }),
        show: showMail,
      })
      return { settings: showMailSettings(hotel, isMailing), ...listed }
    },
  })

  route('PATCH', '', {
    id: 'changeMailSettings',
    memberRole: 'owner',
    summary: 'Change the mail settings',
    description:
      '`mailGuests`: false if the hotel’s own system mails its guests. `mailAddress`: for alarms.',
    body: Type.Partial(
      strictObject({
        mailGuests: Type.Boolean(),
        mailLanguage: LanguageSchema,
        mailAddress: nullable(EmailSchema),
      }),
    ),
    examples: { 'Mail guests': { mailGuests: true } },
    says: 'The settings.',
    answer: MailSettingsSchema,
    handle: async ({ actor, hotel: { id }, body }) =>
      showMailSettings(await changeHotel(context, actor, id, body), isMailing),
  })

  return app
}
