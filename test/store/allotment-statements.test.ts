import { expect, test } from 'bun:test'
import { setAside, startWithAgencies } from '../support/allotments.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { watchStatements } from '../support/statements.ts'

test('a hotel without allotments reads nothing of them, searched, quoted and booked (contract-agencies, *Allotment*)', async () => {
  using statements = watchStatements()
  const { service, staff } = await startWithAgencies()
  await using _ = service
  await sell(service)
  const visit = async (at: number) => {
    const checkin = addDay('2027-04-01', at)
    const stay = { checkin, checkout: addDay(checkin, 1) }
    const query = `checkin=${stay.checkin}&checkout=${stay.checkout}`
    const { call } = service
    for (const path of [`/v1/hotels?${query}`, `/v1/hotels/alfa?${query}`]) await call('GET', path)
    const { body, status } = await book(staff.manager.call, stay)
    expect(status).toBe(201)
    await staff.manager.call('PATCH', `/v1/bookings/${body.code}`, {
      body: { checkout: addDay(checkin, 2) },
    })
    await staff.manager.call('POST', `/v1/bookings/${body.code}/cancel`)
    const updates = [{ roomCode: 'DBL', date: checkin, available: 4 }]
    await service.alfa.call('PATCH', '/availability', { body: { updates } })
  }
  await visit(0)
  const isOfAgencies = (text: string) => /"allotment"|"agency_night"/.test(text)
  expect((await statements.during(() => visit(2))).filter(isOfAgencies)).toEqual([])
  await setAside(staff.manager, { date: '2027-04-10' })
  expect((await statements.during(() => visit(4))).filter(isOfAgencies)).not.toEqual([])
})
