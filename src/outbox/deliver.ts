import { EXCHANGE_MS_MAX } from '../domain/kernel/limits.ts'
import {
  hostOf,
  isAddress,
  mayBePlain,
  mayConnect,
  type TargetRules,
} from '../domain/webhooks/target.ts'
import type { AttemptError } from '../domain/webhooks/webhook.ts'

const ANSWER_KEPT_BYTES_MAX = 1_024

/** The part of a receiver's answer that is read (contract §4), and the part of that which is kept. */
const ANSWER_BYTES_MAX = 64 * 1_024

/** A request to an endpoint. */
type Parcel = { url: string; headers: Record<string, string>; body: string }

/** The result of an exchange; `error` is null for a 2xx answer. */
export type Exchange = {
  status: number | null
  error: AttemptError | null
  /** The system's message, for people. */
  detail: string | null
  /** The beginning of the answer, as text. */
  answer: string | null
  /** The header as sent. */
  retryAfter: string | null
}

/** Returns true if the request may still be sent; must not throw. */
export type MayPost = () => boolean | Promise<boolean>

/**
 * Sends a request and waits for the answer; never throws. Returns undefined if the signal aborted it, or if `mayPost`,
 * called just before sending, returned false.
 */
export type Send = (
  parcel: Parcel,
  signal: AbortSignal,
  mayPost?: MayPost,
) => Promise<Exchange | undefined>

type World = {
  targets: TargetRules
  resolve: (host: string) => Promise<string[]>
}

/** For tests: a certificate authority to trust instead of the usual ones, and other limits. */
type Options = { ca?: string; withinMs?: number; lookUpMs?: number }

/** Time limit of a host lookup. A failed lookup is reported at its end, not earlier. */
const LOOK_UP_MS = 3_000

/**
 * Sends over the network (contract §4). The host name is looked up once, within 3 seconds; every address is checked
 * (SSRF) and one of them is connected to, the next one if that refuses. Redirects and proxies are not used, and 64 KiB
 * of the answer are read, never decompressed. The whole exchange has 10 seconds.
 */
export function createSend({ targets, resolve }: World, options: Options = {}): Send {
  const { withinMs = EXCHANGE_MS_MAX, lookUpMs = LOOK_UP_MS, ...trust } = options
  return async ({ url: text, headers, body }, stopped, mayPost = () => true) => {
    // `AbortSignal.timeout` and `any` would leave timers and listeners behind after the exchange.
    const ender = new AbortController()
    const { signal } = ender
    let isLate = false
    const end = () => ender.abort()
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, withinMs)
    stopped.addEventListener('abort', end)
    try {
      const url = new URL(text)
      const isPlain = url.protocol !== 'https:'
      if (isPlain && !mayBePlain(hostOf(url), targets)) return blocked('it is not https')
      const host = hostOf(url)
      const mayReach = isPlain ? mayBePlain : mayConnect
      if (isAddress(host) && !mayReach(host, targets)) return blocked(`it is ${host}`)
      const isOpen = (address: string) => mayReach(address, targets)
      const addresses = isAddress(host)
        ? [host]
        : await lookUp(host, { resolve, isOpen, lookUpMs, signal })
      if (!addresses) return (await mayPost()) ? UNREACHABLE : undefined
      return await postToFirst(url, addresses, { headers, body, signal, trust, mayPost })
    } catch (error) {
      if (stopped.aborted || !(await mayPost())) return undefined
      return { ...NO_ANSWER, ...classify(error, isLate) }
    } finally {
      clearTimeout(timer)
      stopped.removeEventListener('abort', end)
    }
  }
}

const NO_ANSWER = { status: null, answer: null, retryAfter: null }

/**
 * The same result for a name without an address and for one with a forbidden address, so that it does not reveal
 * internal names.
 */
const UNREACHABLE: Exchange = {
  ...NO_ANSWER,
  error: 'unreachable',
  detail: 'The host name of the endpoint has no address that webhooks may reach.',
}

/**
 * Returns the addresses of a host name; undefined for a name without an address or with a forbidden one, after the
 * same time for both.
 */
