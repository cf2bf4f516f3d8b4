import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const GUESTS = [
  { firstName: 'Ayşe', lastName: 'Şahin', email: 'a.s@example.com', phone: '+90 (532) 123 45 67' },
  { firstName: 'Ömer', lastName: 'Çelik', email: 'oc@example.org', phone: '0555 987 65 43' },
  {
    firstName: 'ISPARTA',
    lastName: 'Iğdır',
    email: 'info@isparta.example',
    phone: '00 49 30 222333',
  },
  { firstName: 'Jürgen', lastName: 'Weiß', email: 'jw.07@example.de' },
  { firstName: 'Eva', lastName: 'Novák', email: 'eva@example.cz' },
]

/** What is typed, and whose booking it finds. */
const TYPED: [q: string, names: string[]][] = [
  ['şahin', ['Şahin']],
  ['sahin', ['Şahin']],
  ['ŞAHİN', ['Şahin']],
  ['SAHIN', ['Şahin']],
  ['Şah', ['Şahin']],
  ['ahin', []],
  ['şahin ayşe', ['Şahin']],
  ['AYŞE ŞAHİN', ['Şahin']],
  ['ayse celik', []],
  ['çelik', ['Çelik']],
  ['ÇELİK', ['Çelik']],
  ['celik ömer', ['Çelik']],
  ['omer', ['Çelik']],
  ['ısparta', ['Iğdır']],
  ['isparta', ['Iğdır']],
  ['ISPARTA', ['Iğdır']],
  ['İSPARTA iğdir', ['Iğdır']],
  ['weiß', ['Weiß']],
  ['WEISS', ['Weiß']],
  ['novak', ['Novák']],
  ['eva nov', ['Novák']],
  ['eva@example.cz', ['Novák']],
  ['jw.07@exam', ['Weiß']],
  ['example', ['Novák', 'Weiß', 'Iğdır', 'Çelik', 'Şahin']],
  ['+90 532 123', ['Şahin']],
  ['0532 123 45 67', ['Şahin']],
  ['532', ['Şahin']],
  ['905321234567', ['Şahin']],
  ['0090 532 1234567', ['Şahin']],
  ['5559876543', ['Çelik']],
  ['+49 30 22', ['Iğdır']],
  ['030 222', ['Iğdır']],
  ['%', []],
  ['şahin %', ['Şahin']],
  ['-', []],
]

/** The guests' bookings, each made by an agency at Alfa, and the lists of the hotel, the admin and the agency. */
async function bookAll(service: TestService) {
  const { admin, agent, managerAlfa } = await people(service)
  await sell(service, { available: 50 })
  const codes: string[] = []
  for (const guest of GUESTS) {
    service.clock.advance(1_000)
    codes.push((await book(agent.call, { guest })).body.code)
  }
  const lists: [Call, string][] = [
    [managerAlfa.call, '/v1/panel/bookings?hotel=alfa'],
    [admin.call, '/v1/admin/bookings?'],
    [admin.call, '/v1/admin/bookings?hotel=alfa&agency=DELTA'],
    [agent.call, '/v1/acenta/bookings?'],
  ]
  return { codes, lists }
}

async function people(service: TestService) {
  const staff = await hireStaff(service)
  return { ...staff, managerAlfa: staff.chief }
}

async function find([call, path]: [Call, string], q: string): Promise<string[]> {
  const { status, body } = await call('GET', `${path}&q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  expect(body.searchedUntil).toBeUndefined()
  return body.items.map(({ guest }: { guest: { lastName: string } }) => guest.lastName)
}

test('a guest is found as their name is typed on any keyboard, by telephone and e-mail, in the hotel’s, the admin’s and the agency’s lists', async () => {
  await using service = await startService()
  const { lists } = await bookAll(service)
  for (const list of lists)
    for (const [q, names] of TYPED)
      expect({ list: list[1], q, names: await find(list, q) }).toEqual({ list: list[1], q, names })
})

test('a booking is found by its code in any case, in whole or by its beginning', async () => {
  await using service = await startService()
  const { codes, lists } = await bookAll(service)
  for (const list of lists) {
    expect(await find(list, codes[1]!.toLowerCase())).toEqual(['Çelik'])
    expect(await find(list, `${codes[1]!.slice(0, 7)} omer`)).toEqual(['Çelik'])
  }
})
