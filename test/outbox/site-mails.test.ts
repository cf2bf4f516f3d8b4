import { expect, test } from 'bun:test'
import { revokeSite } from '../../src/service/sites/sites.ts'
import { book, sell } from '../support/bookings.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import type { TestService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { hireStaff } from '../support/staff.ts'

const PAGE = 'https://portal.example/booking'

/** The pages that the links of mails sent now lead to. */
async function pagesOf(service: TestService): Promise<string[]> {
  const server = scriptAnswers()
  await postman(service, server).work()
  return server.letters.map(({ text }) => text.match(/(https?:\/\/\S+)#\S{10}\./)![1]!)
}

test('links of a site’s bookings lead to its own page, that which asks for proof, too; any other to ours (contract-access, Sites)', async () => {
  await using service = await startMailing({ world: { strangerLimits: 'all' } })
  await sell(service, { available: 40 })
  const { manager } = await hireStaff(service)
  const site = await addSite(service, { managePage: PAGE })
  const ours = 'http://localhost:3000/booking'
  const tells = await book(site.for('203.0.113.1'))
  expect(tells.body.status).toBe('confirmed')
  await book(service.call)
  expect((await pagesOf(service)).toSorted()).toEqual([ours, PAGE])

  const always = { webProof: 'always' }
  expect((await manager.call('PATCH', '/v1/panel/hotel', { body: always })).status).toBe(200)
  const asks = await book(site.for('203.0.113.1'))
  expect(asks.body).toMatchObject({ status: 'pending', proof: 'asked' })
  expect(await pagesOf(service)).toEqual([PAGE])

  const proving = await addSite(service, { name: 'Deniz Tatil', proves: true })
  const paid = await book(proving.for('203.0.113.1'))
  expect(paid.body).toMatchObject({ status: 'confirmed', proof: 'hotel' })
  expect(await pagesOf(service)).toEqual([ours])
  await book(site.for('203.0.113.1'), {
    guest: { firstName: 'D', lastName: 'E', email: 'd@example.com' },
  })
  await revokeSite(service.deps, { type: 'system', id: 'test' }, { id: site.id, owner: null })
  expect(await pagesOf(service)).toEqual([ours])
})
