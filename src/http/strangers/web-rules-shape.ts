import { Type } from 'typebox'
import { renderSVG } from 'uqr'
import { refuseFlaws } from '../../domain/kernel/errors.ts'
import {
  BRAKE_LIFT_DAYS_MAX,
  brakeLiftFlaws,
  type StrangerLimits,
  WEB_NIGHTS_MAX,
  WEB_PROOFS,
  WEB_ROOMS_MAX,
  type WebRules,
} from '../../domain/strangers/strangers.ts'
import type { WebFigures } from '../../service/strangers/web-figures.ts'
import { oneOf } from '../api/query.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'
import { InstantText, readInstant } from '../api/texts.ts'

/** The largest booking of a guest, in rooms and nights. */
export const WebBoundsSchema = Type.Object({
  webMaxRooms: Type.Integer({ description: 'Rooms of one booking of a guest, at most.' }),
  webMaxNights: Type.Integer({ description: 'Its nights, at most.' }),
})

/** A hotel's limits on web bookings by strangers (`contract-access`, *What strangers may take*). */
export const WebRulesSchema = Type.Object({
  ...WebBoundsSchema.properties,
  webProof: Type.String({
    enum: [...WEB_PROOFS],
    description:
      'Bookings of strangers that need a mailed link: none, those past a share of each night, or all. Without mail none do.',
  }),
  webBrakeLiftedUntil: nullable(
    Instant,
    'The brake on strangers is lifted until then; null: it is not.',
  ),
})

const count = Type.Integer()
/** A hotel's limits on web bookings, with figures. */
export const WebBookingsSchema = namedObject('WebBookings', {
  ...WebRulesSchema.properties,
  limits: words('all', 'night', 'none'),
  rooms: Type.Integer({ description: 'Rooms of the hotel.' }),
  hasMail: Type.Boolean({ description: 'Proof by mail is possible now.' }),
  unprovenRooms: nullable(count, 'Most rooms sold per night without proof; null: no proof needed.'),
  heldRooms: Type.Integer({ description: 'Most rooms per night on unconfirmed holds.' }),
  dayRoomNights: Type.Integer({
    description: 'Confirmed within 24 hours by strangers and guests proven by mail.',
  }),
  ...{ dayMax: count, weekRoomNights: count, weekMax: count },
  page: nullable(
    Type.Object({
      url: Type.String(),
      qr: Type.String({ description: 'A QR code of it, as SVG.' }),
    }),
    'The hotel’s page for guests; null: such pages are not served.',
  ),
})

export const showWebBookings = (
  hotel: WebRules,
  { taken, bounds, ...figures }: WebFigures,
  { limits, pageUrl }: { limits: StrangerLimits; pageUrl: string | null },
) =>
  show(WebBookingsSchema, {
    ...hotel,
    ...figures,
    limits,
    // The quiet zone of a printed code is four modules wide (ISO 18004).
    page:
      pageUrl === null ? null : { url: pageUrl, qr: renderSVG(pageUrl, { border: 4, ecc: 'M' }) },
    ...{ dayRoomNights: taken.day, dayMax: bounds.day },
    ...{ weekRoomNights: taken.week, weekMax: bounds.week },
  })

/** The settings of `WebRulesSchema` in a body. */
export const webRulesFields = {
  webMaxRooms: Type.Integer({ minimum: 1, maximum: WEB_ROOMS_MAX }),
  webMaxNights: Type.Integer({ minimum: 1, maximum: WEB_NIGHTS_MAX }),
  webProof: oneOf(...WEB_PROOFS),
  webBrakeLiftedUntil: nullable(InstantText, `At most ${BRAKE_LIFT_DAYS_MAX} days ahead.`),
}

/**
 * Reads the settings of a body.
 *
 * @throws AppError `validation_failed` if the brake would be lifted for too long, or until a past time
 */
export function readWebRules<Body extends { webBrakeLiftedUntil?: string | null }>(
  { webBrakeLiftedUntil: until, ...rest }: Body,
  nowMs: number,
): Omit<Body, 'webBrakeLiftedUntil'> & Pick<Partial<WebRules>, 'webBrakeLiftedUntilMs'> {
  if (until === undefined) return rest
  if (until === null) return { ...rest, webBrakeLiftedUntilMs: null }
  const webBrakeLiftedUntilMs = readInstant('/webBrakeLiftedUntil', until)
  refuseFlaws(brakeLiftFlaws(webBrakeLiftedUntilMs, nowMs))
  return { ...rest, webBrakeLiftedUntilMs }
}
