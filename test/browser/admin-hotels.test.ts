import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { dialogOf, rowOf, save } from '../support/panel-admin.ts'
import { accessFlaws, adminAt, HOTEL, type PanelDemo, press } from '../support/panel-demo.ts'
import { asMade } from '../support/panel-rates.ts'
import { defects, focusOnFlaw, textOf } from '../support/panel-stays.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open } = browserSuite()

const hotelOf = async (demo: PanelDemo, slug: string) =>
  (await demo.callAs('admin', 'GET', `/v1/panel/hotel?hotel=${slug}`)).body

test('an admin makes a city and a hotel, approves it, changes it and suspends it, knowing what that does (issue 5 §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('hotels'))
  const { page, offOrigin } = watched
  const dialog = dialogOf(page)
  await press(page, 'New hotel')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  expect(await page.locator('[aria-invalid]').count()).toBeGreaterThan(3)
  await dialog.getByLabel('Name', { exact: true }).fill('Uludağ Lodge')
  await dialog.getByLabel('Stars').fill('4')
  await dialog.getByLabel('Address').fill('Kayak Cd. 1')
  await dialog.getByLabel('Latitude').fill('400')
  await dialog.getByLabel('Longitude').fill('29,2')
  await dialog.getByLabel('Currency').fill('XYZ')
  await dialog.getByLabel('Time zone').fill('Europe/Istanbul')

  await press(dialog, 'New city')
  await dialog.getByLabel('Name', { exact: true }).fill('Bursa')
  await dialog.getByLabel('Country').fill('QX')
  await press(dialog, 'Save')
  await page.getByText('No country has this ISO 3166-1 code.').waitFor()
  await dialog.getByLabel('Country').fill('TR')
  await press(dialog, 'Save')
  await page.getByRole('heading', { name: 'New hotel' }).waitFor()
  expect(await dialog.getByLabel('City').inputValue()).toBe('bursa')

  await press(dialog, 'Save')
  await dialog.locator('input[aria-invalid]').first().waitFor()
  expect(await dialog.getByLabel('Latitude').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Latitude').fill('40.1')
  await press(dialog, 'Save')
  await page.getByText('No currency has this ISO 4217 code.').waitFor()
  await dialog.getByLabel('Currency').fill('TRY')
  await save(page)

  await page.getByText('Uludağ Lodge is made. It goes on sale when you approve it.').waitFor()
  const slug = 'uludag-lodge'
  await page.getByText('No room types yet').waitFor()
  await page.getByText('No API keys').waitFor()
  expect(await hotelOf(demo, slug)).toMatchObject({
    ...{ name: 'Uludağ Lodge', stars: 4, lat: 40.1, lng: 29.2, currency: 'TRY', active: false },
    city: { slug: 'bursa', name: 'Bursa', country: 'TR' },
  })
  await press(page, 'Approve')
  await page.getByText('Uludağ Lodge is on sale.').waitFor()
  expect((await hotelOf(demo, slug)).active).toBe(true)

  await press(page, 'Edit')
  await dialog.getByLabel('Name', { exact: true }).fill('Uludağ Lodge & Spa')
  await save(page)
  await page.getByRole('heading', { name: 'Uludağ Lodge & Spa' }).waitFor()

  await press(page, 'Suspend')
  const warning = await textOf(dialog)
  expect(warning).toContain('takes no new booking, at once')
  expect(warning).toContain('Bookings that exist stay')
  await press(dialog, 'Cancel')
  expect((await hotelOf(demo, slug)).active).toBe(true)
  const suspending = stepsOf(page)
  await suspending.button(page, 'Suspend')
  await suspending.button(dialog, 'Suspend')
  await page.getByText('Uludağ Lodge & Spa is suspended.').waitFor()
  expect(printSteps('suspend a hotel', '2', suspending)).toBeLessThanOrEqual(2)
  expect((await hotelOf(demo, slug)).active).toBe(false)

  await page.getByRole('link', { name: 'Its history' }).click()
  await page.getByText('4 entries', { exact: true }).waitFor()
  expect(await textOf(page.locator('tbody tr').first())).toContain(
    'Nazlı Aydın changed the state “active” of the hotel Uludağ Lodge & Spa from yes to no',
  )
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('the list of hotels is searched, filtered and paged, and says when nothing is like that', async () => {
  await using demo = await startDemo()
  const { name, active, ...fields } = asMade(await hotelOf(demo, HOTEL))
  for (let index = 0; index < 3; index++) {
    const body = { ...fields, name: `Zeta ${index}` }
    expect((await demo.callAs('admin', 'POST', '/v1/admin/hotels', body)).status).toBe(201)
  }
  await using watched = await open(demo, adminAt('hotels'))
  const { page } = watched
  await page.getByText('25 entries, more follow').waitFor()
  await press(page, 'Show more')
  await page.getByText('27 entries', { exact: true }).waitFor()
  await page.getByLabel('State').selectOption({ label: 'Not on sale' })
  await page.getByText('3 entries', { exact: true }).waitFor()
  await page.getByLabel('Name or slug').fill('zeta 1')
  await page.getByText('1 entry', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 entry', { exact: true }).waitFor()
  await page.getByLabel('Name or slug').fill('nothing at all')
  await page.getByText('No hotel found').waitFor()
  await page.route('**/v1/admin/hotels*', (route) => route.abort())
  await page.getByLabel('Name or slug').fill('zeta')
  await page.getByText('The service cannot be reached.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('room types are made and changed with boards and supplements; what is refused stands at its field (contract §2)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt(`hotels/${HOTEL}`))
  const { page, offOrigin } = watched
  const dialog = dialogOf(page)
  await press(page, 'New room type')
  await dialog.getByLabel('Room code').fill('DBL')
  await dialog.getByLabel('Name', { exact: true }).fill('Attic')
  await dialog.getByLabel('Boards').fill('bb, xx')
  await dialog
    .getByLabel('Base price (TRY)')
    .or(dialog.getByLabel('Base price in TRY'))
    .fill('a lot')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  await dialog.getByLabel('Base price in TRY').fill('4,500.50')
  await press(dialog, 'Save')
  await dialog.getByText('Known are').waitFor()
  await dialog.getByLabel('Boards').fill('bb, hb')
  await dialog.getByLabel('Supplement for Half board a night').fill('700')
  await press(dialog, 'Save')
  await dialog.getByText('The hotel already has a room type DBL.').waitFor()
  await dialog.getByLabel('Room code').fill('ATTIC')
  await save(page)
  await page.getByText('Attic is made.').waitFor()
  await rowOf(page, 'ATTIC').waitFor()
  const rooms = async () =>
    (await demo.callAs('admin', 'GET', `/v1/panel/rooms?hotel=${HOTEL}`)).body.items.find(
      ({ roomCode }: any) => roomCode === 'ATTIC',
    )
  expect(await rooms()).toMatchObject({
    ...{ name: 'Attic', basePriceCents: 450_050, boards: ['BB', 'HB'], active: true },
    supplementsCents: { BB: 0, HB: 70_000 },
  })

  await rowOf(page, 'ATTIC').getByRole('button').click()
  await dialog.getByLabel('Maximum adults').fill('3')
  await press(dialog, 'Save')
  await dialog.getByText('Must be 3 to 3').waitFor()
  await dialog.getByLabel('Maximum guests').fill('3')
  await dialog.getByLabel('On sale').uncheck()
  await dialog.getByLabel('Half board is paid').selectOption('per guest')
  await save(page)
  await page.getByText('Attic is saved.').waitFor()
  expect(await rooms()).toMatchObject({
    ...{ maxAdults: 3, maxOccupancy: 3, active: false },
    supplements: [{ supplementCents: 0 }, { supplementCents: 70_000, per: 'guest' }],
  })
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test("a key gets a limit of its own and goes back to everybody's; a limit that is none is refused at its field (contract §7)", async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt(`hotels/${HOTEL}`))
  const { page } = watched
  const dialog = dialogOf(page)
  const row = rowOf(page, 'service_live_')
  const limit = async () =>
    (await demo.callAs('admin', 'GET', `/v1/panel/api-keys?hotel=${HOTEL}`)).body.items[0]
      .requestsPerMinute
  await page.getByText(/All of them together may push [\d,]+ days a minute/).waitFor()
  await row.getByRole('button', { name: 'Change limit' }).click()
  await dialog.getByLabel('Requests a minute').fill('0')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  expect(await accessFlaws(page)).toEqual([])
  await dialog.getByLabel('Requests a minute').fill('600')
  await save(page)
  await row.getByText('600', { exact: true }).waitFor()
  expect(await limit()).toBe(600)
  const steps = stepsOf(page)
  await steps.click(row.getByRole('button', { name: 'Change limit' }))
  await steps.fill(dialog.getByLabel('Requests a minute'), '')
  await steps.button(dialog, 'Save')
  await row.getByText('60, as every key').waitFor()
  expect(await limit()).toBe(null)
  expect(printSteps('limit of a hotel’s key', '2, its button not counted', steps)).toBe(3)
  expect(defects(watched)).toEqual([])
})
