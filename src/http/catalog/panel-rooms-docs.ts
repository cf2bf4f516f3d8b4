import { Type } from 'typebox'
import { UPDATES_MAX } from '../../domain/limits.ts'
import { PanelUpdateSchema } from '../../domain/push.ts'
import {
  CurrencyCheck,
  panelPush,
  history as partnerHistory,
  pull as partnerPull,
} from '../availability/partner-availability-docs.ts'
import { withoutLimits } from '../docs.ts'
import { exampleDay } from '../example-day.ts'
import { RoomSchema } from '../shapes/hotel.ts'
import { pageOf } from '../shapes/schema.ts'
import { BODY_ERRORS, staffOperation } from './admin-docs-schemas.ts'
import { RoomPatch } from './admin-schemas.ts'

const tag = 'Panel' as const
const PanelPushBody = Type.Object({
  updates: Type.Array(PanelUpdateSchema, { minItems: 1, maxItems: UPDATES_MAX }),
  currency: CurrencyCheck,
})
const day = { roomCode: 'DBL', date: exampleDay(180) }

export const rooms = staffOperation({
  id: 'listPanelRooms',
  tag,
  summary: 'Room types of a hotel',
  description: 'All of them, on sale or not, by room code.',
  answers: { 200: { description: 'The room types.', schema: pageOf(RoomSchema) } },
  errors: ['not_found', 'validation_failed'],
})

export const changeRoom = staffOperation({
  id: 'changePanelRoom',
  tag,
  summary: 'Change a room type',
  description:
    'What is absent stays. Days that offer more than a lowered `totalRooms` offer as many as there are from then on.',
  body: { schema: RoomPatch, examples: { 'Another base price': { basePriceCents: 950_000 } } },
  answers: { 200: { description: 'The room type.', schema: RoomSchema } },
  errors: [...BODY_ERRORS, 'not_found'],
})

export const pull = ofManager(partnerPull, 'pullPanelAvailability')
export const push = {
  ...ofManager(panelPush, 'pushPanelAvailability', {
    schema: PanelPushBody,
    examples: {
      'Close a day': { updates: [{ ...day, closed: true }] },
      'Two rooms more': { updates: [{ ...day, availableBy: 2 }] },
    },
  }),
  description:
    'As a partner pushes, except that `available` may be left out, which keeps the rooms left as they are, and `availableBy` adds to them: nothing sold meanwhile is overwritten. An element sets at least one of `available`, `availableBy`, `priceCents` and `closed`, else it is refused as `required`. It takes no `Idempotency-Key`.',
}
export const history = ofManager(partnerHistory, 'listPanelDayHistory')

/** A partner's operation as the panel has it: with a session, of a hotel that may be another's. */
function ofManager(
  partners: typeof partnerPull,
  id: string,
  body?: NonNullable<Parameters<typeof staffOperation>[0]['body']>,
) {
  const { summary = '' } = partners
  const about = { id, tag, summary, answers: {}, ...(body && { body }) }
  const described = staffOperation({ ...about, errors: ['not_found'] })
  const { responses, ...session } = described
  return {
    ...partners,
    ...session,
    responses: { ...responses, ...withoutLimits(partners.responses) },
  }
}
