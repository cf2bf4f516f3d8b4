import {
  MAIL_EXCHANGE_MS_MAX,
  MAIL_VERDICT_MS_MAX,
  type MailResult,
  mailRetryMs,
} from '../domain/mails/mail.ts'
import { errorFacts, type Log } from '../log.ts'
import type { Term } from '../store/engine/lease.ts'
import { batch } from '../store/engine/pace.ts'
import {
  findNextMail,
  hasMailLeases,
  leaseMails,
  listDueMails,
  type MailSettlement,
  releaseMailLeases,
  settleMail,
} from '../store/mails/mail-claims.ts'
import { forgetRefusals } from '../store/mails/mail-health.ts'
import {
  isAboutBooking,
  isAboutHotel,
  isAboutLink,
  isAboutStatement,
  type Mail,
} from '../store/mails/mails.ts'
import type { Store } from '../store/open.ts'
import { workerStore } from '../store/worker/worker-store.ts'
import type { PassSender } from './lane.ts'
import { type AccountLetterWorld, accountLetterOf, isOutdated } from './mail/account-letter.ts'
import { demandLetterOf } from './mail/demand-letter.ts'
import { type LetterWorld, letterOf } from './mail/letter.ts'
import { findItsMatter, type Matter } from './mail/matter.ts'
import { isReminderOver } from './mail/option-letter.ts'
import { planMails } from './mail/plan.ts'
import { isAnswered } from './mail/proof-letter.ts'
import type { Letter, Post, Verdict } from './mail/smtp.ts'
import { statementLetterOf } from './mail/statement-letter.ts'

/** Dependencies of the mail sender, passed in so that tests can replace them. */
export type MailWorld = LetterWorld &
  AccountLetterWorld & {
    store: Store
    log: Log
    nowMs: () => number
    /** Between 0 and 1. */
    random: () => number
    post: Post
    /** Receives the outcome of each attempt, for the metrics. */
    onAttempt?: (outcome: MailResult) => void
  }

/**
 * The outcome of an attempt. `dropped`: nothing is left to send; `unwritten`: a defect of this service, to be retried.
 */
type MailOutcome = Verdict | { outcome: 'dropped' | 'unwritten'; answer: string }

const LINK_ENDED: MailOutcome = {
  outcome: 'dropped',
  answer: 'The link ended before the mail could be sent.',
}

const REMINDER_OVER: MailOutcome = {
  outcome: 'dropped',
  answer: 'What it reminds of ended or was moved before the mail could be sent.',
}

/** Concurrent mails, each on its own connection. */
const MAILS_AT_ONCE = 8
/** Mails read per pass. */
const MAILS_PER_PASS = 50
/** Longer than an attempt and the pass that settles it. */
const LEASE_MS = MAIL_EXCHANGE_MS_MAX + MAIL_VERDICT_MS_MAX + 20_000

/**
 * Sends queued mails, one pass at a time, while this process is the worker (it holds the lease); afterwards it neither
 * sends nor writes. A mail goes out once, unless a process ended in the middle of sending it.
 *
 * @param onEnded called when an attempt has ended and waits for the next pass
 */
export function createMailSender(
  world: MailWorld,
  term: Term,
  onEnded: () => void,
): PassSender & { underWay: () => number } {
  const { nowMs } = world
  const store = workerStore(world.store, term)
  const attempts = createAttempts(world, term, onEnded)
  let isRecovered = false
  let isStopping = false

  const look = (limit: number) => ({ nowMs: nowMs(), limit, except: [...attempts.begun.keys()] })

  async function pass(): Promise<number | undefined> {
    // This process is the only worker: mails leased now were in progress when another worker ended.
    if (!isRecovered && (await hasMailLeases(store)))
      await store.tx((tx) => releaseMailLeases(tx, nowMs()))
    isRecovered = true
    const limit = isStopping ? 0 : MAILS_AT_ONCE - attempts.running.size
    const isDue = limit > 0 && (await listDueMails(store, look(1))).length > 0
    if (attempts.hasEnded() || isDue) return await work(limit)
    return await findNextMail(store, nowMs())
  }

  async function work(limit: number): Promise<number | undefined> {
    const settling = attempts.takeEnded()
    try {
      const { begin, isMore, matters } = await store.tx(async (tx) => {
        for (const one of settling) await settleMail(tx, one, nowMs())
        if (settling.some(({ state }) => state === 'sent')) await forgetRefusals(tx)
        const due = limit > 0 ? await listDueMails(tx, look(MAILS_PER_PASS)) : []
        const room = { limit, nowMs: nowMs(), underWay: [...attempts.begun.values()] }
        const plan = await planMails(tx, due, room)
        const seqs = plan.begin.map(({ seq }) => seq)
        await leaseMails(tx, seqs, nowMs() + LEASE_MS)
        const matters = await batch(...plan.begin.map((mail) => findItsMatter(tx, mail)))
        return { ...plan, matters }
      })
      for (const [index, mail] of begin.entries()) attempts.start(mail, matters[index]!)
      return isMore ? nowMs() : undefined
    } catch (error) {
      // The transaction wrote nothing: a later pass settles these.
      attempts.putBack(settling)
      throw error
    }
  }

  async function stop(graceMs: number): Promise<void> {
    isStopping = true
    await attempts.finish(graceMs)
    if (term.stands()) await pass()
  }

  function abandon(): void {
    isStopping = true
    attempts.abort()
  }

  return { pass, stop, abandon, underWay: () => attempts.running.size }
}

