import { expect, test } from 'bun:test'
import { eraseGuest } from '../../src/service/bookings/erase-guests.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { bookedGroup, pagesOf } from '../support/guest-page.ts'
import { asGuest } from '../support/manage.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { countQueries } from '../support/search-kept.ts'
import { startService } from '../support/service.ts'

// Codes that are guessed at `/my` (contract-access, *A booking's own key*: the same 404, same time).

const EVE = 'evela@example.com'
const WRONG = 'AAAAAAAAAAAAAAAAAAAAAA'

test('an unknown code, a right one with a wrong e-mail or token, and one of an erased guest or a sandbox ask the database the same and are answered the same', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service)
  const code = (await book(service.call)).body.code
  const erased = (await book(service.call)).body.code
  await service.call('POST', `/v1/bookings/${erased}/cancel`, { body: asGuest(erased) })
  const actor = { type: 'user', id: 'u1' } as const
  const by = { codes: [erased] }
  await eraseGuest(service.deps, actor, { hotelId: service.alfa.id, by })
  const stay = { roomCode: 'DBL', checkin: '2027-04-05', checkout: '2027-04-06', adults: 2 }
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
  const group = await bookedGroup(service, { guest, stays: [stay, stay, stay] })
  const sandbox = await openSandbox(service)
  const tried = (await bookTest(sandbox)).body
  const watched = countQueries(String(service.target), service.store)
  const open = pagesOf({ ...service, context: { ...service.context, store: watched.store } })

  for (const wrong of [{ email: EVE }, { token: WRONG }]) {
    const told: { queries: string[]; status: number; html: string }[] = []
    for (const of of ['ZZZZZZZZZZ', code, erased, group.code, tried.code]) {
      watched.reset()
      const { status, html } = await open('/my', { act: 'open', code: of, ...wrong })
      const shown = html.replaceAll(of, 'CODE')
      told.push({ queries: watched.seen.queries, status, html: shown })
    }
    // Not even one who knows the former e-mail is told that there was such a guest.
    watched.reset()
    const { status, html } = await open('/my', { act: 'open', code: erased, email: CARLA })
    const shown = html.replaceAll(erased, 'CODE').replaceAll(CARLA, EVE)
    if ('email' in wrong) told.push({ queries: watched.seen.queries, status, html: shown })
    const [first, ...others] = told
    expect([first!.status, first!.queries.length]).toEqual([404, 2])
    for (const other of others) expect(other).toEqual(first!)
  }
  watched.close()
})
