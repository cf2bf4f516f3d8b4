import { expect, test } from 'bun:test'
import { prepareDemo } from '../support/demo-folder.ts'
import type { Answer } from '../support/matchers.ts'
import { dayFromNow, type Served, startProcess } from '../support/process.ts'
import { readAnswer } from '../support/service.ts'
import { temporaryFolder } from '../support/store.ts'

const ROUNDS = 6
/** Pushes of a round, each under a key of its own; so many at a time, that a kill finds some amid their transaction. */
const PUSHES = 12
const AT_ONCE = 3
/** A kill amid the pushes comes this long after the first were sent, at random. */
const KILL_WITHIN_MS = 30

type Push = { round: number; number: number }

/** What became of a push: what was answered, or undefined when no answer came. */
type Tried = Push & { text: string | undefined }

const dayOf = ({ round, number }: Push) => dayFromNow(20 + round * PUSHES + number)
/** A price that no other push and no seed sets. */
const priceOf = ({ round, number }: Push) => 7_000_000 + round * 100 + number

test(`a push that is repeated under its key after kill -9 is done once and answered as it was, in ${ROUNDS} kills (contract-counts)`, async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  const { apiKey } = await prepareDemo(setup)
  const counted = { answered: 0, lost: 0 }
  for (let round = 1; round <= ROUNDS; round++) {
    const pushes = Array.from({ length: PUSHES }, (_, number) => ({ round, number }))
    // Every other time right after the answers, else at any moment: before, amid and after the commits.
    const killAfterMs = round % 2 === 0 ? undefined : Math.random() * KILL_WITHIN_MS
    const tried = await pushAndKill(setup, apiKey, pushes, killAfterMs)

    await using served = await startProcess(['serve'], setup)
    const when = `round ${round}, killed after ${killAfterMs?.toFixed(1) ?? 'the answers'}`
    for (const { text, ...push } of tried) {
      const repeated = await Promise.all([1, 2].map(() => send(served, apiKey, push)))
      expect(
        repeated.map(({ status }) => status),
        when,
      ).toEqual([207, 207])
      const texts = new Set(repeated.map((answer) => answer.text))
      expect(texts.size, when).toBe(1)
      expect(repeated.some(isReplayed), when).toBe(true)
      if (text !== undefined) {
        expect([...texts], when).toEqual([text])
        expect(repeated.every(isReplayed), when).toBe(true)
      }
      expect(await changesBy(served, apiKey, push), when).toEqual([repeated[0]!.body.pushId])
      counted[text === undefined ? 'lost' : 'answered']++
    }
    expect((await served.stop()).exitCode).toBe(0)
  }
  expect(counted.answered).toBeGreaterThanOrEqual((ROUNDS / 2) * PUSHES)
}, 120_000)

/** Pushes all and kills the service: after so many milliseconds, or when all are answered. */
async function pushAndKill(
  setup: { folder: string },
  apiKey: string,
  pushes: Push[],
  killAfterMs: number | undefined,
): Promise<Tried[]> {
  await using served = await startProcess(['serve'], setup)
  const waiting = [...pushes]
  const tried: Tried[] = []
  const line = async () => {
    for (let push = waiting.shift(); push; push = waiting.shift()) {
      const answer = await send(served, apiKey, push).catch(() => undefined)
      tried.push({ ...push, text: answer?.text })
    }
  }
  const running = Promise.all(Array.from({ length: AT_ONCE }, line))
  // The one wait that is not for something: the moment of the kill is what is tried.
  if (killAfterMs === undefined) await running
  else await Bun.sleep(killAfterMs)
  await served.stop('SIGKILL')
  await running
  return tried
}

/** One day beside an element that is refused, so that the answer has something to repeat. */
async function send({ url }: Served, apiKey: string, push: Push): Promise<Answer> {
  const day = { roomCode: 'DBL', date: dayOf(push), available: 1, priceCents: priceOf(push) }
  const response = await fetch(`${url}/v1/partner/availability`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': `push-${push.round}-${push.number}`,
    },
    body: JSON.stringify({ updates: [day, { ...day, available: -1 }] }),
  })
  return await readAnswer(response)
}

const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'

/** The pushes that set the day's price to that of a push, as its history has them. */
async function changesBy({ call }: Served, key: string, push: Push): Promise<string[]> {
  const path = `/v1/partner/availability/history?roomCode=DBL&date=${dayOf(push)}&limit=100`
  const { items } = (await call('GET', path, { key })).body as {
    items: { pushId: string; after: { priceCents: number } }[]
  }
  return items.filter(({ after }) => after.priceCents === priceOf(push)).map(({ pushId }) => pushId)
}
