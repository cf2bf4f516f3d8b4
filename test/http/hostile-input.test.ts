import { afterAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type HostileRequest, requestOf } from '../support/hostile-requests.ts'
import { drawOf } from '../support/hostile-values.ts'
import { ACTORS, type HostileWorld, makeHostileWorld, STRANGERS } from '../support/hostile-world.ts'
import { breachesOf, type Document, type Operation, operationsOf } from '../support/openapi.ts'
import { isOnPostgres } from '../support/postgres.ts'
import { readAnswer } from '../support/service.ts'

// Hostile input drawn from the served document (issue 37, item 3): valid, nearly valid and absurd requests to every
// operation by everybody. `HOSTILE_REQUESTS=100000 bun test test/http/hostile-input.test.ts` is the long form; with
// `HOSTILE_SEED` a run is repeated.

const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? (isOnPostgres ? 500 : 3_000))
const { HOSTILE_SEED, TEST_TURN } = process.env
const SEED = Number(HOSTILE_SEED ?? TEST_TURN ?? Date.now() % 2 ** 31)
/** Requests may end sessions and revoke keys: after so many the world begins anew. */
const WORLD_REQUESTS = 300
/** Failures that are told; the search ends then. */
const FAILURES_MAX = 20

/** Requests after which somebody is not let in any more, or the hotel is suspended. */
const ENDING =
  /logout|auth\/sessions|(re|con|ref)[a-z]+-(password|email)|admin\/(hotels|users)\/\{\w+\}$/

type Size = { requests: number; seed: number }
type Tally = { statuses: Map<number, number>; operations: Set<string>; passed: Set<string> }

let world: HostileWorld | undefined
let asked = 0
afterAll(async () => await world?.[Symbol.asyncDispose]())

async function worldOfNow(): Promise<HostileWorld> {
  if (world && asked++ % WORLD_REQUESTS !== 0) return world
  await world?.[Symbol.asyncDispose]()
  world = await makeHostileWorld()
  return world
}

/** Sends a request, and finds what is wrong with its answer; the first word names the kind of failure. */
async function findWrong(
  { service, events }: HostileWorld,
  document: Document,
  operation: Operation,
  { operation: name, actor, path, headers: sent, body }: HostileRequest,
  tally?: Tally,
): Promise<string | undefined> {
  service.clock.monotonicMs += 10_000
  events.length = 0
  const request = new Request(`http://localhost${path}`, {
    ...{ method: name.split(' ')[0]!, headers: sent },
    ...(body !== undefined && !name.startsWith('GET ') && { body }),
  })
  const answer = await readAnswer(unpack(await service.app.handle(request)))
  const { status, text, headers } = answer
  tally?.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  tally?.operations.add(name)
  if (status < 300) tally?.passed.add(name)
  if (status < 300 && ENDING.test(name) && !name.startsWith('GET')) asked = 0
  // A fault that the sandbox was asked for.
  if (answer.body?.onPurpose === true) return undefined
  const defects = events.filter(({ level }) => level === 'error')
  if (status >= 500 || defects.length > 0)
    return `defect ${status} ${text.slice(0, 300)} ${JSON.stringify(defects).slice(0, 1_500)}`
  if (headers.has('access-control-allow-origin')) return `cors ${status}`
  if (headers.get('x-content-type-options') !== 'nosniff') return `sniffed ${status}`
  // A caller who gives code and e-mail is the guest, and anybody may write that address into a record of theirs.
  const isGiven = `${path} ${body}`.includes('OfNobody')
  const others = text.replaceAll('OfNobody@example.com', '')
  if (STRANGERS.includes(actor) && !isGiven && /Of(Nobody|Guest|Delta)/.test(others))
    return `leak ${status}`
  // A segment that became empty, or another's name, is another address.
  if (status === 405 || (status === 404 && answer.body?.code === 'not_found')) return undefined
  const [breach] = breachesOf(document, operation, answer)
  return breach && `breach ${status} ${breach} ${text.slice(0, 300)}`
}

/** An answer as its client reads it. */
function unpack(packed: Response): Response {
  const how = packed.headers.get('content-encoding')
  if (!how) return packed
  const body = packed.body!.pipeThrough(new DecompressionStream(how as 'gzip'))
  return new Response(body, packed)
}

/** Sends so many requests of a seed. @returns each kind of failure, with the smallest request that has it */
async function search(document: Document, { requests, seed: first }: Size) {
  const operations = operationsOf(document)
  const tally: Tally = { statuses: new Map(), operations: new Set(), passed: new Set() }
  const known = new Set<string>()
  const found: string[] = []
  let sent = 0
  for (let seed = first; sent < requests && found.length < FAILURES_MAX; seed++) {
    let smallest = ''
    const property = fc.asyncProperty(fc.gen(), async (g) => {
      const isShrinking = smallest !== ''
      const now = await worldOfNow()
      const request = requestOf(drawOf(g), document, operations, now)
      const operation = operations.get(request.operation)!
      if (!isShrinking) sent++
      const counts = isShrinking ? undefined : tally
      const wrong = await findWrong(now, document, operation, request, counts).catch(
        (error: unknown) =>
          // A connection that the sandbox was asked to cut.
          error === undefined && request.actor === 'sandbox'
            ? error
            : `thrown ${Bun.inspect(error)}`,
      )
      const kind = wrong && `${request.operation} ${wrong.split(' ').slice(0, 4).join(' ')}`
      if (!kind || known.has(kind) || (isShrinking && !smallest.startsWith(kind))) return
      smallest = `${kind}\n  ${wrong}\n  ${JSON.stringify(request)}`
      throw new Error(wrong)
    })
    const { failed } = await fc.check(property, { seed, numRuns: requests - sent })
    if (!failed) break
    if (smallest === '') throw new Error('no request could be drawn')
    known.add(smallest.split('\n')[0]!)
    found.push(smallest)
  }
  return { found, sent, of: operations.size, ...tally }
}

const documentOf = async (): Promise<Document> =>
  (await (await worldOfNow()).service.call('GET', '/openapi.json')).body

test(`${REQUESTS} hostile requests from the document, seed ${SEED}: no 5xx, no undocumented answer (issue 37)`, async () => {
  const size = { requests: REQUESTS, seed: SEED }
  const { found, sent, of, statuses, operations, passed } = await search(await documentOf(), size)
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map((each) => each.join(' × '))
  process.stdout.write(
    `hostile input: seed ${SEED}, ${sent} requests by ${ACTORS.length} callers to ${operations.size} of ${of} operations, ${passed.size} of which passed; ${counts.join(', ')}; found ${found.length}\n`,
  )
  expect(found.join('\n')).toBe('')
}, 3_600_000)

test('the search finds an answer that the document does not have, and the smallest request for it', async () => {
  const document = await documentOf()
  const { get } = document.paths['/v1/panel/rooms']!
  delete get!.responses['200']
  document.paths = { '/v1/panel/rooms': { get: get! } }
  const { found } = await search(document, { requests: 100, seed: 1 })
  expect(found).toHaveLength(1)
  expect(found[0]).toStartWith('GET /v1/panel/rooms breach 200 200 is\n')
  expect(JSON.parse(found[0]!.split('\n  ').at(-1)!).path).toBe('/v1/panel/rooms?hotel=alfa')
})
