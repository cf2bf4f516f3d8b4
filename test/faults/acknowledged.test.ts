import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo, type Sheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { dayFromNow, type ServiceProcess, startProcess } from '../support/process.ts'
import { failingWrites, tracing } from '../support/strace.ts'

// Nothing is answered as done before it is on the disk, and nothing that was is lost when writes fail (issue 37, item 1).

// Traced programs, beside others on a busy machine.
setDefaultTimeout(180_000)

/** Of each client; `ACKNOWLEDGED=500` is the long form. */
const REQUESTS = Number(process.env.ACKNOWLEDGED ?? 20)
const CLIENTS = 6
/** The first write that fails; a start takes fewer. */
const FIRST_FAILED = process.env.ACKNOWLEDGED ? [100, 110, 130, 160, 200, 300, 500] : [100, 200]
const env = { STRANGER_LIMITS: '0', PUBLIC_RATE_PER_MINUTE: '0', LOGIN_LIMITS: '0', FAIR_USE: '0' }
const DATE = dayFromNow(30)

const program = shelvedBinary()

/** How many requests that write were answered as done, and those of them without an fsync between request and answer. */
function findUnsynced(trace: string): { done: number; unsynced: string[] } {
  const lines = trace.split('\n')
  /** Where the newest fsync that has ended began. */
  let syncedFrom = -1
  const begun = new Map<string, number>()
  /** The descriptor that a thread reads while other threads' calls are traced. */
  const reading = new Map<string, string>()
  /** By descriptor: where a request to write was read, and its first words. */
  const asked = new Map<string, { at: number; words: string }>()
  const unsynced: string[] = []
  let done = 0
  for (const [at, line] of lines.entries()) {
    const [, thread = '', call = '', rest = ''] =
      line.match(/^(\d+) +(?:<\.\.\. )?(\w+)(.*)$/) ?? []
    if (/sync$/.test(call)) {
      if (rest.includes('unfinished')) begun.set(thread, at)
      else if (/= 0$/.test(rest)) {
        syncedFrom = Math.max(syncedFrom, begun.get(thread) ?? at)
        begun.delete(thread)
      }
    }
    const [, begins = '', text = ''] =
      rest.match(/^(?:\((\d+),| resumed>) *(?:"(.*)|<unfinished)/) ?? []
    if (call === 'recvfrom' && begins !== '') reading.set(thread, begins)
    const socket = begins || reading.get(thread) || ''
    if (call === 'recvfrom') {
      if (/^(PUT|POST|PATCH|DELETE) /.test(text))
        asked.set(socket, { at, words: text.slice(0, 40) })
      else if (/^GET /.test(text)) asked.delete(socket)
    }
    const request = call === 'sendto' && /^HTTP\/1\.1 2/.test(text) && asked.get(socket)
    if (!request) continue
    done++
    if (syncedFrom < request.at) unsynced.push(`${request.words}, line ${request.at} to ${at}`)
    asked.delete(socket)
  }
  return { done, unsynced }
}

const push = (
  { call }: ServiceProcess,
  { apiKey: key }: Sheet,
  roomCode: string,
  priceCents: number,
) =>
  call('PUT', '/v1/partner/availability', {
    key,
    body: { updates: [{ roomCode, date: DATE, available: 1, priceCents, closed: false }] },
  })

async function book({ call }: ServiceProcess, { hotelSlug }: Sheet, at: number) {
  const stay = { checkin: dayFromNow(40 + (at % 50)), checkout: dayFromNow(41 + (at % 50)) }
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  const body = { hotelSlug, roomCode: 'DBL', adults: 1, ...stay, guest }
  return await call('POST', '/v1/bookings', { body })
}

test('no request that writes is answered as done before its fsync has ended (contract §10)', async () => {
  using folder = temporaryFolder()
  const sheet = await prepareDemo({ folder: folder.path, program })
  const file = join(folder.path, 'trace')
  await using served = await startProcess(['serve'], {
    ...{ folder: folder.path, env, program: tracing(program, file) },
  })
  let told = 0
  await Promise.all(
    ['DBL', 'TWN', 'SGL', 'TRP', 'FAM', 'DLX'].slice(0, CLIENTS).map(async (roomCode, client) => {
      for (let at = 0; at < REQUESTS; at++) {
        const priceCents = 10_000 + at
        const { status } = await (client % 2
          ? book(served, sheet, client * REQUESTS + at)
          : push(served, sheet, roomCode, priceCents))
        if (status < 300) told++
      }
    }),
  )
  await served.stop()
  const { done, unsynced } = findUnsynced(readFileSync(file, 'utf8'))
  process.stdout.write(
    `fsync: ${done} answers of ${told} traced, ${unsynced.length} before theirs\n`,
  )
  expect(unsynced).toEqual([])
  expect(done).toBeGreaterThanOrEqual(told)
  expect(told).toBeGreaterThan((CLIENTS * REQUESTS) / 2)
})

test('an answer that comes before its fsync is found', () => {
  const early = [
    '7 recvfrom(18, "PUT /v1/partner/availability HTTP/1.1"..., 9, 0, NULL, NULL) = 9',
    '8 fsync(8 <unfinished ...>',
    '7 sendto(18, "HTTP/1.1 200 OK", 9, 0, NULL, 0) = 9',
    '8 <... fsync resumed>) = 0',
  ]
  const before = [early[1]!, early[0]!, early[3]!, early[2]!]
  const right = [early[0]!, early[1]!, early[3]!, early[2]!]
  expect(findUnsynced(early.join('\n')).unsynced).toHaveLength(1)
  expect(findUnsynced(before.join('\n')).unsynced).toHaveLength(1)
  expect(findUnsynced(right.join('\n'))).toEqual({ done: 1, unsynced: [] })
  const next = [early[0]!, '8 fsync(8) = 0', early[2]!]
  expect(findUnsynced([...right, ...next].join('\n'))).toEqual({ done: 2, unsynced: [] })
  const cut = [
    '7 recvfrom(18,  <unfinished ...>',
    '8 fsync(8) = 0',
    '7 <... recvfrom resumed>"PUT /v1/partner/availability HTTP/1.1"..., 9, 0, NULL, NULL) = 9',
  ]
  expect(findUnsynced([...cut, early[2]!].join('\n')).unsynced).toHaveLength(1)
  expect(findUnsynced([...cut, ...next.slice(1)].join('\n'))).toEqual({ done: 1, unsynced: [] })
})

test.each(['EIO', 'ENOSPC'] as const)(
  'when writes fail with %s what was answered stays, and nothing is answered as done any more (contract §6)',
  async (error) => {
    using folder = temporaryFolder()
    const sheet = await prepareDemo({ folder: folder.path, program })
    let priceCents = 20_000
    let [answered, refused] = [0, 0]
    for (const from of FIRST_FAILED) {
      let last = priceCents
      {
        const failing = { folder: folder.path, env, program: failingWrites(program, error, from) }
        await using served = await startProcess(['serve'], failing)
        // Once a write has failed all do: three refusals in a row end the round.
        for (let failures = 0; failures < 3; ) {
          const answer = await push(served, sheet, 'DBL', ++priceCents).catch(() => undefined)
          if (answer?.status === 200) {
            expect([from, failures]).toEqual([from, 0])
            ;[last, answered] = [priceCents, answered + 1]
            continue
          }
          if (answer) expect(answer.status).toBe(503)
          failures++
          refused++
        }
      }
      await using again = await startProcess(['serve'], { folder: folder.path, env, program })
      const path = `/v1/partner/availability?from=${DATE}&to=${DATE}&roomCode=DBL`
      const { body } = await again.call('GET', path, { key: sheet.apiKey })
      if (answered > 0) expect(body.rooms[0].days[0].priceCents).toBeWithin(last, priceCents + 1)
      priceCents = Math.max(priceCents, body.rooms[0].days[0].priceCents)
      expect((await again.stop()).exitCode).toBe(0)
    }
    process.stdout.write(
      `${error}: ${FIRST_FAILED.length} rounds, ${answered} answered and kept, ${refused} refused\n`,
    )
    expect(answered).toBeGreaterThan(0)
  },
)
