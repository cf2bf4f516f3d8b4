import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { book, CARLA, sell } from '../support/bookings.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { postman, scripted, startMailing } from '../support/mails.ts'
import { pageFlaws } from '../support/panel-demo.ts'

// Mails to guests as a mailbox draws them: light and dark, at a desk and on a telephone (issue 17).

const SHOTS = join(import.meta.dir, 'shots')
/** Pictures are taken in this format where it is set, as by shots.test.ts. */
const format = process.env.SHOTS as 'jpeg' | 'png' | undefined
const KINDS = ['confirmation', 'change', 'cancellation']
const LOOKS = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const

const { openUrl } = browserSuite()

test.each(['en', 'tr'])(
  'what a guest is told in %s has nothing beyond its edge and nothing for axe, in both themes',
  async (language) => {
    await using service = await startMailing()
    await sell(service)
    const server = scripted()
    const { work } = postman(service, server)
    const { code } = (await book(service.call, { language })).body
    const path = `/v1/bookings/${code}`
    await service.call('PATCH', path, { body: { email: CARLA, checkout: '2027-04-04', adults: 1 } })
    await service.call('POST', `${path}/cancel`, { body: { email: CARLA } })
    await work()
    expect(server.letters).toHaveLength(KINDS.length)
    for (const [index, { html }] of server.letters.entries())
      for (const [width, colorScheme] of LOOKS) {
        await using watched = await openUrl('about:blank', width, { colorScheme })
        const { page, offOrigin } = watched
        await page.setContent(html)
        const name = `guest-${KINDS[index]}-${language}-${width}-${colorScheme}`
        expect([name, await pageFlaws(page), offOrigin]).toEqual([name, [], []])
        if (format)
          await page.screenshot({
            path: join(SHOTS, `${name}.${format}`),
            type: format,
            fullPage: true,
            ...(format === 'jpeg' && { quality: 60 }),
          })
      }
  },
)
