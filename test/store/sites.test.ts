import { expect, test } from 'bun:test'
import { revokeSite } from '../../src/service/sites/sites.ts'
import { findManagePage, findSiteOfHash, listSites } from '../../src/store/sites/sites.ts'
import { planOf, type Run } from '../support/plans.ts'
import { startService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'
import { startStore } from '../support/store.ts'

test('links of a site’s bookings lead to its own page while it stands, by the name that the booking keeps', async () => {
  await using service = await startService()
  const { store, deps, alfa, bravo } = service
  const managePage = 'https://portal.example/booking'
  const portal = await addSite(service, { managePage })
  const held = await addSite(service, { name: 'Held', hotels: ['alfa'], managePage })
  const pageOf = (name: string, { id }: { id: number }) =>
    findManagePage(store, { name, hotelId: id })

  expect(await pageOf(portal.name, alfa)).toBe(managePage)
  expect(await pageOf(held.name, alfa)).toBe(managePage)
  expect(await pageOf(held.name, bravo)).toBeNull()
  expect(await pageOf('Nobody', alfa)).toBeNull()
  // Bravo has one of that name, made before the admin's: nobody knows whose a booking is.
  await addSite(service, { name: 'App', hotel: bravo })
  await addSite(service, { name: 'App', managePage })
  expect(await pageOf('App', bravo)).toBeNull()
  expect(await pageOf('App', alfa)).toBe(managePage)
  const actor = { type: 'system', id: 'test' } as const
  await revokeSite(deps, actor, { id: portal.id, owner: null })
  expect(await pageOf(portal.name, alfa)).toBeNull()
})

test.each<[string, Run, string[]]>([
  [
    'the key of a site',
    (handle) => findSiteOfHash(handle, 'hash'),
    ['site_hash (hash=?)', 'site_previous (previous_hash=?)'],
  ],
  ['sites of a hotel', (handle) => listSites(handle, 3), ['site_hotel (hotel_id=?)']],
])('%s is found by its index', async (_, run, indexes) => {
  await using service = await startStore()
  const plan = (await planOf(service, run)).join('\n')
  for (const index of indexes) expect(plan).toContain(`USING INDEX ${index}`)
  expect(plan).not.toContain('SCAN')
})
