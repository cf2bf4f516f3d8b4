import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { browserSuite } from '../support/browser-suite.ts'
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