/** The attempts to send mails that run at the moment, and those that have ended and are not written yet. */
function createAttempts(world: MailWorld, term: Term, onEnded: () => void) {
  const { nowMs, log } = world
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  /** Attempts not written yet. They dedupe: a clock set forward expires their leases, yet none is begun twice. */
  const begun = new Map<number, Mail>()
  let ended: MailSettlement[] = []

  function start(mail: Mail, matter: Matter): void {
    // Another process has the lease, or will have it, and sends the mail as the worker.
    if (!term.stands()) return
    begun.set(mail.seq, mail)
    const askedAtMs = nowMs()
    const done = attempt(mail, matter)
      .catch((error): MailOutcome => {
        // A defect; a later version may succeed.
        log.error('mail_failed', { mailId: mail.id, ...errorFacts(error) })
        return { outcome: 'unwritten', answer: 'The service could not write this mail.' }
      })
      .then((verdict) => {
        if (verdict) {
          world.onAttempt?.(verdict.outcome)
          ended.push(settlementOf(world, mail, verdict, askedAtMs))
        } else begun.delete(mail.seq)
      })
      .finally(() => {
        running.delete(done)
        onEnded()
      })
    running.add(done)
  }

  async function attempt(mail: Mail, matter: Matter): Promise<MailOutcome | undefined> {
    const letter = await write(world, mail, matter)
    return 'outcome' in letter ? letter : await world.post(letter, stopping.signal, term.stands)
  }

  /** Waits until all attempts have ended; those that still run after a time are aborted. */
  async function finish(graceMs: number): Promise<void> {
    const grace = Promise.withResolvers<void>()
    const alarm = setTimeout(grace.resolve, graceMs)
    await Promise.race([Promise.all(running), grace.promise])
    clearTimeout(alarm)
    stopping.abort()
    await Promise.all(running)
  }

  return {
    running,
    begun,
    start,
    finish,
    abort: () => stopping.abort(),
    hasEnded: () => ended.length > 0,
    /** Hands over the attempts that have ended, to be written. */
    takeEnded(): MailSettlement[] {
      const settling = ended
      ended = []
      for (const { mail } of settling) begun.delete(mail.seq)
      return settling
    },
    /** Takes back attempts that could not be written. */
    putBack(settling: readonly MailSettlement[]): void {
      ended = [...settling, ...ended]
    },
  }
}

async function write(world: MailWorld, mail: Mail, matter: Matter): Promise<Letter | MailOutcome> {
  const nowMs = world.nowMs()
  if ('booking' in matter && matter.booking && isAboutBooking(mail)) {
    if (mail.kind === 'proof' && isAnswered(mail, matter.booking, nowMs)) return LINK_ENDED
    if (isReminderOver(mail, matter.booking, nowMs)) return REMINDER_OVER
    return letterOf(world, mail, matter.booking)
  }
  if ('alarm' in matter && isAboutHotel(mail))
    return matter.alarm
      ? demandLetterOf(world, mail, matter.alarm)
      : { outcome: 'dropped', answer: 'The alarm ended before the mail could be sent.' }
  if ('statement' in matter && matter.statement && isAboutStatement(mail))
    return statementLetterOf(world, mail, matter.statement)
  if (!('link' in matter && matter.link && isAboutLink(mail)))
    return { outcome: 'bounced', answer: 'The data of this mail is no longer kept.' }
  if (isOutdated(mail, matter.link, nowMs)) return LINK_ENDED
  return await accountLetterOf(world, mail, matter.link)
}

function settlementOf(
  { nowMs, random }: MailWorld,
  mail: Mail,
  { outcome, answer }: MailOutcome,
  askedAtMs: number,
): MailSettlement {
  const shared = { mail, askedAtMs, answer }
  if (outcome !== 'refused' && outcome !== 'unwritten')
    return { ...shared, state: outcome, nextAtMs: null }
  const waitMs = mailRetryMs(mail.kind, mail.attempts + 1, random())
  if (waitMs === undefined) return { ...shared, state: 'failed', nextAtMs: null }
  const isRefused = outcome === 'refused'
  return { ...shared, state: 'pending', nextAtMs: nowMs() + waitMs, isRefused }
}
