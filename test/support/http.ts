import { connect } from 'node:net'
import type { Log } from '../../src/log.ts'
import type { Answer } from './matchers.ts'
import type { TestHotel } from './service.ts'

/** An element of a push, right or wrong. */
export type Element = Record<string, unknown>

/** Pushes elements with the hotel's key; `query` begins with `?`. */
export const push = (hotel: TestHotel, updates: unknown[], query = ''): Promise<Answer> =>
  hotel.call('PUT', `/availability${query}`, { body: { updates } })

/** Patches days with the hotel's key, with an Idempotency-Key if given; `body` holds the members next to `updates`. */
export const patch = (
  hotel: TestHotel,
  updates: unknown[],
  { query = '', key, ...body }: { query?: string; key?: string; [member: string]: unknown } = {},
): Promise<Answer> =>
  hotel.call('PATCH', `/availability${query}`, {
    body: { updates, ...body },
    headers: key ? { 'idempotency-key': key } : {},
  })

/** Pulls a range with the hotel's key; `more` is appended to the query string. */
export const pull = (hotel: TestHotel, from: string, to = from, more = ''): Promise<Answer> =>
  hotel.call('GET', `/availability?from=${from}&to=${to}${more}`)

/** Lists the history of a day with the hotel's key; `more` is appended to the query string. */
export const history = (hotel: TestHotel, roomCode: string, date: string, more = '') =>
  hotel.call('GET', `/availability/history?roomCode=${roomCode}&date=${date}${more}`)

/** The days of one room type in the answer to a pull. */
export const daysOf = ({ body }: Answer, roomCode: string): Element[] =>
  body.rooms.find((room: Element) => room.roomCode === roomCode)?.days

/** One event of a log. */
export type Event = { level: keyof Log; event: string; facts: Record<string, unknown> }

/** A log that only remembers. */
export function recordLog(): { log: Log; events: Event[] } {
  const events: Event[] = []
  const writer =
    (level: keyof Log) =>
    (event: string, facts: Record<string, unknown> = {}) =>
      void events.push({ level, event, facts })
  const log = {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  }
  return { log, events }
}

/** A machine that does much besides takes seconds for what takes one of milliseconds. */
const PATIENCE_MS = 20_000

/** Polls until something holds. @throws Error when it does not in time */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it does not hold after ${PATIENCE_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/**
 * Writes on a connection of its own and reads until the text so far satisfies `isEnough` or the server closes;
 * then closes. For what `fetch` would not send.
 *
 * @param leave polled: the client goes away, in the middle of what it says, as soon as it holds
 */
export function speak(
  url: string,
  parts: string[],
  isEnough: (text: string) => boolean,
  leave?: () => boolean,
): Promise<string> {
  const { port, hostname } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname)
  let text = ''
  const end = () => {
    socket.destroy()
    resolve(text)
  }
  socket.setTimeout(5_000, () => {
    socket.destroy()
    reject(new Error(`no answer within 5 s, only ${JSON.stringify(text)}`))
  })
  socket.on('error', reject)
  socket.on('close', end)
  socket.on('data', (chunk) => {
    text += chunk.toString()
    if (isEnough(text)) end()
  })
  socket.on('connect', () => {
    for (const part of parts) socket.write(part)
    if (leave) eventually(leave).then(end, reject)
  })
  return promise
}
