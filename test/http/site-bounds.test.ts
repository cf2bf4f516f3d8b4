import { expect, test } from 'bun:test'
import { nightsFrom, startBounded, strangers } from '../support/bounded.ts'
import { addSite, type TestSite } from '../support/sites.ts'

/** Books by a site, for a visitor where an address is given; 40 room-nights on nights of their own. */
function guestsOf(site: TestSite, visitor?: string) {
  const ask = strangers({ call: site.for(visitor) })
  return (index: number) => ask({ ...nightsFrom(index * 8, 8), rooms: 5, adults: 5 })
}

const [ONE, TWO] = ['203.0.113.1', '198.51.100.2']

test('room-nights of a network are the visitor’s, not the server’s, which books for another next (contract-access, Sites)', async () => {
  await using service = await startBounded()
  const site = await addSite(service)
  const [one, two] = [guestsOf(site, ONE), guestsOf(site, TWO)]
  for (let index = 0; index < 3; index++) expect((await one(index)).status).toBe(201)
  expect(await one(3)).toBeProblem(429, 'rate_limited')
  expect((await two(3)).status).toBe(201)
  // The server's own address has taken nothing.
  const own = strangers(service)
  expect((await own(nightsFrom(33, 8))).status).toBe(201)
})

test('without a visitor the room-nights an hour of a site stand in the place of the network’s', async () => {
  await using service = await startBounded()
  const site = await addSite(service, { roomNightsPerHour: 160 })
  const book = guestsOf(site)
  // A network would have made 120.
  for (let index = 0; index < 4; index++) expect((await book(index)).status).toBe(201)
  const refused = await book(4)
  expect(refused).toBeProblem(429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(refused.body.detail).toContain('This site may book at most 160 room-nights an hour')
  service.clock.advance(3_600_000)
  expect((await book(4)).status).toBe(201)
})

test('a site’s room-nights an hour bound it with visitors, too, and where it proves its guests', async () => {
  await using service = await startBounded()
  for (const proves of [false, true]) {
    const name = `proves: ${proves}`
    const site = await addSite(service, { name, proves, roomNightsPerHour: 40 })
    const [one, two] = [guestsOf(site, ONE), guestsOf(site, TWO)]
    expect((await one(0)).body).toMatchObject({
      status: 'confirmed',
      proof: proves ? 'hotel' : 'none',
    })
    expect(await two(1)).toBeProblem(429, 'rate_limited')
  }
})

test('the demo, which lifts the bounds of networks, holds a site to its own; STRANGER_LIMITS=0 does not (contract-access, Sites)', async () => {
  for (const strangerLimits of ['night', 'none'] as const) {
    await using service = await startBounded({ world: { strangerLimits } })
    const book = guestsOf(await addSite(service, { roomNightsPerHour: 40 }), ONE)
    expect((await book(0)).status).toBe(201)
    expect((await book(1)).status).toBe(strangerLimits === 'night' ? 429 : 201)
  }
})

test('what a site proves is in no count but its own: neither of a network nor of the brake', async () => {
  await using service = await startBounded()
  const site = await addSite(service, { proves: true })
  const book = guestsOf(site, ONE)
  // 280 room-nights: the brake of 60 rooms lets 240 pass in a day.
  for (let index = 0; index < 7; index++) expect((await book(index)).status).toBe(201)
  expect((await strangers({ call: site.for(ONE) })(nightsFrom(56, 1))).body.proof).toBe('hotel')
  const unproven = await addSite(service, { name: 'Another' })
  const braked = guestsOf(unproven)
  for (let index = 0; index < 6; index++) expect((await braked(index)).status).toBe(201)
  expect(await braked(6)).toBeProblem(409, 'ask_the_hotel')
})

test('a hotel’s site has its bounds like any other, at its hotel', async () => {
  await using service = await startBounded()
  const site = await addSite(service, { hotel: service.alfa, roomNightsPerHour: 80 })
  const [one, two] = [guestsOf(site, ONE), guestsOf(site, TWO)]
  expect([(await one(0)).status, (await two(1)).status]).toEqual([201, 201])
  expect(await two(2)).toBeProblem(429, 'rate_limited')
})

test('who books by a site without a session is given the manage token of the booking', async () => {
  await using service = await startBounded()
  const site = await addSite(service)
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  const body = { hotelSlug: 'alfa', roomCode: 'DBL', ...nightsFrom(0, 1), guest }
  const made = await site.for(ONE)('POST', '/v1/bookings', { body })
  expect(made.body.manageToken).toMatch(/^[A-Za-z0-9_-]{22}$/)
  const { manageToken } = made.body
  const path = `/v1/bookings/${made.body.code}/cancel`
  const ended = await site.for(TWO)('POST', path, { body: { manageToken } })
  expect(ended.body.status).toBe('cancelled')
})
