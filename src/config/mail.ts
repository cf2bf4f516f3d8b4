/** The mail server, and the sender of mails. */
export type MailConfig = {
  server: {
    host: string
    port: number
    /** `tls`: from the start. `starttls`: never without it. `plain`: never with it. */
    security: 'tls' | 'starttls' | 'plain'
    login: { user: string; pass: string } | undefined
  }
  from: { name: string; address: string }
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 }
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/
/** `address`, or `name <address>`. */
const FROM = /^(?:"?(?<name>[^"<>\p{C}]*?)"?\s*<(?<bracketed>[^<>]+)>|(?<bare>[^<>\s]+))$/u
const ADDRESS = /^[^\s@<>()[\]\\,:;"\p{C}]{1,64}@[\p{L}\p{N}.-]+$/u
/** The sender's name where `MAIL_FROM` gives none. */
const NAME = 'Roomwire'

/**
 * Reads `SMTP_URL` and `MAIL_FROM`. `smtp://` uses STARTTLS, and fails if the server has none, except on this machine;
 * `?tls=never` and `?tls=always` decide for any server. `smtps://` uses TLS from the start.
 *
 * @throws Error one line without the address, which may hold a password
 */
export function readMail(
  url: string | undefined,
  from: string | undefined,
): MailConfig | undefined {
  if (!url) return undefined
  const refuse = (what: string) => new Error(`SMTP_URL ${what}`)
  const parsed = URL.parse(url)
  if (!parsed || !(parsed.protocol in PORTS) || !parsed.hostname)
    throw refuse(
      'must be as smtp://user:password@host:587 or smtps://user:password@host; in a password / ? # @ : are written %2F %3F %23 %40 %3A',
    )
  if (!/^\/?$/.test(parsed.pathname)) throw refuse('must end with the port')
  const unknown = [...parsed.searchParams.keys()].filter((name) => name !== 'tls')
  const tls = parsed.searchParams.get('tls')
  if (unknown.length > 0 || (tls !== null && tls !== 'always' && tls !== 'never'))
    throw refuse('may have ?tls=always or ?tls=never, and nothing else')
  if (parsed.protocol === 'smtps:' && tls === 'never')
    throw refuse('says smtps:// and ?tls=never; use one of them')
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1')
  const isOpen = tls === null ? LOOPBACK.test(host) : tls === 'never'
  const security = parsed.protocol === 'smtps:' ? 'tls' : isOpen ? 'plain' : 'starttls'
  const port = Number(parsed.port) || PORTS[parsed.protocol as keyof typeof PORTS]
  return { server: { host, port, security, login: loginOf(parsed, refuse) }, from: readFrom(from) }
}

function loginOf({ username, password }: URL, refuse: (what: string) => Error) {
  if (!username && !password) return undefined
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    throw refuse('has a % in its user or password that is not written %25')
  }
}

function readFrom(text: string | undefined): MailConfig['from'] {
  if (!text) throw new Error('MAIL_FROM must name the sender of mails where SMTP_URL is set')
  const { name, bracketed, bare } = FROM.exec(text.trim())?.groups ?? {}
  const address = bracketed ?? bare ?? ''
  if (!ADDRESS.test(address))
    throw new Error(
      `MAIL_FROM is ${JSON.stringify(text)} but must be an address, or a name and an address: Rooms <mail@example.com>`,
    )
  return { name: name?.trim() || NAME, address }
}
