import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createApp } from '../../src/app.ts'
import { updateHotel } from '../../src/store/catalog/catalog-edits.ts'
import { book } from '../support/bookings.ts'
import { addCity, addPriced, find, putDays, STAY } from '../support/search.ts'
import { caller, startService, type TestService } from '../support/service.ts'

const HOTELS = 23

/** Hotels h0 to h22 of one city, each dearer than the one before, some of equal price. */
async function addMany(service: TestService): Promise<number[]> {
  const cityId = await addCity(service, 'izmir')
  const ids: number[] = []
  for (let index = 0; index < HOTELS; index++) {
    const priceCents = 10_000 + Math.floor(index / 3) * 1_000
    ids.push(await addPriced(service, { cityId, slug: `h${index}` }, priceCents, { available: 1 }))
  }
  return ids
}

type Item = { slug: string; fromTotalCents: number | null }

/** Walks over all pages. @param between what happens after each page but the last */
async function walk(
  service: Pick<TestService, 'call'>,
  query: string,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<Item[][]> {
  const pages: Item[][] = []
  let cursor = ''
  do {
    const { body } = await find(service, `${query}${cursor}`)
    pages.push(body.items)
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
    if (cursor) await between(pages.length)
  } while (cursor)
  return pages
}

const QUERY = `city=izmir&${STAY}`
const ALL = Array.from({ length: HOTELS }, (_, index) => `h${index}`)
const slugs = (pages: Item[][]) => pages.flat().map(({ slug }) => slug)

test('a walk over all pages while others book and prices change repeats nothing and skips nothing that was there at the start (issue 3)', async () => {
  for (const sort of ['price', '-price', 'stars']) {
    await using service = await startService()
    const ids = await addMany(service)
    const start = slugs([(await find(service, `${QUERY}&sort=${sort}&limit=100`)).body.items])
    const pages = await walk(service, `${QUERY}&sort=${sort}&limit=4`, async (page) => {
      // One of a page shown, one of a page to come; prices turn the order around.
      for (const hotelSlug of [start[page - 1], start[HOTELS - page]])
        expect((await book(service.call, { hotelSlug })).status).toBe(201)
      for (const [index, id] of ids.entries())
        await putDays(service, id, 'DBL', [{ priceCents: 90_000 - index * 1_000 }])
      const cheap = ids[(page * 7) % HOTELS]!
      await putDays(service, cheap, 'DBL', [{ priceCents: 1 }, { priceCents: 1 }])
    })

    expect(slugs(pages)).toEqual(start)
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 3])
  }
})

test('each page shows prices of its own moment, and null for what can be had no more (contract §5)', async () => {
  await using service = await startService()
  const ids = await addMany(service)
  const pages = await walk(service, `${QUERY}&limit=20`, async () => {
    await book(service.call, { hotelSlug: 'h20' })
    await putDays(service, ids[21]!, 'DBL', [{ priceCents: 7 }, { priceCents: 8 }])
  })

  expect(pages[1]).toMatchObject([
    { slug: 'h20', fromTotalCents: null, roomCode: null, boardCode: null },
    { slug: 'h21', fromTotalCents: 15, roomCode: 'DBL', boardCode: 'RO' },
    { slug: 'h22', fromTotalCents: 34_000 },
  ])
})

test('a hotel taken off sale during a walk is not shown, and nothing else is lost (contract §5)', async () => {
  await using service = await startService()
  const ids = await addMany(service)
  const pages = await walk(service, `${QUERY}&limit=10`, async (page) => {
    if (page === 1) await service.store.tx((tx) => updateHotel(tx, ids[12]!, { active: false }))
  })

  expect(slugs(pages)).toEqual(ALL.filter((slug) => slug !== 'h12'))
})

test('a hotel that comes on sale during a walk does not disturb it', async () => {
  await using service = await startService()
  await addMany(service)
  const cityId = (
    await service.store.db
      .select()
      .from(service.store.t.city)
      .where(eq(service.store.t.city.slug, 'izmir'))
  )[0]!.id
  const pages = await walk(service, `${QUERY}&limit=5`, async (page) => {
    await addPriced(service, { cityId, slug: `new${page}` }, 10_000)
  })

  expect(slugs(pages)).toEqual(ALL)
})

test('a walk goes on after a restart, and after its order was forgotten, by what it sorts by (contract §5)', async () => {
  for (const sort of ['price', '-price', 'rating', 'distance&lat=41&lng=29']) {
    await using service = await startService()
    await addMany(service)
    const query = `${QUERY}&sort=${sort}&limit=4`
    const straight = slugs(await walk(service, query))

    const restarted = { call: service.call }
    const overRestarts = await walk(restarted, query, async () => {
      restarted.call = caller(createApp(service.context))
    })
    const overPauses = await walk(service, query, async () => service.clock.advance(11 * 60_000))

    expect(slugs(overRestarts)).toEqual(straight)
    expect(slugs(overPauses)).toEqual(straight)
    expect(straight.toSorted()).toEqual(ALL.toSorted())
  }
})

