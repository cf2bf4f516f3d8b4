import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'

type Record_ = { code: string; checkin: string; checkout: string; createdAt: string }

const STAYS = [
  ['2027-04-05', '2027-04-07'],
  ['2027-04-01', '2027-04-09'],
  ['2027-04-05', '2027-04-06'],
  ['2027-04-02', '2027-04-03'],
  ['2027-04-05', '2027-04-07'],
] as const

/** What each pull is ordered by. */
const ORDERS: [dateField: string, range: string, key: (record: Record_) => string][] = [
  ['checkin', 'from=2027-04-01&to=2027-04-09', ({ checkin }) => checkin],
  ['checkout', 'from=2027-04-01&to=2027-04-09', ({ checkout }) => checkout],
  ['stay', 'from=2027-04-01&to=2027-04-09', ({ checkin }) => checkin],
  ['created', 'from=2027-03-01&to=2027-03-31', ({ createdAt }) => createdAt],
  ['updated', 'from=2027-03-01&to=2027-03-31', ({ createdAt }) => createdAt],
]

test.each(ORDERS)(
  'a pull by %s goes in the order of that date, page by page, none twice and none left out (contract §2)',
  async (dateField, range, key) => {
    await using service = await startService()
    await sell(service, { available: 9 })
    const made: string[] = []
    for (const [index, [checkin, checkout]] of STAYS.entries()) {
      if (index % 2 === 0) service.clock.advance(1_000)
      made.push((await book(service.call, { checkin, checkout })).body.code)
    }
    const path = `/bookings?${range}&dateField=${dateField}`
    const walked: Record_[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more = cursor && `&cursor=${cursor}`
      const { body } = await service.alfa.call('GET', `${path}&limit=1${more}`)
      walked.push(...body.bookings)
      cursor = body.nextCursor
    }
    expect(walked.map(({ code }) => code).toSorted()).toEqual(made.toSorted())
    expect(walked.map(key)).toEqual(walked.map(key).toSorted())
    // Of one date those made first come first.
    const fifth = walked.filter(
      ({ checkin, checkout }) => checkin + checkout === '2027-04-052027-04-07',
    )
    expect(fifth.map(({ code }) => code)).toEqual([made[0]!, made[4]!])
    expect((await service.alfa.call('GET', `${path}&limit=500`)).body.bookings).toEqual(walked)
  },
)
