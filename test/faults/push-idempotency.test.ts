import { expect, test } from 'bun:test'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { askAndKill } from '../support/kill.ts'
import type { Answer } from '../support/matchers.ts'
import { dayFromNow, type ServiceProcess, startProcess } from '../support/process.ts'
import { readAnswer } from '../support/service.ts'

const ROUNDS = 6
/** Pushes of a round, each under a key of its own. */
const PUSHES = 12
/** A kill amid the pushes comes this long after the first were sent, at random. */
const KILL_WITHIN_MS = 30

type Push = { round: number; number: number }

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
    const sendOne = (served: ServiceProcess, push: Push) => send(served, apiKey, push)
    const tried = await askAndKill(setup, pushes, sendOne, killAfterMs)

    await using served = await startProcess(['serve'], setup)
    const when = `round ${round}, killed after ${killAfterMs?.toFixed(1) ?? 'the answers'}`
    for (const { asked: push, answer } of tried) {
      const repeated = await Promise.all([1, 2].map(() => send(served, apiKey, push)))
      expect(
        repeated.map(({ status }) => status),
        when,
      ).toEqual([207, 207])
      const texts = new Set(repeated.map((answer) => answer.text))
      expect(texts.size, when).toBe(1)
      expect(repeated.some(isReplayed), when).toBe(true)
      if (answer) {
        expect([...texts], when).toEqual([answer.text])
        expect(repeated.every(isReplayed), when).toBe(true)
      }
      expect(await changesBy(served, apiKey, push), when).toEqual([repeated[0]!.body.pushId])
      counted[answer ? 'answered' : 'lost']++
    }
    expect((await served.stop()).exitCode).toBe(0)
  }
  expect(counted.answered).toBeGreaterThanOrEqual((ROUNDS / 2) * PUSHES)
}, 120_000)

/** One day beside an element that is refused, so that the answer has something to repeat. */
async function send({ url }: ServiceProcess, apiKey: string, push: Push): Promise<Answer> {
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
async function changesBy({ call }: ServiceProcess, key: string, push: Push): Promise<string[]> {
  const path = `/v1/partner/availability/history?roomCode=DBL&date=${dayOf(push)}&limit=100`
  const { items } = (await call('GET', path, { key })).body as {
    items: { pushId: string; after: { priceCents: number } }[]
  }
  return items.filter(({ after }) => after.priceCents === priceOf(push)).map(({ pushId }) => pushId)
}
