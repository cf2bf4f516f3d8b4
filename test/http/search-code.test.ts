import { beforeAll, expect, test } from 'bun:test'
import { ROWS_SEARCHED_MAX } from '../../src/domain/kernel/search-text.ts'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { book, bookGroup, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { hireStaff, type Staff } from '../support/staff.ts'
import { addUnindexed } from '../support/unindexed.ts'
import type { TestUser } from '../support/users.ts'

// A code that is typed in full while the index of words lacks most bookings, as after an upgrade (issue 35).

const ADMIN = '/v1/admin/bookings?'
const PANEL = '/v1/panel/bookings?hotel=alfa'
const AGENCY = '/v1/acenta/bookings?'

type Page = { codes: string[]; isComplete: boolean }

async function search({ call }: TestUser, path: string): Promise<Page> {
  const { status, body } = await call('GET', path)
  expect([path, status]).toEqual([path, 200])
  const codes = body.items.map((item: Record<string, any>) => item.code)
  return { codes, isComplete: body.nextCursor === null && !('searchedUntil' in body) }
}

let staff: Staff
let codes: Record<'web' | 'agency' | 'bravo' | 'group', string>
let stays: string[]
let again: () => Promise<void>

beforeAll(async () => {
  const service = await startService()
  staff = await hireStaff(service)
  await sell(service)
  await sell({ ...service, alfa: service.bravo })
  const made = async (...order: Parameters<typeof book>) => (await book(...order)).body.code
  const web = await made(service.call, {
    guest: { firstName: 'Ada', lastName: 'Old', email: 'a@example.com' },
  })
  const guest = { firstName: 'Bo', lastName: 'Old', email: 'b@example.com' }
  const agency = await made(staff.agent.call, { guest })
  const bravo = await made(service.call, { guest, hotelSlug: 'bravo' })
  const group = (await bookGroup(service.call, { guest }, 2)).body
  codes = { web, agency, bravo, group: group.code }
  stays = group.bookings.map((each: { code: string }) => each.code)
  service.clock.advance(1_000)
  await book(service.call)
  await addUnindexed(service, ROWS_SEARCHED_MAX, staff.deltaId)
  again = () => indexBookings(service.deps, new AbortController().signal)
}, 120_000)

test('a code is found at once, whatever its case, by each who may see the booking', async () => {
  const found = (code: string) => ({ codes: [code], isComplete: true })
  const { admin, manager, bravoManager, agent } = staff
  expect(await search(admin, `${ADMIN}q=${codes.web}`)).toEqual(found(codes.web))
  expect(await search(admin, `${ADMIN}q=%20${codes.bravo.toLowerCase()}`)).toEqual(
    found(codes.bravo),
  )
  expect(await search(manager, `${PANEL}&q=${codes.web}`)).toEqual(found(codes.web))
  expect(await search(manager, `${PANEL}&q=${codes.web}&sort=guest`)).toEqual(found(codes.web))
  expect(await search(manager, `${PANEL}&q=${codes.agency}&agency=DELTA`)).toEqual(
    found(codes.agency),
  )
  expect(await search(bravoManager, `/v1/panel/bookings?q=${codes.bravo}`)).toEqual(
    found(codes.bravo),
  )
  expect(await search(agent, `${AGENCY}q=${codes.agency}`)).toEqual(found(codes.agency))
  expect(await search(agent, `${AGENCY}q=${codes.agency}&hotel=alfa`)).toEqual(found(codes.agency))
})

test('a group is found by its code, and each stay by its own', async () => {
  const { manager } = staff
  const group = await search(manager, `${PANEL}&q=${codes.group}`)
  expect(group.codes.toSorted()).toEqual(stays.toSorted())
  expect(group.isComplete).toBe(true)
  expect(await search(manager, `${PANEL}&q=${stays[1]}`)).toEqual({
    codes: [stays[1]!],
    isComplete: true,
  })
})

test('other conditions hold for a code, too', async () => {
  const none = { codes: [], isComplete: true }
  const { manager } = staff
  expect(await search(manager, `${PANEL}&q=${codes.web}&status=cancelled`)).toEqual(none)
  expect(await search(manager, `${PANEL}&q=${codes.web}&source=panel`)).toEqual(none)
})

test('a code of another hotel or agency is answered as one that nobody has (contract §6)', async () => {
  const { manager, bravoManager, agent, echoAgent } = staff
  for (const [who, path, code] of [
    [manager, PANEL, codes.bravo],
    [bravoManager, '/v1/panel/bookings?', codes.web],
    [bravoManager, '/v1/panel/bookings?', codes.group],
    [agent, AGENCY, codes.web],
    [agent, AGENCY, codes.group],
    [echoAgent, AGENCY, codes.agency],
  ] as const) {
    const page = await search(who, `${path}&q=${code}`)
    expect(page).toEqual(await search(who, `${path}&q=ZZZZZZZZZZ`))
    expect(page.codes).toEqual([])
  }
}, 120_000)

test('the index finds the same, once it is whole', async () => {
  await again()
  const { admin, manager } = staff
  expect((await search(admin, `${ADMIN}q=${codes.bravo}`)).codes).toEqual([codes.bravo])
  expect((await search(manager, `${PANEL}&q=${codes.bravo}`)).codes).toEqual([])
  const group = await search(manager, `${PANEL}&q=${codes.group}`)
  expect(group.codes.toSorted()).toEqual(stays.toSorted())
}, 120_000)
