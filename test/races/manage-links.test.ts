import { expect, test } from 'bun:test'
import { changeBooking } from '../../src/service/bookings/change-booking.ts'
import { handOverLink, mailLink } from '../../src/service/bookings/manage-link.ts'
import { findBooking } from '../../src/store/bookings/bookings.ts'
import type { Actor } from '../../src/store/days/history.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'

const DESK: Actor = { type: 'user', id: 'somebody of the desk' }

/** A booking, and the act of a link that the desk ended after the link was looked at. */
async function endedLink({ deps, store, call }: TestService) {
  const { code } = (await book(call)).body
  const booking = (await findBooking(store, code))!
  const actor = { type: 'booking' as const, id: code, epoch: booking.manageEpoch }
  await handOverLink(deps, { booking, actor: DESK, renew: true })
  return { booking, actor }
}

test('a link that is ended between the look at it and the act does nothing (contract-access)', async () => {
  await using service = await startService()
  await sell(service)
  const { deps, store } = service
  const { booking, actor } = await endedLink(service)
  const request = {
    ...{ change: { adults: 1 }, expectedTotalCents: null, revision: null },
    caller: 'guest' as const,
  }
  const act = changeBooking(deps, booking.code, actor, request)
  await expect(act).rejects.toMatchObject({ code: 'not_found' })
  const renew = mailLink(deps, { booking, actor, renew: true })
  await expect(renew).rejects.toMatchObject({ code: 'not_found' })
  expect(await findBooking(store, booking.code)).toMatchObject({ revision: 1, manageEpoch: 1 })
})

test('of many who renew a link at once by the same token one gets the new one, which is the only one that counts', async () => {
  await using service = await startService({ connections: 12 })
  await sell(service)
  const { code } = (await book(service.call)).body
  const body = { ...asGuest(code), renew: true }
  const renew = () => service.call('POST', `/v1/bookings/${code}/manage-link`, { body })
  const answers = await Promise.all(Array.from({ length: 8 }, renew))
  const given = answers.filter(({ status }) => status === 202)
  expect(given).toHaveLength(1)
  for (const answer of answers) if (answer !== given[0]) expect(answer.status).toBe(404)
  const now = await service.call('POST', `/v1/bookings/${code}/cancel`, { body: given[0]!.body })
  expect(now.body.status).toBe('cancelled')
})
