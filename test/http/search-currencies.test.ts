import { expect, test } from 'bun:test'
import { addCity, addPriced, find, STAY, slugsOf } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'

/** Hotels of one city in three currencies, one night's price each; ¥900 is less than €9.00, whatever the numbers say. */
async function makeHotels(service: TestService): Promise<void> {
  const cityId = await addCity(service, 'mix')
  for (const [slug, currency, priceCents] of [
    ['jpy-low', 'JPY', 900],
    ['eur-high', 'EUR', 9_000],
    ['try-low', 'TRY', 2_000],
    ['eur-low', 'EUR', 800],
    ['jpy-high', 'JPY', 12_000],
  ] as const)
    await addPriced(service, { cityId, slug, currency }, priceCents)
}

const CITY = `city=mix&${STAY}`

test('prices of several currencies are not compared: hotels stand by currency, then by price (contract §5)', async () => {
  await using service = await startService()
  await makeHotels(service)
  expect(await slugsOf(service, `${CITY}&sort=price`)).toEqual([
    'eur-low',
    'eur-high',
    'jpy-low',
    'jpy-high',
    'try-low',
  ])
  expect(await slugsOf(service, `${CITY}&sort=-price`)).toEqual([
    'eur-high',
    'eur-low',
    'jpy-high',
    'jpy-low',
    'try-low',
  ])
  expect(await slugsOf(service, `${CITY}&currency=JPY`)).toEqual(['jpy-low', 'jpy-high'])
})

test('a bound on prices needs the currency where there are several, and bounds that one (contract §5)', async () => {
  await using service = await startService()
  await makeHotels(service)
  for (const bound of ['maxPriceCents=20000', 'minPriceCents=1']) {
    const answer = await service.call('GET', `/v1/hotels?${CITY}&${bound}`)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '?currency', code: 'required' }])
    expect(answer.body.detail).toContain('EUR, JPY, TRY')
  }
  const cheap = `${CITY}&maxPriceCents=2000`
  expect(await slugsOf(service, `${cheap}&currency=EUR`)).toEqual(['eur-low'])
  expect(await slugsOf(service, `${cheap}&currency=JPY`)).toEqual(['jpy-low'])
  // One hotel has one currency, whatever others have.
  expect(await slugsOf(service, `${cheap}&q=eur-low`)).toEqual(['eur-low'])
  const unknown = await service.call('GET', `/v1/hotels?${CITY}&currency=eur`)
  expect(unknown.body.errors).toMatchObject([{ path: '?currency', code: 'unknown_currency' }])
})

test.each(['price', '-price'])(
  'a walk by %s over several currencies neither repeats nor skips, also when its order is gone (contract §5)',
  async (sort) => {
    await using service = await startService()
    await makeHotels(service)
    const all = await slugsOf(service, `${CITY}&sort=${sort}`)
    for (const pauseMs of [0, 11 * 60_000]) {
      const seen: string[] = []
      let cursor = ''
      do {
        const { body } = await find(service, `${CITY}&sort=${sort}&limit=1${cursor}`)
        seen.push(...body.items.map(({ slug }: { slug: string }) => slug))
        cursor = body.nextCursor && `&cursor=${body.nextCursor}`
        service.clock.advance(pauseMs)
      } while (cursor)
      expect(seen).toEqual(all)
    }
  },
)
