import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { readSheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { guideText } from '../support/guide.ts'
import { playNewcomer } from '../support/newcomer.ts'
import { type ServiceProcess, startProcess } from '../support/process.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

/** A key may ask as often within a minute, which a newcomer does not raise. */
const CALLS_MAX = 70

const program = shelvedBinary()
const folder = temporaryFolder()
let served: ServiceProcess

beforeAll(async () => {
  served = await startProcess(['demo'], { folder: folder.path, program })
})

afterAll(async () => {
  await served[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test('a vendor’s new engineer comes from the guide alone to a full certification (issue 16)', async () => {
  const startedMs = performance.now()
  const { users, hotelSlug } = readSheet(folder.path) as ReturnType<typeof readSheet> & {
    users: { manager: { email: string; password: string } }
  }
  const { token } = (await served.call('POST', '/v1/auth/login', { body: users.manager })).body
  const made = await served.call('POST', `/v1/panel/api-keys?hotel=${hotelSlug}`, {
    key: token,
    body: { name: 'New engineer', mode: 'test' },
  })
  const key = made.body.secret
  const course = await playNewcomer(served, { key, folder: folder.path })
  const { certification, mirror, pulled, steps, paths } = course

  const left = certification.scenarios.filter(({ done }) => !done)
  expect(left.map(({ scenario }) => scenario)).toEqual([])
  expect(certification.certifiedAt).not.toBeNull()
  const guide = await guideText()
  expect([...paths].filter((path) => !guide.includes(path))).toEqual([])
  const differing = [...pulled.days].filter(
    ([name, day]) => !Bun.deepEquals(mirror.days.get(name), day),
  )
  expect(differing).toEqual([])
  const revisions = (of: Map<string, any>) =>
    [...of].map(([code, { revision, status }]) => [code, revision, status]).toSorted()
  expect(revisions(mirror.bookings)).toEqual(revisions(pulled.bookings))
  const calls = steps.reduce((sum, step) => sum + step.calls, 0)
  expect(calls).toBeLessThan(CALLS_MAX)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  const lines = steps.map(({ step, calls, ms }) => `${step}: ${calls} calls, ${ms} ms`)
  lines.push(`certified after ${seconds} s and ${calls} calls, beside a log-in and a key`)
  await Bun.write(Bun.stdout, `${lines.join('\n')}\n`)
})
