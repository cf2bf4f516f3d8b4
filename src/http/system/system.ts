import { BACKLOG_ALARM_MS } from '../../domain/dashboards/dashboard.ts'
import { instantOrNull, instantText } from '../../domain/kernel/date.ts'
import { countUnindexed } from '../../store/bookings/candidates.ts'
import { countBookings } from '../../store/bookings/sums/booking-counts.ts'
import { countWaitingMails } from '../../store/mails/mail-lists.ts'
import {
  findOldestMail,
  listRefusedMails,
  listWebhookTroubles,
  type WebhookTrouble,
} from '../../store/system/troubles.ts'
import { countEndpoints } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { type System, SystemSchema } from './system-shape.ts'

const REFUSED_MAILS_MS = 7 * 24 * 60 * 60 * 1_000

/** The system page for the operator of the service (issue 18). */
export function systemRoutes(context: Context) {
  const { app, route } = routes('/v1/admin/system', sessionDoor(context, 'admin'), 'Administration')

  route('GET', '', {
    id: 'getSystem',
    summary: 'State of the service',
    description:
      'Size, free space and last backup of the database, if known; the worker; hotels with failing webhooks or mails, and vendors with failing webhooks, by name.',
    says: 'The state of the service.',
    answer: SystemSchema,
    handle: async () => await readSystem(context),
  })

  return app
}

async function readSystem({ store, nowMs, hotelOf, counts }: Context): Promise<System> {
  const { long, lease } = store
  const vitals = await store.vitals()
  const { troubles, isAll } = await listWebhookTroubles(long, nowMs() - BACKLOG_ALARM_MS)
  const refused = await listRefusedMails(long, nowMs() - REFUSED_MAILS_MS)
  const oldestMs = await findOldestMail(long)
  const holder = await lease.look()
  const { on, failing, switchedOff, pending } = await countEndpoints(long)
  const { made } = await countBookings(long)
  const named = async (hotelId: number) => {
    if (hotelId <= 0) return { hotelSlug: null, hotelName: null }
    const { hotel } = await hotelOf(hotelId)
    return { hotelSlug: hotel.slug, hotelName: hotel.name }
  }
  return {
    database: {
      engine: vitals.engine,
      sizeBytes: vitals.sizeBytes,
      freeBytes: vitals.freeBytes,
      backedUpAt: instantOrNull(vitals.backedUpAtMs),
      backupBytes: vitals.backupBytes,
      backupFailure: vitals.backupFailure,
      backupKnown: vitals.isBackupKnown,
      backupCommand: vitals.backupCommand,
      lateIndexes: [...vitals.lateIndexes],
      bookingsUnindexed: await countUnindexed(long),
    },
    process: {
      residentBytes: process.memoryUsage.rss(),
      requests: counts.requests,
      refused: counts.problems['4xx'],
      failed: counts.problems['5xx'],
      clockAheadMs: store.clock.aheadMs(),
    },
    bookingsMade: made,
    endpoints: { on, failing, switchedOff, pending },
    worker: { here: lease.term() !== undefined, holder: holder?.holder ?? null },
    webhooks: await Promise.all(
      troubles.toSorted(gravest).map(async ({ hotelId, oldestAtMs, ...counts }) => ({
        ...(await named(hotelId ?? 0)),
        ...counts,
        oldestPendingAt: instantOrNull(oldestAtMs),
      })),
    ),
    webhooksComplete: isAll,
    mails: {
      waiting: await countWaitingMails(long),
      oldestDueAt: instantOrNull(oldestMs ?? null),
      refused: await Promise.all(
        refused.map(async ({ hotelId, mails, lastAtMs, answer }) => ({
          ...(await named(hotelId)),
          ...{ mails, answer, lastAt: instantText(lastAtMs) },
        })),
      ),
    },
  }
}

/** Sorts by switched-off endpoints, then failing ones, then waiting deliveries. */
const gravest = (a: WebhookTrouble, b: WebhookTrouble) =>
  b.switchedOff - a.switchedOff || b.failing - a.failing || b.pending - a.pending
