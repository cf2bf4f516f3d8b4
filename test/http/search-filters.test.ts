import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { addCity, addHotel, addPriced, find, STAY, slugsOf } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'

/** Gives a hotel reviews that sum up to something. */
async function rate({ store }: TestService, id: number, ratingSum: number, ratingCount: number) {
  const { hotel } = store.t
  await store.tx(({ db }) =>
    db.update(hotel).set({ ratingSum, ratingCount }).where(eq(hotel.id, id)),
  )
}

test('a text finds hotels by name and city whatever its case and accents, the Turkish i too (contract §5)', async () => {
  await using service = await startService()
  const istanbul = await addCity(service, 'istanbul', 'İstanbul')
  const lisbon = await addCity(service, 'lisbon', 'Lisboa')
  const names = {
    kaleici: 'Kaleiçi IŞIK Otel',
    sisli: 'ŞİŞLİ Palas',
    ilik: 'ILIK Sular',
    munchen: 'Münchner Hof & Straße',
    graca: 'Miradouro da Graça',
    arhus: 'Ærø Øst',
  }
  for (const [slug, name] of Object.entries(names))
    await addHotel(service, { cityId: slug === 'graca' ? lisbon : istanbul, slug, name })
  const text = (q: string) => slugsOf(service, `q=${encodeURIComponent(q)}`)

  expect(await text('kaleici isik')).toEqual(['kaleici'])
  expect(await text('KALEİÇİ ışık')).toEqual(['kaleici'])
  expect(await text('şişli')).toEqual(['sisli'])
  expect(await text('SISLI')).toEqual(['sisli'])
  expect(await text('ılık')).toEqual(['ilik'])
  expect(await text('ilik')).toEqual(['ilik'])
  expect(await text('munchner STRASSE')).toEqual(['munchen'])
  expect(await text('graca')).toEqual(['graca'])
  expect(await text('Grac\u0327a')).toEqual(['graca'])
  expect(await text('aero ost')).toEqual(['arhus'])
  expect(await text('ISTANBUL')).toHaveLength(5)
  expect(await text('palas ıstanbul')).toEqual(['sisli'])
  expect(await text('palas lisboa')).toEqual([])
  expect(await text('hof,  münch')).toEqual(['munchen'])
  expect(await text('%')).toEqual([])
  expect(await text('_')).toEqual([])
  expect(await text('  ')).toHaveLength(8)
})

test('stars may be asked for more than once, and every filter narrows the others (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  for (const stars of [1, 2, 3, 4, 5])
    await addPriced(service, { cityId, slug: `s${stars}`, stars }, stars * 10_000)

  expect(await slugsOf(service, 'city=izmir&stars=3')).toEqual(['s3'])
  expect(await slugsOf(service, 'city=izmir&stars=5&stars=2')).toEqual(['s2', 's5'])
  expect(await slugsOf(service, `city=izmir&stars=5&stars=2&${STAY}&maxPriceCents=50000`)).toEqual([
    's2',
  ])
  expect(await slugsOf(service, 'city=izmir&stars=0')).toEqual([])
  expect(await slugsOf(service, 'stars=5&q=alfa')).toEqual([])
})

test('prices asked for are totals of the stay, both ends included (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  for (const priceCents of [10_000, 20_000, 30_000])
    await addPriced(service, { cityId, slug: `p${priceCents / 5_000}` }, priceCents)
  const priced = (more: string) => slugsOf(service, `city=izmir&${STAY}${more}`)

  expect(await priced('&minPriceCents=40000')).toEqual(['p4', 'p6'])
  expect(await priced('&maxPriceCents=40000')).toEqual(['p2', 'p4'])
  expect(await priced('&minPriceCents=40000&maxPriceCents=40000')).toEqual(['p4'])
  expect(await priced('&minPriceCents=40001&maxPriceCents=59999')).toEqual([])
  expect(await priced('&rooms=2&maxPriceCents=40000')).toEqual(['p2'])
})

