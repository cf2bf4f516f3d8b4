import { expect, test } from 'bun:test'
import { sell } from '../support/bookings.ts'
import { bookedGroup, bookedLink, pagesOf } from '../support/guest-page.ts'
import { jpeg } from '../support/pictures.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// The page of a booking looks as its hotel does, and leads to the pages that sell (issue 36).

const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
const stay = { roomCode: 'DBL', adults: 2, checkin: '2027-04-01', checkout: '2027-04-03' }

/** A hotel with a logo, a colour and a picture. */
async function startHotel(publicPages: boolean) {
  const service = await startService({ publicPages })
  await sell(service)
  const { manager } = await hireStaff(service)
  const logo = Buffer.from(jpeg({ width: 68, height: 68 })).toString('base64')
  const body = { colour: '#7a1f5c', logo }
  expect((await manager.call('PATCH', '/v1/panel/hotel', { body })).status).toBe(200)
  const photo = await manager.call('POST', '/v1/panel/photos', {
    raw: new Uint8Array(jpeg({ width: 1600, height: 1067 })),
    headers: { 'content-type': 'image/jpeg' },
  })
  return { service, photo: photo.body, open: pagesOf(service) }
}

const stylesOf = (html: string) => html.match(/<style>(.*?)<\/style>/)?.[1]

test('an open booking has the logo, the colour and the picture that the hotel’s page has', async () => {
  const { service, photo, open } = await startHotel(true)
  await using _ = service
  const hotel = await open('/stay/alfa?lang=en')
  const logo = hotel.html.match(/<img class="logo"[^>]*>/)![0]
  const { proof: _proof, ...link } = await bookedLink(service)
  const { link: ofGroup } = await bookedGroup(service, { guest, stays: [stay, stay] })
  const seen = await open('/my?lang=en', link)
  const asked = await seen.press('Cancel the booking')
  for (const { html, headers } of [
    seen,
    asked,
    await open('/my', { ...ofGroup, act: 'see' }),
    await open('/booking', link),
  ]) {
    expect(html).toContain(logo)
    expect(stylesOf(html)).toBe(stylesOf(hotel.html)!)
    expect(stylesOf(html)).toContain('#7a1f5c')
    expect(html).toContain('<a class="home" href="/stay/alfa')
    // Its style and its pictures are allowed by the policy of the page.
    const hash = new Bun.CryptoHasher('sha256').update(stylesOf(html)!).digest('base64')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
    expect(policy).toContain("img-src 'self' data:")
  }
  expect(seen.html).toContain(photo.url)
})

test('who has no booking yet is led to the search, where there is one', async () => {
  const { service, open } = await startHotel(true)
  await using _ = service
  expect((await open('/my?lang=tr')).html).toContain('<a href="/stay?lang=tr">Konaklama bul</a>')
  const closed = await startHotel(false)
  await using _closed = closed.service
  const entry = await closed.open('/booking?lang=en')
  const { proof: _proof, ...link } = await bookedLink(closed.service)
  const seen = await closed.open('/booking?lang=en', link)
  expect([entry.html, seen.html].filter((html) => html.includes('/stay'))).toEqual([])
  expect(seen.html).toContain('class="logo"')
})

test('the hours of arrival are the same list wherever they are told, and a whole reservation shows its own', async () => {
  const { service, open } = await startHotel(true)
  await using _ = service
  const timesIn = (html: string) =>
    [...html.matchAll(/<option value(?:="([^"]*)")?/g)].map(([, time = '']) => time)
  const dates = 'checkin=2027-04-01&checkout=2027-04-03'
  const form = await open(`/stay/alfa/book?${dates}&pick=DBL~STD~&lang=en`)
  const { proof: _proof, ...link } = await bookedLink(service)
  const mine = await open('/my', link)
  expect(timesIn(form.html)).toHaveLength(25)
  expect(timesIn(mine.html)).toEqual(timesIn(form.html))

  const { link: ofGroup } = await bookedGroup(service, {
    ...{ guest, stays: [stay, stay], arrivalTime: '16:30' },
  })
  const whole = await open('/my', { ...ofGroup, act: 'see' })
  expect(whole.text).toMatch(/The whole booking Your code \w+ Time of arrival 16:30 /)
  const times = timesIn(whole.html)
  expect(times.slice(times.indexOf('16:00'), times.indexOf('17:00') + 1)).toEqual([
    ...['16:00', '16:30', '17:00'],
  ])
})

test('a guest in house is told from when on the stay can be reviewed', async () => {
  const { service, open } = await startHotel(true)
  await using _ = service
  const { proof: _proof, ...link } = await bookedLink(service)
  expect((await open('/my', link)).text).not.toContain('review')
  service.clock.nowMs = Date.parse('2027-04-02T12:00:00Z')
  const { text } = await open('/my', link)
  expect(text).toMatch(
    /When your stay is over, from \d\d:\d\d on Saturday 3 April, you can review it/,
  )
})
