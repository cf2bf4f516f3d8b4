import type { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MAIL_EXCHANGE_MS_MAX, MAIL_VERDICT_MS_MAX } from '../../domain/mails/mail.ts'

/** Longest kept part of a mail server's answer. */
const MAIL_ANSWER_LENGTH_MAX = 500

/** The mail server that takes the mails. */
export type MailServer = {
  host: string
  port: number
  /** `tls`: from the start. `starttls`: required. `plain`: no encryption. */
  security: 'tls' | 'starttls' | 'plain'
  login: { user: string; pass: string } | undefined
}

/** A name with an address. */
export type Mailbox = { name: string; address: string }

/** A mail ready to send. */
export type Letter = {
  from: Mailbox
  to: Mailbox
  replyTo: Mailbox | undefined
  subject: string
  text: string
  html: string
  messageId: string
  atMs: number
}

/**
 * The answer of the mail server. `sent`: it accepted the mail. `bounced`: it refused it for good, by a 5xx to its
 * sender, its recipient or its text. `refused`: it did not accept it now. `unknown`: it received all of it but did not
 * answer.
 */
export type Verdict = { outcome: 'sent' | 'bounced' | 'refused' | 'unknown'; answer: string }

/**
 * Sends a letter to the mail server; never throws. Returns undefined if the signal aborted it before the server had
 * all of it.
 */
export type Post = (
  letter: Letter,
  signal: AbortSignal,
  mayPost?: () => boolean,
) => Promise<Verdict | undefined>

/** For tests: a certificate authority to trust instead of the usual ones, and other limits. */
type Options = { ca?: string; withinMs?: number; verdictMs?: number }

/** An error of the SMTP library. */
type SmtpError = Error & {
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
}

/** How long a server may take to answer QUIT. */
const QUIT_MS = 1_000
/** Commands whose refusal concerns the mail, not the service. */
const MAIL_COMMANDS = ['MAIL FROM', 'RCPT TO', 'DATA']

/**
 * Sends over the network, one connection per mail. Everything before the end of the text has 30 seconds; the server's
 * final answer has five minutes more, for an earlier retry would send the mail twice.
 */
export function createPost(server: MailServer, options: Options = {}): Post {
  return async (letter, signal, mayPost = () => true) => {
    try {
      const { envelope, raw } = await compose(letter)
      const connection = await openConnection(server, options)
      const { Readable } = await import('node:stream')
      const text = Readable.from([raw])
      return await transmit(connection, { server, envelope, text, signal, mayPost, options })
    } catch (error) {
      return { outcome: 'refused', answer: oneLine((error as Error).message) }
    }
  }
}

/** Connects to the server as for a mail, with TLS and log-in. @returns the error; undefined on success */
export async function greet(server: MailServer, withinMs: number): Promise<string | undefined> {
  const connection = await openConnection(server, { withinMs })
  const done = Promise.withResolvers<string | undefined>()
  const end = (error?: Error | null) => done.resolve(error ? oneLine(error.message) : undefined)
  const alarm = setTimeout(() => end(new Error('it does not answer')), withinMs)
  connection.on('error', end)
  connection.connect((error) => {
    if (error || !server.login) end(error)
    else connection.login(authOf(server.login), end)
  })
  const wrong = await done.promise
  clearTimeout(alarm)
  quit(connection)
  return wrong
}

/** Imported for the first mail, so that a start does not wait for it. */
async function openConnection(
  { host, port, security }: MailServer,
  { ca, withinMs = MAIL_EXCHANGE_MS_MAX, verdictMs = MAIL_VERDICT_MS_MAX }: Options,
): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  return new Connection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'plain',
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    dnsTimeout: withinMs,
    socketTimeout: withinMs + verdictMs,
    socketCloseTimeout: QUIT_MS,
    ...(ca && { tls: { ca } }),
  })
}

async function compose({ from, to, replyTo, subject, atMs, ...rest }: Letter) {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const message = new MailComposer({
    ...rest,
    from: plain(from),
    to: plain(to),
    ...(replyTo && { replyTo: plain(replyTo) }),
    subject: withoutControls(subject),
    date: new Date(atMs),
    // RFC 3834: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: message.getEnvelope(), raw: await message.build() }
}

type Transmission = {
  server: MailServer
  envelope: { from: string | false; to: string[] }
  text: Readable
  signal: AbortSignal
  mayPost: () => boolean
  options: Options
}

function transmit(
  connection: SMTPConnection,
  { server, envelope, text, signal, mayPost, options }: Transmission,
): Promise<Verdict | undefined> {
  const { withinMs = MAIL_EXCHANGE_MS_MAX, verdictMs = MAIL_VERDICT_MS_MAX } = options
  const done = Promise.withResolvers<Verdict | undefined>()
  let isHanded = false
  const fail = (error: SmtpError) => done.resolve(judge(error, isHanded))
  const late = () =>
    fail(new Error(`the mail server did not answer in ${isHanded ? verdictMs : withinMs} ms`))
  const stop = () =>
    done.resolve(
      isHanded ? judge(new Error('the service stopped before the answer'), true) : undefined,
    )
  let alarm = setTimeout(late, withinMs)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  connection.on('error', fail)

  const send = () => {
    if (!mayPost()) return done.resolve(undefined)
    text.once('end', () => {
      isHanded = true
      clearTimeout(alarm)
      alarm = setTimeout(late, verdictMs)
    })
    connection.send(envelope, text, (error, info) => {
      if (error) fail(error)
      else done.resolve({ outcome: 'sent', answer: oneLine(info!.response) })
    })
  }
  connection.connect((error) => {
    if (error) fail(error)
    else if (!server.login) send()
    else connection.login(authOf(server.login), (error) => (error ? fail(error) : send()))
  })
  return done.promise.then((verdict) => {
    clearTimeout(alarm)
    signal.removeEventListener('abort', stop)
    if (verdict?.outcome === 'sent') quit(connection)
    else connection.close()
    return verdict
  })
}

/** Returns the verdict that an error means. @param isHanded true if the server received the whole mail */
function judge(error: SmtpError, isHanded: boolean): Verdict {
  const { command = '', responseCode, response, message, code } = error
  const answer = oneLine(response ?? message)
  const isOfMail = MAIL_COMMANDS.includes(command)
  // Detected by the library: an address or a size that the server would not accept.
  const isImpossible = responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  if ((isOfMail && (responseCode ?? 0) >= 500) || isImpossible)
    return { outcome: 'bounced', answer }
  return { outcome: isHanded && responseCode === undefined ? 'unknown' : 'refused', answer }
}

function quit(connection: SMTPConnection): void {
  connection.on('error', () => {})
  connection.quit()
  setTimeout(() => connection.close(), QUIT_MS).unref()
}

const authOf = ({ user, pass }: { user: string; pass: string }) => ({ user, pass })

/** Removes line breaks from a name, so that it cannot end a header; the library quotes and encodes the rest. */
const plain = ({ name, address }: Mailbox) => ({ name: withoutControls(name), address })

const withoutControls = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const oneLine = (text: string) => withoutControls(text).slice(0, MAIL_ANSWER_LENGTH_MAX)
