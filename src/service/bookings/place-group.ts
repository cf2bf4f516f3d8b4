import {
  expectSums,
  type GroupRecord,
  groupRecord,
  groupSizeFlaws,
  sizeOf,
} from '../../domain/bookings/group.ts'
import { refuseFlaws } from '../../domain/kernel/errors.ts'
import { isCodeTaken, listGroup } from '../../store/bookings/groups.ts'
import { currentSnapshot } from '../../store/catalog/catalog.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { batch } from '../../store/engine/pace.ts'
import { findListeners } from '../../store/webhooks/outbox.ts'
import { withinCredit } from '../agencies/credit.ts'
import { findAgencyAt } from '../agencies/terms.ts'
import type { Deps } from '../deps.ts'
import { findAnswer, keepAnswer } from '../kept-answers.ts'
import { queueProofMail } from '../mails/queue-mail.ts'
import { webGroupFlaws } from '../strangers/place-web.ts'
import { rolledBack } from './booking-record.ts'
import { checkOption, checkOrder, creditActOf, type PlacingContext } from './check-order.ts'
import { atOneInstant, NextTry, runParts, runTries, type Tries } from './group-parts.ts'
import type { GroupRequest } from './order.ts'
import { type PlacedStay, placeStay } from './place-stay.ts'
import { keptAnswer, type PlacedAnswer, replayPlaced } from './placed-answer.ts'

/** A reservation as placed, and the token that manages it, if it was made without a session. */
type PlacedGroup = { record: GroupRecord; isReplay: boolean; manageToken?: string | null }

/**
 * Sells the stays of one reservation, all or nothing, in the order sent: the next sees what the one before took
 * (contract-groups, *Several rooms, one reservation*). Each stay is a booking with an event of its own. The limits on
 * strangers judge the group as one booking, and it waits for the mailed link as a whole.
 *
 * @throws AppError `not_found`, `forbidden`, `price_changed` with the total of the whole, `idempotency_conflict`,
 *   `validation_failed` with `group_too_large`, and the reasons of all stays that fail, with their places
 */
export const placeGroup = (deps: Deps, request: GroupRequest): Promise<PlacedGroup> =>
  runTries(
    deps,
    (tx, tries) => placeInTx(tx, deps, request, tries),
    (body) => deps.store.tx(body, { waitsAt: request.hotel.id }),
  )

/**
 * Answers as `placeGroup` would, and keeps nothing: the order is placed and rolled back, so that the two cannot differ.
 *
 * @throws AppError as `placeGroup`
 */
export async function quoteGroup(deps: Deps, request: GroupRequest): Promise<GroupRecord> {
  const inTx: Deps['store']['tx'] = (body) => rolledBack(deps, body)
  const place = (tx: Tx, tries: Tries) => placeInTx(tx, deps, request, tries)
  return (await runTries(deps, place, inTx)).record
}

async function placeInTx(
  tx: Tx,
  deps: Deps,
  request: GroupRequest,
  tries: Tries,
): Promise<PlacedGroup> {
  const { idempotency } = request
  const [, earlier, snapshot, agency, listeners] = await batch(
    lockHotel(tx, request.hotel.id),
    idempotency && findAnswer<PlacedAnswer<GroupRecord>>(tx, deps, idempotency),
    currentSnapshot(tx, request),
    findAgencyAt(tx, request.hotel.id, request.source.agencyId),
    findListeners(tx, request.hotel.id),
  )
  if (earlier) {
    const find = async (handle: Tx, code: string) => (await listGroup(handle, code))[0]
    const replayed = await replayPlaced(tx, deps, earlier, { booker: request, find })
    return { ...replayed, isReplay: true }
  }
  const context = { ...snapshot, agency, listeners }
  const placed = await withinCredit(tx, creditActOf(context, request), () =>
    placeStays(tx, atOneInstant(deps), context, { request, tries }),
  )
  const record = groupRecord(placed.map((each) => each.record))
  expectSums(request, record)
  const { booking, isAsked } = placed[0]!
  if (isAsked) await queueProofMail(tx, deps, { booking, hotel: snapshot.hotel })
  if (idempotency) {
    const answer = keptAnswer(deps, record, request)
    await keepAnswer(tx, deps, idempotency, { bookingCode: record.code, answer })
  }
  const token = request.isAnonymous && { manageToken: deps.tokens.manage(booking) }
  return { record, isReplay: false, ...token }
}

/** Places the stays under a new group code. @throws AppError as `placeGroup`; `NextTry` */
async function placeStays(
  tx: Tx,
  deps: Deps,
  context: PlacingContext,
  { request, tries }: { request: GroupRequest; tries: Tries },
): Promise<PlacedStay[]> {
  const stays = request.stays.map(({ stay }) => stay)
  checkOrder(context, request, stays[0]!)
  checkOption(deps, context, request, stays)
  const isOfWeb = !request.isStaff && request.source.type === 'web'
  refuseFlaws([...groupSizeFlaws(stays), ...(isOfWeb ? webGroupFlaws(context.hotel, stays) : [])])
  const groupCode = await newGroupCode(tx, deps)
  const group = { groupCode, whole: sizeOf(stays), isAsked: tries.isAsked }
  const numbered = request.stays.map((ordered, index) => ({ ordered, groupPosition: index + 1 }))
  const placed = await runParts(tx, tries, numbered, ({ ordered, groupPosition }) =>
    placeStay(tx, deps, context, {
      ...{ order: request, ordered },
      group: { ...group, groupPosition },
    }),
  )
  const asked = placed.filter(({ isAsked }) => isAsked)
  if (asked.length > 0 && asked.length < placed.length) throw new NextTry({ isAsked: true })
  return placed
}

/** Draws a code that no booking and no group has. */
async function newGroupCode(tx: Tx, { newCode }: Deps): Promise<string> {
  for (;;) {
    const code = newCode()
    if (!(await isCodeTaken(tx, code))) return code
  }
}
