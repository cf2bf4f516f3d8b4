import { expect, test } from 'bun:test'
import { tokenInGroups } from '../../src/domain/bookings/manage-link.ts'
import { book, CARLA } from '../support/bookings.ts'
import { recordLog } from '../support/http.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { asGuest } from '../support/manage.ts'
import { ROWS } from '../support/role-rows.ts'
import { makeWorld, pathOf, ROLES } from '../support/roles.ts'
import type { TestService } from '../support/service.ts'
import { storedText } from '../support/store.ts'
import { queueEvents } from '../support/webhooks.ts'

/** What is meant to hand a token out: to the desk, in the answer and nowhere else. */
const HANDS_OVER = [
  'POST /v1/panel/bookings/:code/manage-link',
  'POST /v1/panel/booking-groups/:code/manage-link',
]

const EPOCHS = Array.from({ length: 12 }, (_, epoch) => epoch)

/** Every token that a booking has had, or may have next, as it is written in links and as it is typed. */
async function tokensOf({ store, deps }: TestService): Promise<string[]> {
  const bookings = await store.db.select().from(store.t.booking)
  return bookings
    .flatMap(({ id, groupCode }) =>
      EPOCHS.map((manageEpoch) => deps.tokens.manage({ id, groupCode, manageEpoch })),
    )
    .flatMap((token) => [token, tokenInGroups(token)])
}

test('a manage token is in no answer, list, event, export, row or log but those that hand it out (contract-access)', async () => {
  const { log, events } = recordLog()
  const service = await startMailing({ stopping: AbortSignal.abort(), log })
  const world = await makeWorld(service)
  const { code } = world.ids as { code: string }
  const { callers } = world
  const act = (path: string, body: object) =>
    service.call('POST', `/v1/bookings/${code}/${path}`, { body })
  const order = { 'idempotency-key': 'one' }
  const kept = (await book(service.call, {}, order)).body.code
  await book(service.call, {}, order)
  const key = (await act('manage-link', { ...asGuest(code), renew: true })).body
  await act('manage-link', { email: CARLA })
  await callers.manager('POST', `/v1/panel/bookings/${kept}/manage-link`, { body: { renew: true } })
  const change = { ...key, guest: { email: 'dora@example.com' }, adults: 1 }
  expect((await service.call('PATCH', `/v1/bookings/${code}`, { body: change })).status).toBe(200)
  await service.context.linkRequests.idle()
  await queueEvents(service)
  const server = scriptAnswers()
  await postman(service, server).work()

  const tokens = await tokensOf(service)
  const has = (text: string) => tokens.some((token) => text.includes(token))
  // The search finds what it looks for.
  expect(server.letters.filter(({ text }) => has(text)).length).toBeGreaterThan(2)
  const told: string[] = []
  for (const [route, row] of Object.entries(ROWS)) {
    const [method = ''] = route.split(' ')
    if (method === 'DELETE' || route.includes('/v1/auth/')) continue
    service.clock.monotonicMs += 60_000
    for (const role of ROLES) {
      const { body } = row
      const answer = await callers[role](method, pathOf(route, row, world), { body })
      if (answer.text.includes(code)) told.push(route)
      const isMeant = HANDS_OVER.includes(route) && answer.status === 200
      expect([route, role, has(answer.text)]).toEqual([route, role, isMeant])
    }
  }
  const shown = ['GET /v1/panel/bookings', 'GET /v1/partner/changes', 'GET /v1/admin/bookings']
  expect(told).toEqual(expect.arrayContaining([...shown, HANDS_OVER[0]]))
  await service.context.linkRequests.idle()

  expect(has(JSON.stringify(events))).toBe(false)
  const { target } = service
  const stored = await storedText({ target, close: service.closeStore })
  expect(stored).toContain(code)
  expect(has(stored)).toBe(false)
  await service[Symbol.asyncDispose]()
}, 60_000)
