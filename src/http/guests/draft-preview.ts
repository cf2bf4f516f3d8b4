import { Type } from 'typebox'
import { readableBeside } from '../../domain/kernel/colour.ts'
import { draftPage } from '../../service/catalog/hotel-page.ts'
import { readBody } from '../api/body.ts'
import { HotelTextChanges } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { nullable, show } from '../api/schema.ts'
import { EmailSchema, PhoneSchema, strictObject, WebsiteSchema } from '../api/texts.ts'
import { HotelPageContentSchema, pageFields, withLogoPath } from '../catalog/hotel-page-shape.ts'
import { panelHotel } from '../doors/panel-hotel.ts'
import { sessionOf, tokens, unauthenticated } from '../doors/session.ts'
import { askBy } from './ask.ts'
import type { GuestPage, HotelPage, Visit } from './page-shape.ts'

const WHITE = '#ffffff'
const { logo: _, agreementTexts: __, ...facts } = pageFields
/** The facts of a page that are not saved yet. */
const DraftSchema = Type.Partial(
  strictObject({
    ...facts,
    phone: nullable(PhoneSchema),
    email: nullable(EmailSchema),
    website: nullable(WebsiteSchema),
    translations: HotelTextChanges,
  }),
)

/**
 * Shows the hotel's page to its owner as a change would leave it, before it is saved: the panel sends the session and
 * the change in form fields. Nothing of it is stored, kept or counted.
 */
export function draftPreview(context: Context, page: GuestPage): GuestPage {
  const { jwt } = tokens(context).decorator
  return async (visit) => {
    if (visit.problem) return await page(visit)
    const { session = '', draft = '' } = visit.form
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: draft,
    })
    const caller = await sessionOf(context, jwt, request)
    if (!caller) throw unauthenticated()
    const asked = { hotel: visit.slug ?? '' }
    const { hotel } = await panelHotel(context, caller.user, asked, { memberRole: 'owner' })
    const shown = shownOf(draftPage(hotel, await readBody(DraftSchema, request)))
    const query = new URLSearchParams(visit.query)
    // The page of a look has no script.
    query.set('preview', '1')
    const send = sendWith(visit, shown)
    const drawn = await page({
      ...{ ...visit, form: {}, query, send, ask: askBy(send), packIn: undefined },
    })
    return { ...drawn, counted: [] }
  }
}

/** Returns the members of a hotel's public page that a draft may change. */
function shownOf(hotel: ReturnType<typeof draftPage>) {
  const { phone, email, website, translations, colour } = hotel
  return {
    ...show(HotelPageContentSchema, withLogoPath(hotel)),
    ...{ phone, email, website, translations },
    readableColour: colour && readableBeside(colour, WHITE),
  }
}

/**
 * Sends calls to the public API as the visit does; the hotel's page is answered with the draft in it. The thread that
 * writes pages sends its calls through `send`.
 */
function sendWith({ send, slug }: Visit, shown: Partial<HotelPage>): Visit['send'] {
  const path = `/v1/hotels/${encodeURIComponent(slug ?? '')}`
  return async (...call) => {
    const answer = await send(...call)
    if (answer.isRefused || call[1].split('?')[0] !== path) return answer
    return { ...answer, text: JSON.stringify({ ...JSON.parse(answer.text), ...shown }) }
  }
}
