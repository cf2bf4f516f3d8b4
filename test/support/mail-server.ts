import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailServer } from '../../src/outbox/mail/smtp.ts'

/** A mail as a mailbox has it. */
type ReceivedMail = {
  /** The envelope. */
  from: string
  to: string[]
  /** As it came, and taken apart: headers by their lower-case names, decoded. */
  raw: string
  headers: Record<string, string>
  text: string
  html: string
  isSecure: boolean
  user: string | undefined
}

/** What a server says to a mail; undefined: it takes it. */
type Refusal = { code: number; message: string }
type MailAnswer = (
  mail: ReceivedMail,
  count: number,
) => Refusal | undefined | Promise<Refusal | undefined>

export type MailInbox = {
  server: MailServer
  received: ReceivedMail[]
  /** Mails that were offered, refused ones among them. */
  offered: () => number
  /** What it says to the text of a mail from now on. */
  answer: (say: MailAnswer) => void
  [Symbol.asyncDispose](): Promise<void>
}

const LOGIN = { user: 'rooms', pass: 'a boat/on#the@Bosphorus' }

/** Starts a real mail server on a loopback port. @param certificate for TLS, in PEM */
export async function startMailServer({
  security = 'plain',
  certificate,
  needsLogin = false,
  port = 0,
  ...options
}: {
  security?: MailServer['security']
  certificate?: { key: string; cert: string }
  needsLogin?: boolean
  port?: number
} & Pick<
  SMTPServerOptions,
  'onConnect' | 'onRcptTo' | 'onMailFrom' | 'hidePIPELINING'
> = {}): Promise<MailInbox> {
  let say: MailAnswer = () => undefined
  let offered = 0
  const received: ReceivedMail[] = []
  const smtp = new SMTPServer({
    ...certificate,
    ...options,
    secure: security === 'tls',
    authOptional: !needsLogin,
    allowInsecureAuth: security === 'plain',
    disabledCommands: security === 'plain' ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === LOGIN.user && password === LOGIN.pass) done(null, { user: username })
      else done(new Error('Wrong user or password'))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail: ReceivedMail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...readMessage(Buffer.concat(parts).toString()),
          isSecure: session.secure,
          user: session.user,
        }
        offered++
        const refusal = await say(mail, offered)
        if (refusal)
          return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
        received.push(mail)
        done(null, `queued as ${received.length}`)
      })
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((ready) => void smtp.listen(port, '127.0.0.1', () => ready()))
  const address = smtp.server.address() as AddressInfo
  const login = needsLogin ? LOGIN : undefined
  return {
    server: { host: '127.0.0.1', port: address.port, security, login },
    received,
    offered: () => offered,
    answer: (next) => {
      say = next
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((closed) => smtp.close(() => closed()))
    },
  }
}

/** Takes a message with a text and a page apart. */
function readMessage(raw: string): Pick<ReceivedMail, 'raw' | 'headers' | 'text' | 'html'> {
  const { headers, body } = readPart(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => readPart(part.trimStart()))
    : []
  const of = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type))
    return part ? decodeBody(part) : ''
  }
  return { raw, headers, text: of('text/plain'), html: of('text/html') }
}

function readPart(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
  })
  return { headers: Object.fromEntries(pairs), body: raw.slice(end + 4) }
}

/** Encoded words of RFC 2047. */
const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/(?:=\?UTF-8\?Q\?[^?]*\?=)+/gi, (words) =>
      decodeQuoted(words.replaceAll(/=\?UTF-8\?Q\?|\?=/gi, '').replaceAll('_', ' ')),
    )
    .replaceAll(/(?:=\?UTF-8\?B\?[^?]*\?=)+/gi, (words) =>
      words.replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, part: string) =>
        Buffer.from(part, 'base64').toString(),
      ),
    )

function decodeBody({ headers, body }: { headers: Record<string, string>; body: string }): string {
  const text = body.replaceAll('\r\n', '\n')
  const coding = headers['content-transfer-encoding']
  if (coding === 'base64') return Buffer.from(text, 'base64').toString()
  return coding === 'quoted-printable' ? decodeQuoted(text.replaceAll('=\n', '')) : text
}

function decodeQuoted(text: string): string {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '=') {
      bytes.push(Number.parseInt(text.slice(at + 1, at + 3), 16))
      at += 2
    } else bytes.push(...Buffer.from(text[at]!))
  }
  return Buffer.from(bytes).toString()
}
