import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { asGuest, tokenOf } from '../support/manage.ts'
import { run } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'
import { completedStay, hireStaff, historyOf, signInAgain } from '../support/staff.ts'

/** @param key what of a body opens the booking: the token of who made it */
const review = (
  { call }: Pick<TestService, 'call'>,
  code: string,
  body: Record<string, unknown> = {},
  key: object = asGuest(code),
) =>
  call('POST', `/v1/bookings/${code}/review`, {
    body: { ...key, rating: 5, text: 'What a view.', ...body },
  })

const WRONG = { manageToken: 'none' }

const ratingOf = async ({ store, alfa }: TestService) => {
  const rows = await store.db.select().from(store.t.hotel)
  const { ratingSum, ratingCount } = rows.find(({ id }) => id === alfa.id)!
  return [ratingSum, ratingCount]
}

test('a guest reviews a completed stay with the booking’s token, and the hotel’s rating follows (contract §5)', async () => {
  await using service = await startService()
  const code = await completedStay(service)

  const { status, body } = await review(service, code, { email: 'CARLA@example.com', rating: 4 })

  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    bookingCode: code,
    author: 'Carla Ç.',
    rating: 4,
    text: 'What a view.',
    createdAt: '2027-04-03T10:00:00.000Z',
    reply: null,
    repliedAt: null,
  })
  expect(await ratingOf(service)).toEqual([4, 1])
})

test('a stay is reviewed once, also by twenty at once: the others are 409 and the rating counts one (contract §5)', async () => {
  await using service = await startService()
  const code = await completedStay(service)

  const answers = await Promise.all(Array.from({ length: 20 }, () => review(service, code)))

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const answer of refused) expect(answer).toBeProblem(409, 'already_exists')
  expect(await ratingOf(service)).toEqual([5, 1])
})

test('a stay that is not completed has no review (contract §5)', async () => {
  await using service = await startService()
  await sell(service)
  const { code } = (await book(service.call)).body
  expect(await review(service, code)).toBeProblem(409, 'transition_invalid')
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  expect(await review(service, code)).toBeProblem(409, 'transition_invalid')
  expect(await ratingOf(service)).toEqual([0, 0])
})

test('only the guest reviews: a wrong token, none and everybody else’s session are 404, the same as no booking (contract §5)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const code = await completedStay(service, staff.agent.call)
  const none = await review(service, 'NONE234567', {}, WRONG)
  expect(none).toBeProblem(404, 'not_found')
  const { requestId: _, ...words } = none.body

  const strangers = [staff.guest, staff.admin, staff.manager, staff.agent, staff.echoAgent]
  const callers = await Promise.all(strangers.map((who) => signInAgain(service, who)))
  for (const caller of [service, ...callers])
    for (const key of [{}, WRONG])
      expect((await review(caller, code, {}, key)).body).toMatchObject(words)
  const key = { manageToken: await tokenOf(service, code) }
  expect((await review(service, code, {}, key)).status).toBe(201)
})

test('the account that booked reviews with its session alone', async () => {
  await using service = await startService()
  const { guest } = await hireStaff(service)
  const code = await completedStay(service, guest.call)
  const caller = await signInAgain(service, guest)
  expect((await review(caller, code, {}, {})).status).toBe(201)
})

test.each([
  ['/rating', { rating: 0 }],
  ['/rating', { rating: 6 }],
  ['/rating', { rating: 4.5 }],
  ['/text', { text: ' ' }],
  ['/author', { author: 'Somebody else' }],
])('%s is refused of %p', async (path, flawed) => {
  await using service = await startService()
  const answer = await review(service, 'NONE234567', flawed, WRONG)
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0].path).toBe(path)
})

test('a manager reads the reviews of the hotel, newest first, and replies; another reply takes the place of the first (contract §5)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const earlier = (await book(service.call)).body.code
  const code = await completedStay(service)
  await review(service, earlier)
  service.clock.advance(1)
  const { id } = (await review(service, code)).body
  const manager = await signInAgain(service, staff.manager)
  const bravo = await signInAgain(service, staff.bravoManager)
  const admin = await signInAgain(service, staff.admin)
  const list = async (query = '') =>
    (await manager.call('GET', `/v1/panel/reviews${query}`)).body.items
  const reply = (who: typeof manager, text: string) =>
    who.call('POST', `/v1/panel/reviews/${id}/reply`, { body: { text } })

  const codes = async (query = '') =>
    (await list(query)).map(({ bookingCode }: { bookingCode: string }) => bookingCode)

  expect(await codes()).toEqual([code, earlier])
  expect(await codes('?replied=true')).toEqual([])
  expect((await reply(manager, 'Thanks!')).body).toMatchObject({ id, reply: 'Thanks!' })
  expect(await codes('?replied=false')).toEqual([earlier])
  await reply(manager, 'Thank you, Carla!')
  expect(await list('?replied=true')).toMatchObject([
    { id, bookingCode: code, reply: 'Thank you, Carla!', repliedAt: '2027-04-03T10:00:00.001Z' },
  ])
  expect(await historyOf(admin, `?entity=review&id=${id}`)).toMatchObject([
    { before: { reply: 'Thanks!' }, after: { reply: 'Thank you, Carla!' } },
    { before: { reply: null }, after: { reply: 'Thanks!' } },
  ])

  // Two write at once: the second, who has seen none or an older one, hears of it, and what is sent again is done.
  const over = (text: string, stood: string | null) =>
    manager.call('POST', `/v1/panel/reviews/${id}/reply`, {
      body: { text, expected: { text: stood } },
    })
  expect(await over('Come again!', null)).toBeProblem(409, 'revision_conflict')
  expect(await over('Come again!', 'Thanks!')).toBeProblem(409, 'revision_conflict')
  expect((await over('Come again!', 'Thank you, Carla!')).body.reply).toBe('Come again!')
  expect((await over('Come again!', 'Thank you, Carla!')).body.reply).toBe('Come again!')
  expect(await reply(bravo, 'Mine')).toBeProblem(404, 'not_found')
  expect((await bravo.call('GET', '/v1/panel/reviews')).body.items).toEqual([])
  expect(await reply(manager, '')).toBeProblem(422, 'validation_failed')
})

test('a reply leaves what is kept of the hotel as it is, and whoever reads the reviews next reads it (contract §5)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const code = await completedStay(service)
  const { id } = (await review(service, code)).body
  const manager = await signInAgain(service, staff.manager)
  const available = async () =>
    (await readAvailable(service, { from: '2027-04-04', to: '2027-04-04' }))[0]
  const replies = async () => {
    const { body } = await service.call('GET', '/v1/hotels/alfa/reviews')
    return body.items.map(({ reply }: { reply: string }) => reply)
  }
  expect([await available(), await replies()]).toEqual([5, [null]])
  // Behind the back of all that keeps answers: whatever is read anew shows it.
  await run(service, "update day set available = 1 where date = '2027-04-04'")

  const body = { text: 'Thank you!' }
  const { status } = await manager.call('POST', `/v1/panel/reviews/${id}/reply`, { body })
  expect([status, await replies(), await available()]).toEqual([200, ['Thank you!'], 5])
  await push(service.alfa, [{ roomCode: 'DBL', date: '2027-04-05', available: 4 }])
  expect(await available()).toBe(1)
})
