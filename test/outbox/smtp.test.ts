import { expect, test } from 'bun:test'
import { createServer, type Server, type Socket } from 'node:net'
import { createPost, type Letter, type MailServer } from '../../src/outbox/mail/smtp.ts'
import { makeCertificates } from '../support/certificates.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startMailServer } from '../support/mail-server.ts'

const NEVER = new AbortController().signal
const QUICK = { withinMs: 300, verdictMs: 300 }
const LETTER: Letter = {
  from: { name: 'Hotel Alfa', address: 'rooms@roomwire.example' },
  to: { name: 'Çağla Öz', address: 'cagla@example.com' },
  replyTo: { name: 'Hotel Alfa', address: 'desk@alfa.example' },
  subject: 'Rezervasyonunuz onaylandı',
  text: 'Şişli\n.\nBye',
  html: '<p>Şişli</p>',
  messageId: '<one@roomwire.example>',
  atMs: Date.parse('2027-03-10T09:00:00Z'),
}

async function certificate() {
  using folder = temporaryFolder()
  const { ca, key, certificate: cert } = await makeCertificates(folder.path, 'mail')
  const read = (path: string) => Bun.file(path).text()
  return { ca: await read(ca), key: await read(key), cert: await read(cert) }
}

/** A server that speaks as a test says. */
async function startSocket(onConnect: (socket: Socket) => void) {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    onConnect(socket)
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.address() as { port: number }
  const target: MailServer = { host: '127.0.0.1', port, security: 'plain', login: undefined }
  const dispose = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  return { target, [Symbol.dispose]: dispose }
}

/** Speaks SMTP: takes everything, and says to the end of a text what a test says; undefined: nothing. */
const speaking = (atEnd: (socket: Socket) => string | undefined) => (socket: Socket) => {
  let isText = false
  socket.write('220 ready\r\n')
  socket.on('data', (data) => {
    const text = data.toString()
    if (isText && !text.includes('\r\n.\r\n')) return
    const said = isText ? atEnd(socket) : text.startsWith('DATA') ? '354 go on' : '250 ok'
    isText = text.startsWith('DATA')
    if (said) socket.write(`${said}\r\n`)
  })
}

test('a mail arrives as it was written, with its letters, lines and headers', async () => {
  await using inbox = await startMailServer()
  const verdict = await createPost(inbox.server)(LETTER, NEVER)
  expect(verdict).toEqual({ outcome: 'sent', answer: '250 queued as 1' })
  const [mail] = inbox.received
  expect(mail).toMatchObject({ from: LETTER.from.address, to: [LETTER.to.address] })
  expect(mail!.headers).toMatchObject({
    subject: LETTER.subject,
    to: 'Çağla Öz <cagla@example.com>',
    'reply-to': 'Hotel Alfa <desk@alfa.example>',
    'message-id': LETTER.messageId,
    'auto-submitted': 'auto-generated',
  })
  expect(mail!.text.trim()).toBe(LETTER.text)
  expect(mail!.html.trim()).toBe(LETTER.html)
})

test.each(['starttls', 'tls'] as const)(
  'over %s with a log-in; without trust in the certificate nothing is said',
  async (security) => {
    const { ca, ...own } = await certificate()
    await using inbox = await startMailServer({ security, certificate: own, needsLogin: true })
    const verdict = await createPost(inbox.server, { ca })(LETTER, NEVER)
    expect(verdict?.outcome).toBe('sent')
    expect(inbox.received[0]).toMatchObject({ isSecure: true, user: 'rooms' })

    const untrusted = await createPost(inbox.server)(LETTER, NEVER)
    expect(untrusted?.outcome).toBe('refused')
    const wrong = { ...inbox.server, login: { user: 'rooms', pass: 'a guess' } }
    const refused = await createPost(wrong, { ca })(LETTER, NEVER)
    // It is about the service, not about the mail.
    expect(refused?.outcome).toBe('refused')
    expect(refused?.answer).toStartWith('535')
    expect(refused?.answer).not.toContain('a guess')
    expect(inbox.received).toHaveLength(1)
  },
)

test('a password is not said to a server without TLS', async () => {
  await using inbox = await startMailServer({ needsLogin: true })
  const post = createPost({ ...inbox.server, security: 'starttls' })
  expect((await post(LETTER, NEVER))?.outcome).toBe('refused')
  expect(inbox.received).toEqual([])
})

