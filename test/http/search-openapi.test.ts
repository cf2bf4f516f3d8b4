import { expect, test } from 'bun:test'
import { sell } from '../support/bookings.ts'
import { breachesOf, operationsOf } from '../support/openapi.ts'
import { STAY } from '../support/search.ts'
import { startService } from '../support/service.ts'

const CALLS: [operation: string, url: string, status: number][] = [
  ['GET /v1/cities', '/v1/cities?limit=1', 200],
  ['GET /v1/cities', '/v1/cities?limit=0', 422],
  ['GET /v1/hotels', '/v1/hotels', 200],
  ['GET /v1/hotels', '/v1/hotels?lat=41&lng=29', 200],
  ['GET /v1/hotels', `/v1/hotels?${STAY}`, 200],
  ['GET /v1/hotels', '/v1/hotels?sort=price', 422],
  ['GET /v1/hotels/{slug}', '/v1/hotels/alfa', 200],
  ['GET /v1/hotels/{slug}', `/v1/hotels/alfa?${STAY}`, 200],
  ['GET /v1/hotels/{slug}', `/v1/hotels/alfa?${STAY}&board=BB`, 200],
  ['GET /v1/hotels/{slug}', '/v1/hotels/nowhere', 404],
  ['GET /v1/amenities', '/v1/amenities', 200],
  ['GET /v1/hotels/{slug}/agreements', '/v1/hotels/alfa/agreements', 200],
  ['GET /v1/hotels/{slug}/agreements', '/v1/hotels/nowhere/agreements', 404],
  ['GET /v1/hotels/{slug}/calendar', '/v1/hotels/alfa/calendar?from=2027-04-01&to=2027-05-01', 200],
  ['GET /v1/hotels/{slug}/calendar', '/v1/hotels/alfa/calendar?from=2027-04-01', 422],
  [
    'GET /v1/hotels/{slug}/calendar',
    '/v1/hotels/nowhere/calendar?from=2027-04-01&to=2027-04-01',
    404,
  ],
  ['GET /v1/hotels/{slug}/reviews', '/v1/hotels/alfa/reviews', 200],
  ['GET /v1/hotels/{slug}/reviews', '/v1/hotels/nowhere/reviews', 404],
]

test('what search answers is what its documentation says (contract §5, §6)', async () => {
  await using service = await startService()
  await sell(service)
  const document = (await service.call('GET', '/openapi.json')).body
  const operations = operationsOf(document)
  for (const [name, url, status] of CALLS) {
    const answer = await service.call('GET', url)
    expect([url, answer.status]).toEqual([url, status])
    expect([url, breachesOf(document, operations.get(name)!, answer)]).toEqual([url, []])
  }
})

test('the documented parameters have no default that would find nothing (issue 3)', async () => {
  await using service = await startService()
  const operations = operationsOf((await service.call('GET', '/openapi.json')).body)
  const withDefault = (path: string) =>
    operations
      .get(`GET ${path}`)!
      .parameters!.filter((parameter) => JSON.stringify(parameter).includes('"default"'))
      .map(({ name }) => name)
  expect(withDefault('/v1/hotels')).toEqual(['limit'])
  expect(withDefault('/v1/hotels/{slug}')).toEqual([])
})
