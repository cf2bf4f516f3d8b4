import { expect, test } from 'bun:test'
import { makeExtra } from '../support/extras.ts'
import { photoFile } from '../support/pictures.ts'
import { startService } from '../support/service.ts'
import { SAVER } from '../support/set-up.ts'
import { hireStaff } from '../support/staff.ts'

test('the kept page of a hotel is that of a signed-in guest, which is not kept, after each change of what it shows (contract §5)', async () => {
  await using service = await startService()
  const { manager, admin, guest } = await hireStaff(service)
  const patch = async (path: string, body: object) =>
    expect((await admin.call('PATCH', path, { body })).status).toBe(200)
  const acts: (() => Promise<unknown>)[] = [
    () => patch('/v1/panel/hotel?hotel=alfa', { phone: '+90 212 555 01 00' }),
    () => patch('/v1/panel/rooms/DBL?hotel=alfa', { sizeM2: 31 }),
    () => patch('/v1/admin/boards/RO', { name: 'Room alone' }),
    () => makeExtra(service, { code: 'TRANSFER' }),
    () => manager.call('POST', '/v1/panel/rates', { body: SAVER }),
    () =>
      manager.call('POST', '/v1/panel/photos', {
        raw: new Uint8Array(photoFile()),
        headers: { 'content-type': 'image/jpeg' },
      }),
    () => patch('/v1/admin/hotels/alfa', { stars: 2 }),
  ]
  const pages: string[] = []
  for (const act of [async () => {}, ...acts]) {
    await act()
    const [kept, again] = [
      await service.call('GET', '/v1/hotels/alfa'),
      await service.call('GET', '/v1/hotels/alfa'),
    ]
    expect(again.text).toBe(kept.text)
    expect(kept.body).toEqual((await guest.call('GET', '/v1/hotels/alfa')).body)
    pages.push(kept.text)
  }
  // Each act shows.
  expect(new Set(pages).size).toBe(pages.length)
  await patch('/v1/admin/hotels/alfa', { active: false })
  expect(await service.call('GET', '/v1/hotels/alfa')).toBeProblem(404, 'not_found')
})
