import { devNull } from 'node:os'
import { join } from 'node:path'
import { MAIL_TOPIC } from '../store/mails/mails.ts'
import { OUTBOX_TOPIC } from '../store/webhooks/outbox.ts'
import type { SenderWorld } from './attempt.ts'
import { type Lane, startLane } from './lane.ts'
import { createMailSender, type MailWorld } from './mail-sender.ts'
import { createSender } from './sender.ts'

export type Outbox = ReturnType<typeof startLane>

/** From the start to the first pass of a lane: until then the processor belongs to the first requests. */
export const LANES_AFTER_MS = 500

/**
 * Sends webhook events until stopped, whenever this process is the worker. Just before its first pass a request to nobody
 * starts the thread of `fetch`: started by a webhook while no file descriptor is free, it would end the process (Bun 1.4.5).
 */
export function startOutbox(world: SenderWorld, firstAfterMs?: number): Outbox {
  const toNobody = { unix: join(devNull, 'nobody') }
  setTimeout(() => fetch('http://localhost/', toNobody).catch(() => {}), firstAfterMs).unref()
  const create: Lane['create'] = (term, wake) => createSender(world, term, wake)
  return startLane(world, { name: 'outbox', topic: OUTBOX_TOPIC, create }, firstAfterMs)
}

/** Sends mails until stopped, whenever this process is the worker; webhooks never wait for a mail server. */
export function startMails(world: MailWorld, firstAfterMs?: number): Outbox {
  const create: Lane['create'] = (term, wake) => createMailSender(world, term, wake)
  return startLane(world, { name: 'mails', topic: MAIL_TOPIC, create }, firstAfterMs)
}
