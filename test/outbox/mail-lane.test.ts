import { expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { startMails } from '../../src/outbox/loop.ts'
import { createPost, type MailServer } from '../../src/outbox/mail/smtp.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { startMailServer } from '../support/mail-server.ts'
import { mailsOf, mailWorld, startMailing } from '../support/mails.ts'
import { endpoint, startSending } from '../support/outbox.ts'
import { until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import type { TestService } from '../support/service.ts'

const BOOKINGS = 30
/** As startMailing, with webhooks that may go to this machine. */
const startBoth = () =>
  startMailing({ world: { allowPrivateWebhooks: true }, resolve: async () => ['127.0.0.1'] })

/** The mails' lane, at work by itself. */
function startLane(service: TestService, server: MailServer) {
  const lane = startMails(mailWorld(service, { post: createPost(server) }))
  return { ...lane, [Symbol.asyncDispose]: () => lane.stop(0) }
}

/** A mail server that lets a test say what it does with who comes. */
async function startSocket(onConnect: (socket: Socket) => void) {
  const open = new Set<Socket>()
  let came = 0
  const server = createServer((socket) => {
    came++
    open.add(socket)
    socket.on('error', () => {})
    onConnect(socket)
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.address() as { port: number }
  const target: MailServer = { host: '127.0.0.1', port, security: 'plain', login: undefined }
  return {
    target,
    came: () => came,
    [Symbol.dispose]() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

test.each([
  ['never greets', () => {}],
  ['greets and hangs', (socket: Socket) => void socket.write('220 ready\r\n')],
  [
    'speaks a letter a time',
    (socket: Socket) => {
      const timer = setInterval(() => socket.write('2'), 50)
      socket.on('close', () => clearInterval(timer))
    },
  ],
  ['closes at once', (socket: Socket) => void socket.destroy()],
])(
  'while the mail server %s, each webhook arrives and no mail is lost (issue 17)',
  async (_, onConnect) => {
    await using service = await startBoth()
    await sell(service, { available: 100 })
    await using receiver = startReceiver()
    await endpoint(service, service.alfa, receiver.url)
    using server = await startSocket(onConnect)
    await using _lane = startLane(service, server.target)
    await using _outbox = startSending(service)
    for (let each = 0; each < BOOKINGS; each++)
      await book(service.call, {
        guest: { firstName: 'A', lastName: 'B', email: `a${each}@example.com` },
      })
    await receiver.until(BOOKINGS)
    await until('the mail server was asked', () => server.came() > 0)
    const mails = await mailsOf(service)
    expect(mails).toHaveLength(BOOKINGS)
    expect(new Set(mails.map(({ state }) => state))).toEqual(new Set(['pending']))
  },
)

test('mails go out by themselves when they are queued, to a mailbox of a real server', async () => {
  await using service = await startBoth()
  await sell(service)
  await using inbox = await startMailServer()
  await using _lane = startLane(service, inbox.server)
  const { code } = (await book(service.call, { language: 'tr' })).body
  await until('the mail is there', () => inbox.received.length === 1)
  const [mail] = inbox.received
  expect(mail!.to).toEqual([CARLA])
  expect(mail!.headers.subject).toBe(`Rezervasyonunuz onaylandı: Hotel alfa, ${code}`)
  expect(mail!.text).toContain('Sayın Carla Çelik,')
  expect(mail!.html).toContain(`<strong>${code}</strong>`)
  await until('it is written down', async () => (await mailsOf(service))[0]!.state === 'sent')
  expect((await mailsOf(service))[0]!.answer).toBe('250 queued as 1')
})
