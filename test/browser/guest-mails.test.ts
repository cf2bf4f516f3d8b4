import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { makeExtra } from '../support/extras.ts'
import { bookedGroup } from '../support/guest-page.ts'
import { postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { asGuest } from '../support/manage.ts'
import { pageFlaws } from '../support/panel-demo.ts'
import { SHOT_LOOKS, shoot } from '../support/shots.ts'

// Mails to guests as a mailbox draws them: light and dark, at a desk and on a telephone (issue 17).

const KINDS = ['confirmation', 'change', 'cancellation']

const { openUrl } = browserSuite()

test.each(['en', 'tr'])(
  'what a guest is told in %s has nothing beyond its edge and nothing for axe, in both themes',
  async (language) => {
    await using service = await startMailing()
    await sell(service)
    const server = scriptAnswers()
    const { work } = postman(service, server)
    const { code } = (await book(service.call, { language })).body
    const path = `/v1/bookings/${code}`
    await service.call('PATCH', path, {
      body: { ...asGuest(code), checkout: '2027-04-04', adults: 1 },
    })
    await service.call('POST', `${path}/cancel`, { body: asGuest(code) })
    await work()
    expect(server.letters).toHaveLength(KINDS.length)
    for (const [index, { html }] of server.letters.entries())
      for (const [width, colorScheme] of SHOT_LOOKS) {
        await using watched = await openUrl('about:blank', width, { colorScheme })
        const { page, offOrigin } = watched
        await page.setContent(html)
        const name = `guest-${KINDS[index]}-${language}-${width}-${colorScheme}`
        expect([name, await pageFlaws(page), offOrigin]).toEqual([name, [], []])
        await shoot(page, name, true)
      }
  },
)

test('a group’s mail with a stay cancelled has nothing beyond its edge and nothing for axe, in both languages and themes', async () => {
  await using service = await startMailing()
  await sell(service)
  await makeExtra(service, { code: 'SPA', name: 'Airport transfer' })
  const server = scriptAnswers()
  const stay = { roomCode: 'DBL', adults: 2, checkin: '2027-04-01', checkout: '2027-04-03' }
  const stays = [stay, { ...stay, extras: [{ code: 'SPA', quantity: 2 }] }, stay]
  const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
  for (const language of ['en', 'tr']) {
    const { bookings, manageToken } = await bookedGroup(service, { guest, stays, language })
    const path = `/v1/bookings/${bookings[1].code}/cancel`
    await service.call('POST', path, { body: { manageToken } })
  }
  await postman(service, server).work()
  expect(server.letters).toHaveLength(4)
  for (const [index, { html }] of server.letters.entries())
    for (const [width, colorScheme] of SHOT_LOOKS) {
      await using watched = await openUrl('about:blank', width, { colorScheme })
      await watched.page.setContent(html)
      const name = `guest-group-${index}-${width}-${colorScheme}`
      expect([name, await pageFlaws(watched.page)]).toEqual([name, []])
      await shoot(watched.page, name, true)
    }
})