test.each([
  ['a recipient', { onRcptTo: refuse(550) }, 'bounced'],
  ['a sender', { onMailFrom: refuse(553) }, 'bounced'],
  ['a recipient for now', { onRcptTo: refuse(451) }, 'refused'],
  ['a client', { onConnect: refuse(554) }, 'refused'],
] as const)('a server that refuses %s', async (_, options, outcome) => {
  await using inbox = await startMailServer(options as object)
  const verdict = await createPost(inbox.server)(LETTER, NEVER)
  expect(verdict?.outcome).toBe(outcome)
  expect(verdict?.answer).toContain('because')
  expect(inbox.received).toEqual([])
})

function refuse(responseCode: number) {
  return (...all: unknown[]) => {
    const done = all.at(-1) as (error: Error) => void
    done(Object.assign(new Error('because'), { responseCode }))
  }
}

test.each([
  [550, 'bounced'],
  [452, 'refused'],
] as const)('%p to the text of a mail: %s', async (code, outcome) => {
  await using inbox = await startMailServer()
  inbox.answer(() => ({ code, message: 'no' }))
  expect((await createPost(inbox.server)(LETTER, NEVER))?.outcome).toBe(outcome)
})

test.each([
  ['nobody listens', undefined],
  ['it closes at once', (socket: Socket) => void socket.end()],
  ['it never greets', () => {}],
  ['it greets and hangs', (socket: Socket) => void socket.write('220 ready\r\n')],
  [
    'it greets letter by letter',
    (socket: Socket) => {
      const timer = setInterval(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(timer))
    },
  ],
])('%s: it ends in time, and may be tried again', async (_, onConnect) => {
  using server = await startSocket(onConnect ?? (() => {}))
  if (!onConnect) server[Symbol.dispose]()
  const verdict = await createPost(server.target, QUICK)(LETTER, NEVER)
  expect(verdict?.outcome).toBe('refused')
})

test.each([
  ['says nothing', () => undefined],
  ['closes', (socket: Socket) => void socket.destroy()],
])(
  'a server that had all of a mail and %s: nobody knows, so that it is not sent twice',
  async (_, atEnd) => {
    using server = await startSocket(speaking(atEnd as () => undefined))
    const verdict = await createPost(server.target, { verdictMs: QUICK.verdictMs })(LETTER, NEVER)
    expect(verdict?.outcome).toBe('unknown')
  },
)

test('a mail that is stopped before its text is with the server was not sent; behind it nobody knows', async () => {
  const stopping = new AbortController()
  using server = await startSocket((socket) => {
    socket.write('220 ready\r\n')
    stopping.abort()
  })
  expect(await createPost(server.target)(LETTER, stopping.signal)).toBeUndefined()
  const later = new AbortController()
  using slow = await startSocket(speaking(() => void later.abort()))
  expect((await createPost(slow.target)(LETTER, later.signal))?.outcome).toBe('unknown')
  expect(await createPost(slow.target)(LETTER, NEVER, () => false)).toBeUndefined()
})

const EVIL = 'Eve\r\nBcc: all@example.com\r\n\r\n<script>'
test.each([
  ['line breaks', EVIL],
  ['a line feed', 'Eve\nBcc: all@example.com'],
  ['a line separator', 'Eve\u2028Bcc: all@example.com'],
  ['another address', '"Eve" <eve@example.net>, all@example.com'],
  ['a comma', 'Eve, all@example.com'],
  ['3,000 letters', 'x'.repeat(3_000)],
])('a name injects no header and no recipient: %s', async (_, name) => {
  await using inbox = await startMailServer()
  const from = { ...LETTER.from, name }
  const to = { ...LETTER.to, name }
  const letter = { ...LETTER, from, to, replyTo: { ...LETTER.replyTo!, name }, subject: name }
  expect((await createPost(inbox.server)(letter, NEVER))?.outcome).toBe('sent')
  const [mail] = inbox.received
  expect(mail!.to).toEqual([LETTER.to.address])
  expect(Object.keys(mail!.headers).toSorted()).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ])
  for (const header of ['from', 'to', 'reply-to'])
    expect(mail!.headers[header]).toMatch(/<[^<>]+>$/)
  expect(mail!.text.trim()).toBe(LETTER.text)
})

test.each([
  'eve@example.com\r\nRCPT TO:<all@example.com>',
  'a@example.com>',
  'a@example.com, b@example.com',
])('an address is one address or none: %p', async (address) => {
  await using inbox = await startMailServer()
  const letter = { ...LETTER, to: { name: 'Eve', address } }
  const verdict = await createPost(inbox.server)(letter, NEVER)
  expect(inbox.received.flatMap(({ to }) => to)).not.toContain('all@example.com')
  expect(inbox.received.flatMap(({ to }) => to).length).toBeLessThan(2)
  expect(verdict).toBeDefined()
})
