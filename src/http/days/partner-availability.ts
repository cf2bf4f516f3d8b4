import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { type Form, UpdateSchema } from '../../domain/days/update.ts'
import type { ErrorCode } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'
import type { HeaderName } from '../api/headers.ts'
import { type Call, routes } from '../api/route.ts'
import { witness } from '../api/test-mode.ts'
import { actorOf, partnerDoor } from '../doors/partner-key.ts'
import type { Pulls } from './availability-pull.ts'
import { historyOperation, listDayHistory } from './day-history.ts'
import { daysLeftText } from './fair-use.ts'
import { answerPull, next, pullOperation, soon } from './pull-request.ts'
import { keyPushBody, patchOperation, pushOperation } from './push-operation.ts'
import { type PushQuery, takePush } from './take-push.ts'

const HEADERS: HeaderName[] = ['Idempotency-Replayed']
/** Of a push with an API key. */
const keyed = {
  asks: {
    'Idempotency-Key':
      'Names the push, for 24 hours: sent again it is not done again, but answered the same. Visible ASCII, such as a UUID. Each API key has its own.',
  },
  errors: [...pushOperation().errors, 'idempotency_conflict'] satisfies ErrorCode[],
}

type PartnerPush = { key: ApiKey; query: PushQuery } & Pick<Call, 'request' | 'set'>

/** Availability pull, push and history (specification §4.1, contract §2). */
export function partnerAvailabilityRoutes(context: Context, pull: Pulls) {
  const { app, route } = routes('/v1/partner/availability', partnerDoor(context), 'Availability')

  const take =
    (form: Form) =>
    async ({ key, query, request, set }: PartnerPush) => {
      const { hotelId } = key
      const actor = actorOf(key)
      try {
        return await takePush(context, form, { hotelId, actor, key, query, request })
      } finally {
        set.headers.ratelimit += `, ${await daysLeftText(context, hotelId)}`
      }
    }

  route('GET', '', {
    id: 'pullAvailability',
    scope: 'availability:read',
    ...pullOperation,
    handle: ({ key, query, request, set }) => {
      const { roomCode, ...range } = query
      witness(request, () => (roomCode ? undefined : { type: 'days', ...range }))
      return answerPull(context, pull, key.hotelId, { query, request, set })
    },
  })

  route('PUT', '', {
    id: 'pushAvailability',
    scope: 'availability:write',
    ...pushOperation(HEADERS),
    ...keyed,
    description:
      'An upsert for each (`roomCode`, `date`). `available` is absolute: rooms left to sell now. Where the room type has `totalRooms`, it is stored as at most `totalRooms + overbookingRooms` less what this service has sold of the night (holds included), and the warnings `sold_meanwhile` and, for holds, `held_meanwhile` name what is left and the bookings; with `seenThrough`, a cursor of `GET /changes` whose entries you have processed, what was sold after it is taken off too, and what is on hold (with `holds: "counted"` only what was not at the cursor), and a count older than the one that stands is left out (`stale_push`): no late count sells a room twice. Without it `unseen_bookings` names bookings of these nights that you have not acknowledged. `oversold` says that more is sold than there is. A `priceCents` or `closed` left out keeps its stored value. A price more than five times, or less than a fifth of, the one that it replaces is told as `price_jump`. In `partial` mode the good elements are applied and the others reported; in `atomic` mode one bad element leaves everything as it was; `dryRun=true` only reports. Every refused element comes back with its index, field, a stable code and a sentence; when nothing was written for them, in a 422 that carries the report. A body has at most 4 MiB and may be sent with `Content-Encoding: gzip`. Under an `Idempotency-Key` every 200 and 207 is kept and answered again for 24 hours, byte for byte, to the same JSON value, `mode`, `onStale` and `onJump`; what was refused as a whole and dry runs are judged anew.',
    body: keyPushBody(UpdateSchema),
    examples: {
      'Open a day with a price': {
        updates: [{ roomCode: 'DBL', date: soon, available: 4, priceCents: 950000, closed: false }],
      },
      'Close a day': { updates: [{ roomCode: 'DBL', date: soon, available: 0, closed: true }] },
      'Only the count, price as stored': {
        updates: [{ roomCode: 'DBL', date: next, available: 3 }],
      },
    },
    handle: take('put'),
  })

  route('PATCH', '', {
    id: 'patchAvailability',
    scope: 'availability:write',
    ...patchOperation(HEADERS),
    ...keyed,
    handle: take('patch'),
  })

  route('GET', '/history', {
    id: 'listDayHistory',
    scope: 'availability:read',
    ...historyOperation,
    // To a partner the hotel's people are ids, not names.
    handle: async ({ key, query }) =>
      listDayHistory(context, { hotelId: key.hotelId, actorOf: ({ actor }) => actor }, query),
  })

  return app
}
