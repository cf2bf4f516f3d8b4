import { type Static, Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { listRevisionsOfEach } from '../../store/bookings/booking-trail.ts'
import { listPaymentsOfEach } from '../../store/bookings/desk.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { batch, runSliced } from '../../store/engine/pace.ts'
import { listDeskAudit } from '../../store/history/audit.ts'
import { AuditEntrySchema, showAuditEntry } from '../api/audit-shape.ts'
import type { Context } from '../api/context.ts'
import { namedObject } from '../api/schema.ts'
import { PaymentSchema, showPayment } from './desk-shape.ts'
import { RevisionSchema, showRevisions, showRevisionsToAgency } from './revision-shape.ts'

/** Maximum of revisions of each stay, and of desk entries of all stays. */
const STAY_REVISIONS_MAX = 50
const ENTRIES_MAX = 500

const stay = { code: Type.String(), revisions: Type.Array(RevisionSchema) }
const whole = { code: Type.String(), hotelSlug: Type.String() }

/** The history of a reservation for its agency: the revisions of each stay. */
export const AgencyGroupTrailSchema = namedObject('AgencyGroupTrail', {
  ...whole,
  stays: Type.Array(Type.Object(stay)),
})

/** The history of a reservation for its hotel: also the payments and the desk history of each stay. */
export const PanelGroupTrailSchema = namedObject('PanelGroupTrail', {
  ...whole,
  stays: Type.Array(
    Type.Object({
      ...stay,
      payments: Type.Array(PaymentSchema),
      deskHistory: Type.Array(AuditEntrySchema),
    }),
  ),
})

/** The operation that reads the history of a reservation, without its answer. */
export const GROUP_TRAIL = {
  summary: 'History of a reservation of several stays',
  description: `By stay, newest first, at most ${STAY_REVISIONS_MAX} revisions of each.`,
  says: 'The history.',
}

/** Reads the history of a reservation for its agency. @param groupCode of a reservation that the caller may read */
export async function readAgencyGroupTrail(
  context: Context,
  groupCode: string,
): Promise<Static<typeof AgencyGroupTrailSchema>> {
  const { bookings, revisionsOf } = await context.store.snapshot(async (handle) => {
    const bookings = await listGroup(handle, groupCode)
    return { bookings, revisionsOf: await readRevisions(handle, bookings) }
  })
  const stays = await showEach(bookings, ({ code }) => ({
    code,
    revisions: showRevisionsToAgency(revisionsOf.get(code) ?? [], STAY_REVISIONS_MAX),
  }))
  return { ...(await placeOf(context, bookings)), stays }
}

/** Reads the history of a reservation for its hotel. @param groupCode of a reservation of the hotel */
export async function readPanelGroupTrail(
  context: Context,
  groupCode: string,
): Promise<Static<typeof PanelGroupTrailSchema>> {
  const { bookings, read } = await context.store.snapshot(async (handle) => {
    const bookings = await listGroup(handle, groupCode)
    const codes = bookings.map(({ code }) => code)
    const read = await batch(
      readRevisions(handle, bookings),
      listPaymentsOfEach(
        handle,
        bookings.map(({ id }) => id),
      ),
      listDeskAudit(handle, bookings[0]!.hotelId, codes, ENTRIES_MAX),
    )
    return { bookings, read }
  })
  const [revisionsOf, payments, entries] = read
  const entriesOf = Map.groupBy(entries, ({ entityId }) => entityId)
  const stays = await showEach(bookings, ({ id, code }) => ({
    code,
    revisions: showRevisions(revisionsOf.get(code) ?? [], STAY_REVISIONS_MAX),
    payments: (payments.get(id) ?? []).map(showPayment),
    deskHistory: (entriesOf.get(code) ?? []).map(showAuditEntry),
  }))
  return { ...(await placeOf(context, bookings)), stays }
}

/** Reads one revision more than is shown of each stay: the last one shown is compared with it. */
const readRevisions = (handle: Handle, bookings: readonly Booking[]) =>
  listRevisionsOfEach(handle, bookings, STAY_REVISIONS_MAX + 1)

async function placeOf({ hotelOf }: Context, [first]: readonly Booking[]) {
  const { hotelId, groupCode } = first!
  return { code: groupCode!, hotelSlug: (await hotelOf(hotelId)).hotel.slug }
}

/** Shows the stays one after the other: the comparisons of a long history take their time. */
const showEach = <Shown>(bookings: readonly Booking[], show: (booking: Booking) => Shown) =>
  runSliced(
    (function* () {
      const shown: Shown[] = []
      for (const booking of bookings) {
        shown.push(show(booking))
        yield
      }
      return shown
    })(),
  )
