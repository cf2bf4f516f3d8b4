import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { addDay } from '../support/bookings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { dayFromNow, SOURCE } from '../support/process.ts'
import { startReplicas } from '../support/processes.ts'
import { hireAdmin, makeGround, makeHotel } from '../support/replica-hotels.ts'

const PULLS = 40

test('a pull of 20 KB leaves at once, not in forty pieces (issue 15)', async () => {
  using folder = temporaryFolder()
  const trace = Bun.file(join(folder.path, 'trace'))
  const calls = 'trace=sendto,sendmsg,write,writev'
  const program = ['strace', '-D', '-f', '-qq', '-e', calls, '-o', trace.name!, ...SOURCE]
  await using replicas = await startReplicas({ count: 1, program })
  const admin = await hireAdmin(replicas)
  await makeGround(admin, replicas.next())
  const rooms = Array.from({ length: 5 }, (_, n) => ({ roomCode: `R${n}`, totalRooms: 9 }))
  const { secret } = await makeHotel(admin, replicas, { slug: 'alfa', rooms })
  const from = dayFromNow(1)
  const path = `/v1/partner/availability?from=${from}&to=${addDay(from, 59)}`
  const sends = async () => (await trace.text()).split('\n').length
  // As it is: packed it would be small.
  const plain = { 'accept-encoding': 'identity' }
  const pull = () => replicas.next().call('GET', path, { key: secret, headers: plain })
  const { text, headers } = await pull()
  expect(text.length).toBeGreaterThan(16_384)
  expect(headers.get('content-length')).toBe(String(text.length))

  const before = await sends()
  for (let n = 0; n < PULLS; n++) expect((await pull()).status).toBe(200)

  // What the database is asked, what wakes other threads, and the answer.
  expect((await sends()) - before).toBeLessThan(10 * PULLS)
}, 120_000)