async function lookUp(
  host: string,
  {
    resolve,
    isOpen,
    lookUpMs,
    signal,
  }: Pick<World, 'resolve'> & {
    isOpen: (address: string) => boolean
    lookUpMs: number
    signal: AbortSignal
  },
): Promise<string[] | undefined> {
  const late = Promise.withResolvers<string[]>()
  const timer = setTimeout(() => late.resolve([]), lookUpMs)
  try {
    const found = resolve(host).catch(() => [])
    const addresses = await within(signal, Promise.race([found, late.promise]))
    if (addresses.length > 0 && addresses.every(isOpen)) return addresses
    await within(signal, late.promise)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

const blocked = (why: string): Exchange => ({
  ...NO_ANSWER,
  error: 'blocked_target',
  detail: `Webhooks may not reach this endpoint: ${why}.`,
})

/** Posts to the first address that accepts a connection, for not every network reaches both IPv4 and IPv6. */
async function postToFirst(
  url: URL,
  [address, ...others]: string[],
  how: Parameters<typeof post>[2],
): Promise<Exchange> {
  try {
    return await post(url, address!, how)
  } catch (error) {
    // Nothing was sent yet.
    if (others.length === 0 || classify(error, false).error !== 'refused') throw error
    return await postToFirst(url, others, how)
  }
}

async function post(
  url: URL,
  address: string,
  {
    headers,
    body,
    signal,
    trust,
    mayPost,
  }: Omit<Parcel, 'url'> & {
    signal: AbortSignal
    trust: Pick<Options, 'ca'>
    mayPost: MayPost
  },
): Promise<Exchange> {
  if (!(await mayPost())) throw new Error('it is not to be sent any more, or by another process')
  const target = new URL(url)
  target.hostname = address.includes(':') ? `[${address}]` : address
  const response = await fetch(target, {
    method: 'POST',
    headers: { ...headers, host: url.host },
    body,
    signal,
    redirect: 'manual',
    decompress: false,
    // `false`, unknown to the types, bypasses even the proxy of the environment (house-style §7.12).
    proxy: false as unknown as string,
    // The certificate must match the host name, whatever the address.
    tls: { serverName: hostOf(url), ...trust },
  })
  const answer = await readAnswer(response)
  return {
    status: response.status,
    ...judge(response),
    answer,
    retryAfter: response.headers.get('retry-after'),
  }
}

/** Returns the beginning of an answer. A broken or endless body does not matter, for the status is known. */
async function readAnswer({ body }: Response): Promise<string | null> {
  if (!body) return null
  const kept: Uint8Array[] = []
  let read = 0
  try {
    for await (const chunk of body) {
      if (read < ANSWER_KEPT_BYTES_MAX) kept.push(chunk.slice(0, ANSWER_KEPT_BYTES_MAX - read))
      read += chunk.length
      if (read >= ANSWER_BYTES_MAX) break
    }
  } catch {
    // Keeps the part received so far.
  }
  return Buffer.concat(kept).toString().replaceAll('\0', '\u{FFFD}')
}

function judge({ status }: Response): Pick<Exchange, 'error' | 'detail'> {
  if (status >= 200 && status < 300) return { error: null, detail: null }
  if (status >= 300 && status < 400)
    return { error: 'redirect', detail: 'Redirects are not followed: give the final address.' }
  return { error: 'status', detail: `The receiver answered ${status}.` }
}

/** Returns the error code of a failed connection. */
function classify(error: unknown, isLate: boolean): Pick<Exchange, 'error' | 'detail'> {
  const { code = '', name, message } = error as { code?: string; name: string; message: string }
  const is = (pattern: RegExp) => pattern.test(`${code} ${name}`)
  if (isLate || is(/Timeout|ETIMEDOUT/))
    return { error: 'timeout', detail: `No answer within ${EXCHANGE_MS_MAX / 1_000} seconds.` }
  const detail = (message.split(/ For more information|\. For more|, pass /)[0] ?? message).slice(
    0,
    300,
  )
  if (is(/TLS|CERT|SSL|SELF_SIGNED|ISSUER|VERIFY/)) return { error: 'tls', detail }
  if (is(/ECONNRESET|EPIPE|ConnectionClosed/)) return { error: 'reset', detail }
  if (is(/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ConnectionRefused|FailedToOpenSocket/))
    return { error: 'refused', detail }
  return { error: 'protocol', detail }
}

/** Waits for work until a signal aborts; a host lookup cannot be cancelled itself. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
