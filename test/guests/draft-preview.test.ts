import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { writeWebCounts } from '../../src/service/strangers/web-counts.ts'
import { sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn, type TestUser } from '../support/users.ts'

// The look at a page before its changes are saved (issue 36, item 1).

const COLOUR = '#7a1f5c'
const DRAFT = {
  colour: COLOUR,
  amenities: ['spa'],
  houseRules: { quietFrom: '23:00', quietUntil: '07:00' },
  distances: [{ name: 'Lighthouse', metres: 700 }],
  translations: { en: { description: '<b>Bold</b> by the sea' } },
}

function previewsOf({ context }: TestService) {
  const app = createApp(context, {}, guestPages)
  return async (by: TestUser | undefined, draft: unknown, slug = 'alfa') => {
    const body = new URLSearchParams({
      ...(by && { session: by.token }),
      draft: typeof draft === 'string' ? draft : JSON.stringify(draft),
    })
    const path = `http://localhost/stay/${slug}/preview?lang=en`
    const answer = await app.handle(new Request(path, { method: 'POST', body }))
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }
}

test('an owner sees the page as a draft would leave it; nothing of it is stored, kept or counted, and it has no script', async () => {
  await using service = await startService({ publicPages: true })
  const { manager } = await hireStaff(service)
  await sell(service)
  const preview = previewsOf(service)
  const before = (await service.call('GET', '/v1/hotels/alfa')).body
  const { status, headers, html } = await preview(manager, DRAFT)
  expect(status).toBe(200)
  for (const text of ['Lighthouse', '700 m', '23:00 – 07:00', '&lt;b>Bold&lt;/b> by the sea'])
    expect(html).toContain(text)
  expect(html.toLowerCase()).toContain(COLOUR)
  expect(html).not.toMatch(/<b>Bold|<script(?! type="application\/ld\+json")/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect((await service.call('GET', '/v1/hotels/alfa')).body).toEqual(before)
  const { store } = service
  await writeWebCounts(service.context, service.context.webCounts)
  expect(await store.db.select().from(store.t.webCount)).toEqual([])
  const page = await createApp(service.context, {}, guestPages).handle(
    new Request('http://localhost/stay/alfa?lang=en'),
  )
  expect(await page.text()).not.toContain('Lighthouse')
  const history = (await manager.call('GET', '/v1/panel/history?hotel=alfa')).body.items
  expect(history.filter(({ entity }: { entity: string }) => entity === 'hotel')).toEqual([])
})

test('nobody but who may change the page is shown a draft, and a draft that could not be saved is refused', async () => {
  await using service = await startService({ publicPages: true })
  const { manager, bravoManager, guest, agent, admin } = await hireStaff(service)
  const clerk = await signIn(service, 'hotel_manager', {
    ...{ name: 'clerk', memberships: [{ hotelId: service.alfa.id, role: 'front_desk' }] },
  })
  await sell(service)
  const preview = previewsOf(service)
  const statusOf = async (...asked: Parameters<typeof preview>) => (await preview(...asked)).status
  expect(await statusOf(undefined, DRAFT)).toBe(401)
  expect(await statusOf({ ...manager, token: `${manager.token}x` }, DRAFT)).toBe(401)
  expect(await statusOf(bravoManager, DRAFT)).toBe(404)
  expect(await statusOf(guest, DRAFT)).toBe(404)
  expect(await statusOf(agent, DRAFT)).toBe(404)
  expect(await statusOf(clerk, DRAFT)).toBe(403)
  expect(await statusOf(admin, DRAFT)).toBe(200)
  for (const wrong of [
    ...[{ colour: 'red' }, { isListed: false }, { logo: null }, { name: 'Bravo' }],
    ...[{ distances: [{ name: 'x' }] }, { houseRules: { quietFrom: '23:00' } }, [], 'x'],
  ])
    expect([wrong, (await statusOf(manager, wrong)) >= 400]).toEqual([wrong, true])
  expect(await statusOf(manager, DRAFT, 'nowhere')).toBe(404)
})
