import { Type } from 'typebox'
import { CANCELS_UNASKED_MAX, WAVE_MS } from '../../domain/accounts/step-up.ts'
import { CANCELS_MAX } from '../../domain/bookings/booking.ts'
import { flaw, refuseFlaws } from '../../domain/kernel/errors.ts'
import { cancelMany } from '../../service/bookings/cancel-many.ts'
import { isBeyondWave } from '../../store/bookings/wave.ts'
import type { Context } from '../api/context.ts'
import { patternText, strictObject } from '../api/texts.ts'
import type { AddPanelRoute } from '../doors/panel-hotel.ts'
import { CancelReportSchema, showCancelled } from './cancel-report-shape.ts'
import { Reason, simulate } from './end-bodies.ts'

const CODE = 'H7K2M9QWXR'
const CANCELLED = {
  ...{ code: CODE, status: 'cancelled', proof: 'none', rooms: 1 },
  nightsGivenBack: ['2027-04-01', '2027-04-02'],
} as const
const REFUSED = {
  ...{ code: 'ZZZZZZZZZZ', status: 'refused', problem: 'not_found' },
  detail: 'This hotel has no such booking.',
} as const

/** Adds the bulk cancellation, which waives every penalty (`contract-access`, *The alarm*). */
export function addCancelMany(route: AddPanelRoute, context: Context): void {
  route('POST', '/cancel', {
    id: 'cancelManyBookings',
    stepUpIf: 'bulk_cancel',
    memberRole: 'front_desk',
    summary: 'Cancel many bookings',
    description: `Cancels up to ${CANCELS_MAX} bookings without a penalty, each with its own revision and event; bookings already cancelled stay as they are. Only proven guests get a mail. \`simulate: true\` only reports the result.`,
    body: strictObject({
      codes: Type.Array(patternText('^[0-9A-Za-z]{1,40}$', 'a booking code'), {
        minItems: 1,
        maxItems: CANCELS_MAX,
      }),
      reason: Reason,
      simulate,
    }),
    examples: {
      'What would happen': { codes: [CODE], reason: 'Nobody answers', simulate: true },
      'Two bookings': { codes: [CODE, REFUSED.code], reason: 'Nobody answers' },
    },
    says: 'None was refused.',
    answer: CancelReportSchema,
    example: { cancelled: 1, refused: 0, results: [CANCELLED] },
    also: {
      207: {
        description: 'Some or all were refused; the others are cancelled.',
        schema: CancelReportSchema,
        example: { cancelled: 1, refused: 1, results: [CANCELLED, REFUSED] },
      },
    },
    handle: async ({ actor, hotel, needStepUp, body, set }) => {
      const { reason, simulate: isTried = false } = body
      const codes = readCodes(body.codes)
      if (!isTried && (await isStepUpNeeded(context, hotel.id, codes))) needStepUp('bulk_cancel')
      const many = { hotelId: hotel.id, codes, reason, isTried }
      const results = (await cancelMany(context, actor, many)).map(showCancelled)
      const refused = results.filter(({ status }) => status === 'refused').length
      if (refused > 0) set.status = 207
      const cancelled = results.length - refused
      return { cancelled, refused, results, ...(isTried && { simulated: true }) }
    },
  })
}

/** True if a bulk cancellation needs a step-up: it is large and reaches beyond a fresh wave of strangers. */
const isStepUpNeeded = async (
  { store, nowMs }: Context,
  hotelId: number,
  codes: readonly string[],
) =>
  codes.length > CANCELS_UNASKED_MAX &&
  (await isBeyondWave(store, { hotelId, codes, sinceMs: nowMs() - WAVE_MS }))

/** Returns the codes in upper case, as stored. @throws AppError `validation_failed` for a repeated code */
function readCodes(sent: readonly string[]): string[] {
  const codes = sent.map((code) => code.toUpperCase())
  refuseFlaws(
    codes.flatMap((code, at) =>
      codes.indexOf(code) < at ? [flaw(`/codes/${at}`, 'repeated', 'This code is repeated.')] : [],
    ),
  )
  return codes
}
