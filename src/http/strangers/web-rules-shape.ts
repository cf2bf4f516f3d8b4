import { Type } from 'typebox'
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

/** Rooms and nights that a guest books at once, at most. */
export const WebBoundsSchema = Type.Object({
  webMaxRooms: Type.Integer({ description: 'Rooms of one booking of a guest, at most.' }),
  webMaxNights: Type.Integer({ description: 'Its nights, at most.' }),
})

/** What a hotel lets strangers book (`contract-access`, *What strangers may take*). */
export const WebRulesSchema = Type.Object({
  ...WebBoundsSchema.properties,
  webProof: Type.String({
    enum: [...WEB_PROOFS],
    description:
      'Which bookings of strangers wait for a mailed link: none, those past a share of each night, or all. Without mail none does.',
  }),
  webBrakeLiftedUntil: nullable(Instant, 'Until then strangers are not braked; null: they are.'),
})

const count = Type.Integer()
/** What a hotel lets strangers book, in figures. */
export const WebBookingsSchema = namedObject('WebBookings', {
  ...WebRulesSchema.properties,
  limits: words('all', 'night', 'none'),
  rooms: Type.Integer({ description: 'Of the hotel.' }),
  hasMail: Type.Boolean({ description: 'Guests can be asked for proof by mail now.' }),
  unprovenRooms: nullable(count, 'Sold a night without proof, at most; null: nobody is asked.'),
  heldRooms: Type.Integer({ description: 'Of a night, waiting to be confirmed, at most.' }),
  dayRoomNights: Type.Integer({
    description: 'Confirmed within 24 hours by strangers and people proven by mail.',
  }),
  ...{ dayMax: count, weekRoomNights: count, weekMax: count },
})

export const showWebBookings = (
  hotel: WebRules,
  { taken, bounds, ...figures }: WebFigures,
  limits: StrangerLimits,
) =>
  show(WebBookingsSchema, {
    ...hotel,
    ...figures,
    limits,
    ...{ dayRoomNights: taken.day, dayMax: bounds.day },
    ...{ weekRoomNights: taken.week, weekMax: bounds.week },
  })

/** The settings in a body. */
export const webRulesFields = {
  webMaxRooms: Type.Integer({ minimum: 1, maximum: WEB_ROOMS_MAX }),
  webMaxNights: Type.Integer({ minimum: 1, maximum: WEB_NIGHTS_MAX }),
  webProof: oneOf(...WEB_PROOFS),
  webBrakeLiftedUntil: nullable(InstantText, `At most ${BRAKE_LIFT_DAYS_MAX} days ahead.`),
}

/**
 * What a body says of them.
 *
 * @throws AppError `validation_failed` where the brake would be lifted for too long, or until before now
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
