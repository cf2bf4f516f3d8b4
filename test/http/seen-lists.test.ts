import { expect, test } from 'bun:test'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const RATE = {
  rateCode: 'FLEX',
  name: 'Flex',
  roomCodes: ['DBL'],
  pricing: { type: 'derived' },
  cancellation: { freeUntilDays: 7, penalty: 'first_night' },
}
const tax = (code: string) => ({ code, name: code, percentBp: 1_000 })
/** Every board with its price, as they are listed. */
const supplement = (supplementCents: number) => [
  { boardCode: 'RO', supplementCents: 0, per: 'room' },
  { boardCode: 'BB', supplementCents, per: 'guest' },
]
const terms = (freeUntilDays: number) => ({ freeUntilDays, penalty: 'all' })

/** What is replaced as a whole: where in the panel and for admins, which member, and what two people make of it. */
const WHOLE = [
  ['/v1/panel/hotel', '', 'taxes', [tax('VAT')], [tax('CITY')]],
  ['/v1/panel/rooms/DBL', '/rooms/DBL', 'supplements', supplement(900), supplement(700)],
  ['/v1/panel/rates/FLEX', '/rates/FLEX', 'cancellation', terms(1), terms(3)],
] as const

async function startHotel(): Promise<TestService> {
  return await startService({
    rooms: [
      {
        roomCode: 'DBL',
        boards: ['RO', 'BB'],
        supplementsCents: { RO: 0, BB: 0 },
        perGuest: ['BB'],
      },
    ],
  })
}

for (const [panel, admin, member, hers, his] of WHOLE)
  for (const who of ['manager', 'admin'] as const)
    test(`${member} as a whole: what the ${who} has not seen is not written over, and what is sent twice is one (issue 18)`, async () => {
      await using service = await startHotel()
      const staff = await hireStaff(service)
      await staff.manager.call('POST', '/v1/panel/rates', { body: RATE })
      const path = who === 'manager' ? panel : `/v1/admin/hotels/alfa${admin}`
      const change = (body: object) => staff[who].call('PATCH', path, { body })
      // A change of nothing answers what stands.
      const before = { [member]: (await change({})).body[member] }
      const first = await change({ [member]: hers, expected: before })
      expect(first.body[member]).toMatchObject(hers)

      const late = await change({ [member]: his, expected: before })
      expect(late).toBeProblem(409, 'revision_conflict')
      expect(late.text).toContain(member)
      // As when the answer was lost, and with nothing expected, as scripts do.
      expect((await change({ [member]: hers, expected: before })).status).toBe(200)
      const again = await change({ [member]: his, expected: { [member]: first.body[member] } })
      expect(again.body[member]).toMatchObject(his)
      expect((await change({ [member]: hers })).body[member]).toMatchObject(hers)
    })

test('what others have changed elsewhere in a thing does not stand in the way; of a text only its own language (issue 18)', async () => {
  await using service = await startHotel()
  const { manager } = await hireStaff(service)
  const seen = (await manager.call('GET', '/v1/panel/hotel')).body
  const change = (body: object) => manager.call('PATCH', '/v1/panel/hotel', { body })
  await change({ phone: '+90 212 000 00 00', translations: { en: { description: 'By the sea' } } })
  const taxes = await change({ taxes: [tax('VAT')], expected: { taxes: seen.taxes } })
  expect(taxes.body).toMatchObject({ taxes: [tax('VAT')], phone: '+90 212 000 00 00' })
  const text = await change({
    translations: { tr: { description: 'Deniz kenarında' } },
    expected: { translations: { tr: { description: null } } },
  })
  expect(text.body.translations).toMatchObject({
    en: { description: 'By the sea' },
    tr: { description: 'Deniz kenarında' },
  })
  const other = await change({
    translations: { en: { description: 'In town' } },
    expected: { translations: { en: { description: null } } },
  })
  expect(other).toBeProblem(409, 'revision_conflict')
})

test('of two who change taxes at once by what both have seen, one is told (issue 18)', async () => {
  await using service = await startHotel()
  const { manager } = await hireStaff(service)
  const codes = ['A', 'B', 'C', 'D', 'E', 'F']
  const all = await Promise.all(
    codes.map((code) =>
      manager.call('PATCH', '/v1/panel/hotel', {
        body: { taxes: [tax(code)], expected: { taxes: [] } },
      }),
    ),
  )
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
})

const difference = (of: object) => ({ type: 'derived', ...of })
const party = (of: object) => ({ adults: 2, ...of })
const ages = (toAge: number) => ({ children: [{ toAge, percentBp: 5_000 }] })

test.each([
  ['pricing', difference({}), difference({ percentBp: -1_000 }), difference({ amountCents: -500 })],
  ['guests', party({}), party(ages(6)), party({ moreCents: 900 })],
  ['guests', party(ages(3)), party(ages(6)), party({})],
])(
  '%s is replaced as a whole: who has seen less of it than stands there is told, also when they ask for less (issue 18)',
  async (member, before, hers, his) => {
    await using service = await startHotel()
    const { manager } = await hireStaff(service)
    await manager.call('POST', '/v1/panel/rates', { body: { ...RATE, [member]: before } })
    const change = (to: object) =>
      manager.call('PATCH', '/v1/panel/rates/FLEX', {
        body: { [member]: to, expected: { [member]: before } },
      })
    expect((await change(hers)).body[member]).toEqual(hers)
    expect(await change(his)).toBeProblem(409, 'revision_conflict')
    const { body } = await change(hers)
    expect(body[member]).toEqual(hers)
  },
)
