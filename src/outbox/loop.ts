import { devNull } from 'node:os'
import { join } from 'node:path'
import { MAIL_TOPIC } from '../store/mails/mails.ts'
import { OUTBOX_TOPIC } from '../store/webhooks/outbox.ts'
import type { SenderWorld } from './attempt.ts'
import { startLane } from './lane.ts'
import { createMailSender, type MailWorld } from './mail-sender.ts'
import { createSender } from './sender.ts'

export type Outbox = ReturnType<typeof startLane>

/**
 * Sends webhook events until stopped, whenever this process is the worker. A request to nobody starts the thread of
 * `fetch`: started by the first webhook while no file descriptor is free, it would end the process (Bun 1.4.5).
 */
export function startOutbox(world: SenderWorld): Outbox {
  void fetch('http://localhost/', { unix: join(devNull, 'nobody') }).catch(() => {})
  return startLane(world, {
    name: 'outbox',
    topic: OUTBOX_TOPIC,
    create: (term, wake) => createSender(world, term, wake),
  })
}

/** Sends mails until stopped, whenever this process is the worker; webhooks never wait for a mail server. */
export const startMails = (world: MailWorld): Outbox =>
  startLane(world, {
    name: 'mails',
    topic: MAIL_TOPIC,
    create: (term, wake) => createMailSender(world, term, wake),
  })
