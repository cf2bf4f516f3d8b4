import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { type Form, UpdateSchema } from '../../domain/days/update.ts'
import type { ErrorCode } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'
import type { HeaderName } from '../api/headers.ts'
import { type Call, routes } from '../api/route.ts'
import { witness } from '../api/test-mode.ts'
import { actorOf, admitToHotel, partnerDoor } from '../doors/partner-key.ts'
import type { Pulls } from './availability-pull.ts'
import { historyOperation, listDayHistory } from './day-history.ts'
import { daysLeftText } from './fair-use.ts'
import { answerPull, next, pullOperation, soon } from './pull-request.ts'
import { keyPushBody, patchOperation, pushOperation } from './push-operation.ts'
import { type PushQuery, takePush } from './take-push.ts'

const HEADERS: HeaderName[] = ['Idempotency-Replayed']
/** Headers and errors of a push with an API key (idempotency). */
const keyed = {
  asks: {
    'Idempotency-Key':
      'Identifies the push for 24 hours: a repeat is not applied again and gets the same answer. Visible ASCII, such as a UUID. Keys belong to an API key.',
  },
  errors: [...pushOperation().errors, 'idempotency_conflict'] satisfies ErrorCode[],
}

type PartnerPush = { key: ApiKey; query: PushQuery } & Pick<Call, 'request' | 'set'>

/** Adds availability pull, push and history for partners (specification §4.1, contract §2). */
export function partnerAvailabilityRoutes(context: Context, pull: Pulls) {
  const { app, route } = routes('/v1/partner/availability', partnerDoor(context), 'Availability')

  const take =
    (form: Form) =>
    async ({ key, query, request, set }: PartnerPush) => {
      const { hotelId } = key
      const actor = actorOf(key)
      try {
        return await takePush(context, form, { hotelId, actor, key, query, request, set })
      } finally {
        set.headers.ratelimit += `, ${await daysLeftText(context, hotelId)}`
      }
    }

  route('GET', '', {
    id: 'pullAvailability',
    scope: 'availability:read',
    ...pullOperation,
    handle: ({ key, query, request, server, set }) => {
      const { roomCode, ...range } = query
      witness(request, () => (roomCode ? undefined : { type: 'days', ...range }))
      const readmit = () => admitToHotel(context, { request, server }, key.hotelId)
      const pulled = pull(key.hotelId, query, { request, readmit })
      return answerPull(context, key.hotelId, pulled, { request, set })
    },
  })

  route('PUT', '', {
    id: 'pushAvailability',
    scope: 'availability:write',
    ...pushOperation(HEADERS),
    ...keyed,
    description:
      'Upserts each (`roomCode`, `date`). `available` is absolute: rooms left to sell now. If the room type has `totalRooms`, the count is capped at `totalRooms + overbookingRooms` less the rooms this service has sold of the night (holds included); the warnings `sold_meanwhile` and, for holds, `held_meanwhile` have the rooms left and the bookings. With `seenThrough`, a cursor of `GET /changes` whose entries you have processed, later sales are deducted too, and so are holds (with `holds: "counted"` only holds later than the cursor); a count older than the stored one is skipped (`stale_push`): no late count sells a room twice. Without it `unseen_bookings` lists bookings of these nights that you have not acknowledged. `oversold` warns that more is sold than exists. An absent `priceCents` or `closed` keeps its stored value. A price more than five times, or less than a fifth of, the old one gets the warning `price_jump`. `partial` mode applies the good elements and reports the others; in `atomic` mode one bad element leaves everything unchanged; `dryRun=true` only reports. Every refused element is returned with its index, field, a stable code and a sentence; if nothing was written because of them, in a 422 with the report. A body has at most 4 MiB and may be sent with `Content-Encoding: gzip`. Under an `Idempotency-Key` every 200 and 207 is stored and returned again for 24 hours, byte for byte, for the same JSON value, `mode`, `onStale` and `onJump`; wholly refused pushes and dry runs are judged anew.',
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
    // Partners see the hotel's staff as ids, not names.
    handle: async ({ key, query }) =>
      listDayHistory(context, { hotelId: key.hotelId, actorOf: ({ actor }) => actor }, query),
  })

  return app
}