test('the distance is that of the great circle, in kilometres, over the date line and the pole too (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'world')
  const places = {
    istanbul: [41.0082, 28.9784],
    ankara: [39.9334, 32.8597],
    fiji: [-17, 179.5],
    samoa: [-14, -171.5],
    pole: [90, 77],
  }
  for (const [slug, [lat, lng]] of Object.entries(places))
    await addHotel(service, { cityId, slug, lat: lat!, lng: lng! })
  const near = async (slug: keyof typeof places, more = '') => {
    const [lat, lng] = places[slug]
    const { items } = (await find(service, `city=world&lat=${lat}&lng=${lng}${more}`)).body
    return items.map((item: any) => [item.slug, item.distanceKm])
  }

  // Published great-circle distances; a quarter of the meridian of the mean sphere is 10,007.56 km.
  expect(await near('istanbul', '&radiusKm=400')).toEqual([
    ['istanbul', 0],
    ['ankara', expect.closeTo(349.4, 0)],
  ])
  expect(await near('istanbul', '&radiusKm=349')).toEqual([['istanbul', 0]])
  expect((await near('fiji'))[1]).toEqual(['samoa', expect.closeTo(1_020, -1)])
  const [, [second, far]] = await near('pole', '&radiusKm=6000')
  expect([second, far]).toEqual(['istanbul', expect.closeTo(((90 - 41.0082) * 10_007.56) / 90, 0)])
  expect((await find(service, 'city=world')).body.items[0]).not.toHaveProperty('distanceKm')
})

test('a radius holds what is just within it, and leaves out what is just beyond', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'world')
  await addHotel(service, { cityId, slug: 'degree', lat: 1, lng: 0 })
  // One degree of the mean sphere is 111.195 km.
  expect(await slugsOf(service, 'city=world&lat=0&lng=0&radiusKm=111.2')).toEqual(['degree'])
  expect(await slugsOf(service, 'city=world&lat=0&lng=0&radiusKm=111.1')).toEqual([])
  expect(await slugsOf(service, 'city=world&lat=1&lng=0&radiusKm=0')).toEqual(['degree'])
})

test('hotels stand cheapest, dearest, best rated, most starred or nearest first, equals in the order they were made (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  const add = async (slug: string, stars: number, cents: number, lng: number, rating: number[]) => {
    const id = await addPriced(service, { cityId, slug, stars, lng }, cents)
    await rate(service, id, rating[0]!, rating[1]!)
  }
  await add('a', 3, 20_000, 29.3, [0, 0])
  await add('b', 5, 10_000, 29.1, [9, 2])
  await add('c', 3, 30_000, 29.2, [45, 10])
  await add('d', 4, 20_000, 29.1, [1, 1])
  const sorted = async (query: string) => (await slugsOf(service, `city=izmir&${query}`)).join('')

  expect(await sorted(`${STAY}&sort=price`)).toBe('badc')
  expect(await sorted(`${STAY}&sort=-price`)).toBe('cadb')
  expect(await sorted('sort=rating')).toBe('bcda')
  expect(await sorted(`${STAY}&sort=stars`)).toBe('bdac')
  expect(await sorted('sort=distance&lat=41&lng=29')).toBe('bdca')
  expect(await sorted(STAY)).toBe('badc')
  expect(await sorted('lat=41&lng=29')).toBe('bdca')
  expect(await sorted('')).toBe('bcda')
})

test('the rating is the average of the reviews with one decimal, null without any (contract §5)', async () => {
  await using service = await startService()
  const cityId = await addCity(service, 'izmir')
  const ratings = [
    [0, 0, null],
    [9, 2, 4.5],
    [13, 3, 4.3],
    [14, 3, 4.7],
    [17, 4, 4.3],
    [5, 1, 5],
  ] as const
  for (const [index, [sum, count]] of ratings.entries())
    await rate(service, await addHotel(service, { cityId, slug: `h${index}` }), sum, count)

  const { items } = (await find(service, 'city=izmir')).body
  for (const [index, [, count, rating]] of ratings.entries())
    expect(items.find(({ slug }: any) => slug === `h${index}`)).toMatchObject({
      rating,
      reviewCount: count,
    })
})
