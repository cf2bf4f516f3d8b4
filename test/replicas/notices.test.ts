import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createNotices } from '../../src/store/postgres/notices.ts'
import { eventually } from '../support/http.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

// A replica tells the others what it has committed, as long as there are any (issue 15).

setDefaultTimeout(120_000)

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A replica as far as it tells and hears, with a clock that is ahead by `ms`. */
async function startTeller() {
  const clock = { ms: 0 }
  const seen: number[] = []
  const nothing = () => {}
  const notices = await createNotices(
    { url: server.url, directUrl: server.url, prepare: true },
    {
      onSeen: (_scope, version) => void seen.push(version),
      ...{ onTouched: nothing, onListen: nothing, onLost: nothing },
    },
    () => performance.now() + clock.ms,
  )
  let version = 0
  const tell = () => notices.tell(new Map([['days:1', ++version]]), [])
  return { ...notices, clock, seen, tell }
}

test('a replica that has heard of no other for long tells nobody, until one comes; of one that is there it is heard at once', async () => {
  const alfa = await startTeller()
  const bravo = await startTeller()
  alfa.tell()
  await eventually(() => bravo.seen.includes(1))

  // As long as the other has been silent, which tells something of itself every two seconds.
  alfa.clock.ms = 11_000
  alfa.tell()
  const carla = await startTeller()
  await eventually(() => {
    alfa.tell()
    return carla.seen.length > 0 && bravo.seen.length > 1
  })
  expect(bravo.seen).not.toContain(2)
  for (const each of [alfa, bravo, carla]) await each.close()
})