test('a walk with pages of several sizes skips nothing after its order was forgotten, and is not disturbed by others (contract §5)', async () => {
  await using service = await startService()
  await addMany(service)
  let cursor = (await find(service, `${QUERY}&limit=4`)).body.nextCursor
  await find(service, `${QUERY}&limit=7`)
  const { items, nextCursor } = (await find(service, `${QUERY}&limit=6&cursor=${cursor}`)).body
  expect(slugs([items])).toEqual(ALL.slice(4, 10))
  cursor = nextCursor
  service.clock.advance(11 * 60_000)

  const rest = (await find(service, `${QUERY}&limit=100&cursor=${cursor}`)).body

  // From the end of a page of four on.
  expect(slugs([rest.items])).toEqual(ALL.slice(8))
})

test('an order is kept for ten minutes after it was last used', async () => {
  await using service = await startService()
  const ids = await addMany(service)
  const pages = await walk(service, `${QUERY}&limit=6`, async () => {
    service.clock.advance(9 * 60_000)
    // Without its order the walk would find these again, behind the place where it is.
    for (const id of ids) await putDays(service, id, 'DBL', [{ priceCents: 50_000 }])
  })

  expect(slugs(pages)).toEqual(ALL)
})

test('a cursor goes on with any page size, and is refused by every other search (contract §5)', async () => {
  await using service = await startService()
  await addMany(service)
  const { nextCursor } = (await find(service, `${QUERY}&limit=3`)).body
  const next = await find(service, `${QUERY}&limit=100&cursor=${nextCursor}`)

  expect(slugs([next.body.items])).toEqual(ALL.slice(3))
  expect(next.body.nextCursor).toBeNull()
  const again = await find(service, `${QUERY}&limit=3&cursor=${nextCursor}`)
  expect(slugs([again.body.items])).toEqual(ALL.slice(3, 6))
  for (const other of [
    'city=izmir',
    STAY,
    `${QUERY}&sort=stars`,
    `${QUERY}&children=1`,
    `${QUERY}&stars=3`,
    `${QUERY}&q=h`,
    'city=izmir&checkin=2027-04-01&checkout=2027-04-02&adults=2',
  ]) {
    const answer = await service.call('GET', `/v1/hotels?${other}&cursor=${nextCursor}`)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0]).toMatchObject({ path: '?cursor', code: 'invalid_cursor' })
  }
})

test('a cursor that was tampered with is refused or shows another page, and never fails', async () => {
  await using service = await startService()
  await addMany(service)
  const { nextCursor } = (await find(service, `${QUERY}&limit=3`)).body
  const [order, offset, ...place] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString())
  const [currency, key, id] = place
  const ask = (parts: unknown[]) => {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
    return service.call('GET', `/v1/hotels?${QUERY}&limit=100&cursor=${cursor}`)
  }
  // Of an order that was forgotten: then the place counts.
  const gone = `${order}x`
  for (const parts of [
    [order, 0, ...place],
    [order, -1, ...place],
    [order, 1e308, ...place],
    [order, 1.5, ...place],
    [order, offset, currency, key],
    [order.split('-')[0], offset, ...place],
    [7, offset, ...place],
    [gone, offset, 7, key, id],
    [gone, offset, currency, 'a', id],
    [gone, offset, currency, key, 'b'],
  ]) {
    const refused = await ask(parts)
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path: '?cursor', code: 'invalid_cursor' }])
  }
  for (const [parts, shown] of [
    [[order, 20, ...place], ALL.slice(20)],
    [[order, 9_000, ...place], []],
    [[gone, offset, ...place], ALL.slice(3)],
    [[gone, offset, currency, -1e308, 1e308], ALL],
    [[gone, offset, currency, 1e308, -1e308], []],
    [[gone, offset, '', key, id], ALL],
  ] as const) {
    const { status, body } = await ask([...parts])
    expect([status, slugs([body.items])]).toEqual([200, [...shown]])
  }
})

test('the last page has no cursor, nor has one that holds everything', async () => {
  await using service = await startService()
  await addMany(service)
  expect((await find(service, `${QUERY}&limit=${HOTELS}`)).body.nextCursor).toBeNull()
  const { body } = await find(service, `${QUERY}&limit=${HOTELS - 1}`)
  const last = await find(service, `${QUERY}&limit=1&cursor=${body.nextCursor}`)
  expect([slugs([last.body.items]), last.body.nextCursor]).toEqual([['h22'], null])
})
