import { expect, test } from 'bun:test'
import { type Element, push, recordLog } from '../support/http.ts'
import { type Settings, startService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import { signIn, type TestUser } from '../support/users.ts'

const DATE = '2027-04-01'
const GOOD = { roomCode: 'DBL', date: DATE, available: 3, priceCents: 10_000 }
const BAD = { ...GOOD, roomCode: 'DBK' }

/** Alfa with its manager. */
async function managed(settings: Settings = {}) {
  const service = await startService(settings)
  const manager = await signIn(service, 'hotel_manager', {
    name: 'Meryem',
    hotelIds: [service.alfa.id],
  })
  return { service, manager }
}
const log = async ({ call }: TestUser, query = '') =>
  (await call('GET', `/v1/panel/pushes${query}`)).body.items as Element[]
const panelPush = ({ call }: TestUser, updates: Element[], query = '') =>
  call('PUT', `/v1/panel/availability${query}`, { body: { updates } })
const figures = async ({ call }: TestUser) => (await call('GET', '/v1/panel/dashboard')).body

test('every push is in the log: applied, unchanged, in part, only tried, held and refused (contract §5)', async () => {
  const { service, manager } = await managed()
  await using _ = service
  const { alfa } = service
  const answers = [
    await push(alfa, [GOOD]),
    await push(alfa, [GOOD]),
    await push(alfa, [{ ...GOOD, available: 2 }, BAD]),
    await push(alfa, [GOOD, BAD], '?dryRun=true'),
    await push(alfa, [GOOD, BAD], '?mode=atomic'),
    await push(alfa, [BAD, null as never]),
    await panelPush(manager, [{ ...GOOD, available: 1 }]),
  ]

  const key = { type: 'key', id: alfa.keyId, name: 'alfa key' }
  const meryem = { type: 'user', id: manager.user.id, name: 'Meryem' }
  const entries = (await log(manager)).toReversed()
  expect(entries).toHaveLength(answers.length)
  for (const [index, { body }] of answers.entries()) {
    const { pushId, mode, dryRun, received, applied, unchanged, rejected, corrected, stale } = body
    const counts = { received, applied, unchanged, rejected, corrected, stale }
    const actor = index === answers.length - 1 ? meryem : key
    const at = '2027-03-10T09:00:00.000Z'
    expect(entries[index]).toEqual({ pushId, at, actor, mode, dryRun, ...counts })
  }
})

test('a push in the log has its whole report, as its sender was told (contract §5)', async () => {
  const { service, manager } = await managed()
  await using _ = service
  const { alfa } = service
  for (const updates of [
    [GOOD],
    [{ ...GOOD, closed: true }, { ...GOOD, closed: undefined }, BAD],
    Array(1_100).fill(BAD),
  ]) {
    const { body } = await push(alfa, updates)
    const { errors, warnings, truncated, pushId } = body
    const { status, body: entry } = await manager.call('GET', `/v1/panel/pushes/${pushId}`)
    expect(status).toBe(200)
    const listed = (await log(manager)).find((each) => each.pushId === pushId)
    const told = errors.map(({ path, ...error }: Element) => error)
    expect(entry).toEqual({ ...listed, errors: told, warnings, ...(truncated && { truncated }) })
  }
})

test('a push whose days could not be written is not in the log as one that was (contract §2)', async () => {
  const { service, manager } = await managed({ log: recordLog().log })
  await using _ = service
  const { store, alfa } = service
  const { tx } = store
  store.tx = (body) =>
    tx(async (handle) => {
      await body(handle)
      throw new Error('the disk is full')
    })
  expect((await push(alfa, [GOOD])).status).toBe(500)
  store.tx = tx
  expect(await log(manager)).toEqual([])
})

test('the log goes by pages, newest first, and rejected=true shows those with refused elements (contract §5)', async () => {
  const { service, manager } = await managed()
  await using _ = service
  const { alfa, clock } = service
  const ids: string[] = []
  for (let index = 0; index < 7; index++) {
    ids.unshift((await push(alfa, [GOOD, ...(index % 3 === 0 ? [BAD] : [])])).body.pushId)
    // Some in the same millisecond.
    if (index % 2 === 0) clock.advance(1_000)
  }
  const walked: unknown[] = []
  let query = '?limit=3'
  for (;;) {
    const { body } = await manager.call('GET', `/v1/panel/pushes${query}`)
    walked.push(...body.items.map(({ pushId }: Element) => pushId))
    if (body.nextCursor === null) break
    query = `?limit=3&cursor=${body.nextCursor}`
  }
  expect(walked).toEqual(ids)
  const rejected = (await log(manager, '?rejected=true')).map(({ pushId }) => pushId)
  expect(rejected).toEqual(ids.filter((_, index) => (6 - index) % 3 === 0))
})

test("a push of another hotel is 404, as one that never was; its hotel's manager sees it (contract §6)", async () => {
  await using service = await startService()
  const { manager, bravoManager, chief, guest, agent } = await hireStaff(service)
  const { pushId } = (await push(service.alfa, [GOOD])).body
  const path = `/v1/panel/pushes/${pushId}`

  expect((await manager.call('GET', path)).status).toBe(200)
  expect((await chief.call('GET', `${path}?hotel=alfa`)).status).toBe(200)
  const foreign = await bravoManager.call('GET', path)
  const none = await bravoManager.call('GET', '/v1/panel/pushes/none')
  expect(foreign).toBeProblem(404, 'not_found')
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
  expect(await chief.call('GET', `${path}?hotel=bravo`)).toBeProblem(404, 'not_found')
  expect(await log(bravoManager)).toEqual([])
  for (const { call } of [guest, agent])
    expect(await call('GET', path)).toBeProblem(403, 'forbidden')
})

test('elements of the partner’s pushes refused in the last 24 hours are an alarm; what was only tried, or typed in the panel, is none (contract §5)', async () => {
  const { service, manager } = await managed()
  await using _ = service
  const { alfa, bravo, clock } = service
  await push(alfa, [BAD, BAD])
  clock.advance(3_600_000)
  await push(alfa, [GOOD, BAD, {}])
  await push(alfa, [BAD], '?dryRun=true')
  await push(bravo, [BAD])
  expect((await panelPush(manager, [BAD])).status).toBe(422)
  expect((await figures(manager)).rejectedElements).toBe(4)
  // The first push is a day old to the millisecond, then older.
  clock.advance(23 * 3_600_000 - 3_600_000)
  expect((await figures(await signInAgain(service, manager))).rejectedElements).toBe(4)
  clock.advance(3_600_000 + 1)
  expect((await figures(await signInAgain(service, manager))).rejectedElements).toBe(2)
})
