import { expect, test } from 'bun:test'
import { daysOf, history, pull, push } from '../support/http.ts'
import { startService, type TestHotel } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const DATE = '2027-04-01'
const GOOD = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 12900 }
const NEVER = { date: DATE, available: 0, priceCents: 0, closed: true }
const PATH = '/v1/panel/availability'

const dayOf = async (hotel: TestHotel) => daysOf(await pull(hotel, DATE), 'DBL')[0]
const send = ({ call }: TestHotel, body: unknown, query = '') =>
  call('PUT', `/availability${query}`, { body })

test('a push with If-Match of any value is 412, for it replaces no representation: nothing is written (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { manager } = await hireStaff(service)
  const body = { updates: [GOOD] }
  const etag = (await pull(alfa, DATE)).headers.get('etag')!

  for (const value of [etag, `W/${etag}`, '*', '"x", "y"', 'nonsense', '']) {
    const headers = { 'if-match': value }
    for (const answer of [
      await alfa.call('PUT', '/availability', { headers, body }),
      await alfa.call('PUT', '/availability?dryRun=true', { headers, body }),
      await alfa.call('PUT', '/availability', { headers, raw: 'no JSON' }),
      await manager.call('PUT', PATH, { headers, body }),
    ]) {
      expect(answer).toBeProblem(412, 'precondition_failed')
      expect(answer.body.detail).toContain('replaces no representation')
      expect(answer.body.detail).toContain('what the service sold')
    }
  }
  expect(await dayOf(alfa)).toEqual(NEVER)
  expect((await history(alfa, 'DBL', DATE)).body.items).toEqual([])
  expect((await manager.call('GET', '/v1/panel/pushes')).body.items).toEqual([])
})

test('whoever may not push is told that, not that If-Match has no use (contract §2, §8)', async () => {
  await using service = await startService()
  const headers = { 'if-match': '*' }
  const init = { headers, body: { updates: [GOOD] } }

  expect(await service.call('PUT', '/v1/partner/availability', init)).toBeProblem(
    401,
    'unauthenticated',
  )
  expect(await service.call('PUT', PATH, init)).toBeProblem(401, 'unauthenticated')
})

test('a push may name its currency; another than the hotel’s is refused as a whole, naming the hotel’s (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { manager } = await hireStaff(service)

  for (const currency of ['TRY', 'eur', '', 'E'.repeat(1_000)])
    for (const query of ['', '?mode=atomic', '?dryRun=true']) {
      const body = { updates: [GOOD], currency }
      for (const answer of [
        await send(alfa, body, query),
        await manager.call('PUT', PATH + query, { body }),
      ]) {
        expect(answer).toBeProblem(422, 'currency_mismatch')
        expect(answer.body.currency).toBe('EUR')
        expect(answer.body.errors).toMatchObject([
          { path: '/currency', code: 'currency_mismatch', message: expect.stringContaining('EUR') },
        ])
        expect(answer.text.length).toBeLessThan(600)
      }
    }
  for (const currency of [null, 7, ['EUR'], {}]) {
    const answer = await send(alfa, { updates: [GOOD], currency })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '/currency', code: 'wrong_type' }])
  }
  expect(await dayOf(alfa)).toEqual(NEVER)
  expect((await manager.call('GET', '/v1/panel/pushes')).body.items).toEqual([])

  const named = await send(alfa, { updates: [GOOD], currency: 'EUR' })
  expect([named.status, named.body.currency]).toEqual([200, 'EUR'])
})

test('the report names the hotel’s currency, also where the push does not and where all is refused (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  expect((await push(alfa, [GOOD])).body.currency).toBe('EUR')
  expect((await push(alfa, [GOOD], '?dryRun=true')).body.currency).toBe('EUR')
  expect((await push(alfa, [{}])).body.currency).toBe('EUR')
})
