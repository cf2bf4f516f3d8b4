import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../http/api/context.ts'
import { noteKeyUses } from '../service/accounts/api-keys.ts'
import { noteSessionUses } from '../service/accounts/sessions.ts'
import { completeStays, expireHolds } from '../service/bookings/booking-passes.ts'
import { clearStrayGuests } from '../service/bookings/clear-stray-guests.ts'
import { eraseOldGuests } from '../service/bookings/guest-years.ts'
import { indexBookings } from '../service/bookings/index-words.ts'
import { foldSums } from '../service/bookings/sums.ts'
import { publishUnacked } from '../service/bookings/unacked.ts'
import { createPackPass } from '../service/days/pack-days.ts'
import { tellOversold } from '../service/days/tell-oversold.ts'
import { checkMailHealth } from '../service/mail-health.ts'
import { forgetAnswers, pruneOld } from '../service/retention.ts'
import { noteSiteUses } from '../service/sites/sites.ts'
import { closeDueMonths } from '../service/statements/closing-passes.ts'
import { createDemandWatch, noteBrakeRefusals } from '../service/strangers/demand-watch.ts'
import { writeWebCounts } from '../service/strangers/web-counts.ts'
import type { Term } from '../store/engine/lease.ts'
import { workerStore } from '../store/worker/worker-store.ts'
import type { createClockDoubt } from './clock-doubt.ts'
import { createClockWatch } from './clock-watch.ts'
import { createConnectionWatch } from './connection-watch.ts'
import { createDescriptorWatch } from './descriptors.ts'
import type { Loop } from './loops.ts'
import { tellDemand } from './tell-demand.ts'
import { createLoginWatch } from './tell-logins.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** From the start to the warm-up: whoever waited for the port to open, perhaps with a pull, is answered before. */
const WARM_UP_AFTER_MS = 100

type Guard = Awaited<ReturnType<typeof createClockDoubt>>
/** A pass of the worker; its store writes only within the term of the lease, and its signal ends with the term. */
type Pass = (worker: Context) => Promise<void>

/**
 * Lists the worker's loops with their intervals. Of all processes on the database only the worker runs them. Holds last
 * minutes, so they expire even if the clock is doubted; passes whose effects cannot be undone wait until it is trusted.
 */
export function workerLoops(context: Context, unlessDoubted: Guard): Loop[] {
  const asWorker = createAsWorker(context)
  const packDays = createPackPass()
  const watchDemand = createDemandWatch((alarm) => tellDemand(context.log, alarm))
  const loop = (name: string, everyMs: number, pass: Pass): Loop => ({
    name,
    everyMs,
    run: () => asWorker(pass),
  })
  const doubting = (name: string, everyMs: number, pass: Pass) =>
    loop(name, everyMs, (worker) => unlessDoubted(worker, () => pass(worker)))
  return [
    loop('expire_holds', SECOND_MS, (worker) => expireHolds(worker, worker.stopping)),
    loop('index_bookings', 2 * SECOND_MS, (worker) => indexBookings(worker, worker.stopping)),
    loop('fold_sums', 30 * SECOND_MS, foldSums),
    loop('unusual_demand', 20 * SECOND_MS, (worker) => watchDemand(worker, worker.stopping)),
    loop('publish_unacked', MINUTE_MS, (worker) => publishUnacked(worker, worker.stopping)),
    loop('pack_days', MINUTE_MS, (worker) => packDays(worker, worker.stopping)),
    doubting('complete_stays', MINUTE_MS, (worker) => completeStays(worker, worker.stopping)),
    doubting('close_statements', 5 * SECOND_MS, (worker) =>
      closeDueMonths(worker, worker.stopping),
    ),
    doubting('prune_old', HOUR_MS, (worker) => pruneOld(worker, worker.stopping)),
    doubting('forget_answers', HOUR_MS, (worker) => forgetAnswers(worker, worker.stopping)),
    doubting('erase_guests', MINUTE_MS, (worker) =>
      eraseOldGuests(worker, worker.stopping, (hotel, codes) =>
        worker.log.info('guest_erased', { hotel, codes }),
      ),
    ),
    loop('clear_stray_guests', MINUTE_MS, async (worker) => {
      if (await clearStrayGuests(worker, worker.stopping)) worker.log.info('stray_guests_cleared')
    }),
    doubting('tell_oversold', HOUR_MS, tellOversold),
  ]
}

/** Lists the loops of every process: they store what only this process has seen, or check what it must know at once. */
export const ownLoops = (context: Context): Loop[] => [
  {
    name: 'note_brake_refusals',
    everyMs: 5 * SECOND_MS,
    run: () => noteBrakeRefusals(context),
  },
  { name: 'note_key_uses', everyMs: MINUTE_MS, run: () => noteKeyUses(context, context.keyUses) },
  {
    name: 'note_site_uses',
    everyMs: MINUTE_MS,
    run: () => noteSiteUses(context, context.siteUses),
  },
  {
    name: 'note_session_uses',
    everyMs: MINUTE_MS,
    run: () => noteSessionUses(context, context.sessionUses),
  },
  {
    name: 'write_web_counts',
    everyMs: MINUTE_MS,
    run: () => writeWebCounts(context, context.webCounts),
  },
  // The first search after a start would read all hotels of its city.
  {
    name: 'warm_up',
    everyMs: HOUR_MS,
    isAwaited: true,
    run: async () => {
      await sleep(WARM_UP_AFTER_MS, undefined, { signal: context.stopping }).catch(() => {})
      for (const warmUp of context.warmUps) await warmUp(context.stopping)
    },
  },
  { name: 'watch_clock', everyMs: 10 * SECOND_MS, run: createClockWatch(context) },
  { name: 'watch_connections', everyMs: 10 * SECOND_MS, run: createConnectionWatch(context) },
  { name: 'watch_descriptors', everyMs: 5 * SECOND_MS, run: createDescriptorWatch(context) },
  { name: 'tell_logins', everyMs: MINUTE_MS, run: createLoginWatch(context) },
  // While mail is stuck, no hotel may make the first strangers wait for one.
  {
    name: 'look_at_mails',
    everyMs: 10 * SECOND_MS,
    isAwaited: true,
    run: () => watchMails(context),
  },
]

/** Checks if mails are stuck, and logs the beginning and the end of it. */
async function watchMails(context: Context): Promise<void> {
  const { log, mailHealth } = context
  const was = mailHealth.isStuck()
  await checkMailHealth(context)
  if (mailHealth.isStuck() === was) return
  if (was) log.info('mails_move_again')
  else
    log.warn('mails_stuck', { hint: 'the mail server accepts none: hotels count as without mail' })
}

/** Returns a function that runs a pass within the term of the lease, and nothing if this process is not the worker. */
function createAsWorker(context: Context): (pass: Pass) => Promise<void> {
  const { store } = context
  let last: { term: Term; worker: Context } | undefined

  function workerOf(term: Term) {
    const stopping = AbortSignal.any([context.stopping, term.over])
    return { term, worker: { ...context, store: workerStore(store, term), stopping } }
  }

  return async (pass) => {
    const term = store.lease.term()
    if (!term) return
    if (last?.term !== term) last = workerOf(term)
    await pass(last.worker).catch((error) => {
      // After its term a pass cannot write, and need not.
      if (term.stands()) throw error
    })
  }
}
