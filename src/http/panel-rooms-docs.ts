import { BODY_ERRORS, pageSchema, RoomSchema, staffOperation } from './admin-docs-schemas.ts'
import { RoomPatch } from './admin-schemas.ts'
import { pull as partnerPull, push as partnerPush } from './partner-availability-docs.ts'

const tag = 'Panel'
const OF_A_MANAGER = { tags: [tag], security: [{ session: [] }] }

export const rooms = staffOperation({
  id: 'listPanelRooms',
  tag,
  summary: 'Room types of a hotel',
  description: 'All of them, on sale or not, by room code.',
  answers: { 200: { description: 'The room types.', schema: pageSchema(RoomSchema) } },
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

export const pull = { ...partnerPull, ...OF_A_MANAGER, operationId: 'pullPanelAvailability' }
export const push = { ...partnerPush, ...OF_A_MANAGER, operationId: 'pushPanelAvailability' }
