import { createLog } from '../../src/log.ts'
import { createPost, type Letter, type Verdict } from '../../src/outbox/mail/smtp.ts'
import { createMailSender, type MailWorld } from '../../src/outbox/mail-sender.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { ALONE } from '../../src/store/engine/lease.ts'
import type { Mail } from '../../src/store/mails/mails.ts'
import { type Settings, startService, type TestService } from './service.ts'

/** The sender of the tests' mails. */
const FROM = { name: 'Roomwire', address: 'rooms@roomwire.example' }
const MANAGER = { type: 'user', id: 'a manager' } as const

/** A service with a mail server; Alfa mails its guests in English and receives mails itself. */
export async function startMailing(settings: Settings = {}): Promise<TestService> {
  const service = await startService({ ...settings, world: { ...settings.world, isMailing: true } })
  const mailAddress = 'desk@alfa.example'
  await changeHotel(service.deps, MANAGER, 'alfa', { mailGuests: true, mailAddress })
  return service
}

/** Every mail there is, oldest first. */
export const mailsOf = async ({ store }: TestService): Promise<Mail[]> =>
  await store.db.select().from(store.t.mail).orderBy(store.t.mail.seq)

/** What a test chooses of the sending half. */
type Choice = Partial<Pick<MailWorld, 'post' | 'random' | 'log' | 'nowMs'>>

export function mailWorld({ deps }: TestService, choice: Choice = {}): MailWorld {
  return {
    ...deps,
    log: createLog('error'),
    random: () => 0.5,
    from: FROM,
    publicUrl: 'http://localhost:3000',
    panelUrl: 'http://localhost:3000/panel',
    post: createPost({ host: '127.0.0.1', port: 1, security: 'plain', login: undefined }),
    ...choice,
  }
}

/** The mails' lane of a service by its clock, moved on by hand. */
export function postman(service: TestService, choice: Choice = {}) {
  let isAsked = false
  let ended = Promise.withResolvers<void>()
  const sender = createMailSender(mailWorld(service, choice), ALONE.term()!, () => {
    isAsked = true
    ended.resolve()
  })
  /** Makes passes until nothing is due and nothing is under way. */
  async function work(): Promise<void> {
    for (;;) {
      ended = Promise.withResolvers()
      isAsked = false
      const nextMs = await sender.pass()
      if (isAsked || (nextMs !== undefined && nextMs <= service.deps.nowMs())) continue
      if (sender.underWay() === 0) return
      await ended.promise
    }
  }
  return {
    ...sender,
    work,
    async after(ms: number) {
      service.clock.advance(ms)
      await work()
    },
  }
}

/** A mail server of a test's own words. @param say what it says to each letter; it takes it unless said otherwise */
export function scriptAnswers(
  say: (letter: Letter, count: number) => Partial<Verdict> | undefined = () => undefined,
) {
  const letters: Letter[] = []
  const post: MailWorld['post'] = async (letter) => {
    letters.push(letter)
    return { outcome: 'sent', answer: '250 OK', ...say(letter, letters.length) }
  }
  return { post, letters, to: () => letters.map(({ to }) => to.address) }
}
