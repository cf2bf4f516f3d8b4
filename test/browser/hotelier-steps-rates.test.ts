import { expect, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import { NO_NAMES } from '../support/catalog.ts'
import { FRI, FRIDAY, SUN, WEDNESDAY } from '../support/panel-calendar.ts'
import { cellOf, HOTEL, managerAt } from '../support/panel-demo.ts'
import { sellNights } from '../support/panel-stays.ts'
import { stepSuite } from '../support/step-suite.ts'
import { printSteps } from '../support/steps.ts'

// Rows of panel.md (b), hotelier: restrictions, rates, terms and taxes, none of which could be set before (issue 18).

const { at, demo: shared } = stepSuite(managerAt('rates'))
const NO = 'not possible'

async function go(view: string) {
  const row = await at(`#/${HOTEL}/${view}`)
  return { ...row, dialog: row.page.getByRole('dialog') }
}

/** Opens the form of a rate of the list. */
async function openRateForm(rateCode: string) {
  const row = await go('rates')
  const line = row.page
    .locator('tbody tr')
    .filter({ has: row.page.getByText(rateCode, { exact: true }) })
  await row.steps.click(line.getByRole('button'))
  return row
}

const read = async (path: string) =>
  (await shared().callAs('manager', 'GET', `/v1/panel/${path}`)).body

const rateOf = async (code: string) =>
  (await read(`rates?hotel=${HOTEL}`)).items.find(({ rateCode }: any) => rateCode === code)

/** What a weekend of double rooms is sold under, at the standard rate. */
const weekend = async (): Promise<any[]> => {
  const range = `from=${FRIDAY}&to=${addDay(FRIDAY, 2)}&roomCode=DBL&rateCode=STD`
  return (await read(`rates/days?hotel=${HOTEL}&${range}`)).rooms[0].rates[0].days
}

test('a minimum stay of a weekend; no arrivals, no departures on its days', async () => {
  await sellNights(shared(), { from: FRIDAY, nights: 3 })
  const inCalendar = async () => {
    const row = await go(`calendar?from=${WEDNESDAY}&days=14`)
    await row.page.getByRole('grid').waitFor()
    await row.steps.drag(await cellOf(row.page, 'DBL', FRI), await cellOf(row.page, 'DBL', SUN))
    await row.steps.button(row.page, 'Edit…')
    return row
  }
  const { page, steps } = await inCalendar()
  await steps.fill(page.getByLabel('Min. stay on arrival'), '2')
  await steps.press('Enter')
  await page.getByText('3 days changed.').waitFor()
  expect((await weekend()).map(({ minStay }) => minStay)).toEqual([2, 2, 2])
  expect(printSteps('a minimum stay of a weekend', NO, steps)).toBeLessThanOrEqual(4)

  for (const [task, label, field] of [
    ['no arrivals (CTA)', 'Arrivals', 'closedToArrival'],
    ['no departures (CTD)', 'Departures', 'closedToDeparture'],
  ] as const) {
    const { page, steps } = await inCalendar()
    await steps.click(page.locator('.fold summary'))
    await steps.pick(page.getByLabel(label), 'not allowed')
    await steps.click(page.getByRole('button', { name: /^Apply/ }))
    await page.getByText('3 days changed.').waitFor()
    expect((await weekend()).map((day) => day[field])).toEqual([true, true, true])
    expect(printSteps(`${task} on a weekend`, NO, steps)).toBeLessThanOrEqual(5)
  }
})

test('a rate plan derived from the standard one, never refunded; one with prices of its own', async () => {
  const { page, steps, dialog } = await go('rates')
  await steps.button(page, 'New rate')
  await steps.fill(dialog.getByLabel('Name', { exact: true }), 'Early bird')
  await steps.fill(dialog.getByLabel('Code'), 'EARLY')
  await steps.fill(dialog.getByLabel('Per cent more or less'), '-15')
  await steps.pick(dialog.getByLabel('A cancellation costs'), 'all')
  await steps.pick(dialog.getByLabel('Free of charge'), 'never')
  await steps.button(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  expect(await rateOf('EARLY')).toMatchObject({
    pricing: { type: 'derived', percentBp: -1_500 },
    cancellation: { freeUntilDays: null, penalty: 'all' },
  })
  expect(printSteps('a derived rate, never refunded', NO, steps)).toBeLessThanOrEqual(7)

  const own = await go('rates')
  await own.steps.button(own.page, 'New rate')
  await own.steps.fill(dialog.getByLabel('Name', { exact: true }), 'Groups')
  await own.steps.fill(dialog.getByLabel('Code'), 'GROUP')
  await own.steps.pick(dialog.getByLabel('Price', { exact: true }), 'own')
  await own.steps.button(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  expect((await rateOf('GROUP')).pricing).toEqual({ type: 'own' })
  expect(printSteps('a rate plan with prices of its own', NO, own.steps)).toBeLessThanOrEqual(5)
})

test('a cancellation policy; children by their ages, and what an extra bed costs', async () => {
  const { steps, dialog } = await openRateForm('STD')
  await steps.pick(dialog.getByLabel('A cancellation costs'), 'first_night')
  await steps.fill(dialog.getByLabel('Days before check-in'), '2')
  await steps.button(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  expect((await rateOf('STD')).cancellation).toMatchObject({
    freeUntilDays: 2,
    penalty: 'first_night',
  })
  expect(printSteps('a cancellation policy', NO, steps)).toBeLessThanOrEqual(4)

  const ages = await openRateForm('STD')
  await ages.steps.click(dialog.getByLabel('Price by the number of guests'))
  await ages.steps.button(dialog, 'Add an age group')
  await ages.steps.fill(dialog.getByLabel('Up to age'), '6')
  await ages.steps.fill(dialog.getByLabel('Amount or per cent'), '25')
  await ages.steps.button(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  expect((await rateOf('STD')).guests.children).toEqual([{ toAge: 6, percentBp: 2_500 }])
  expect(printSteps('prices of children by age', NO, ages.steps)).toBeLessThanOrEqual(6)

  const bed = await openRateForm('STD')
  await bed.steps.fill(dialog.getByLabel('More for each further guest, TRY'), '1,500')
  await bed.steps.button(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  expect((await rateOf('STD')).guests.moreCents).toBe(150_000)
  expect(
    printSteps('an extra bed: a price for each further guest', NO, bed.steps),
  ).toBeLessThanOrEqual(3)
})

test('a tax, part of every price', async () => {
  const { page, steps, dialog } = await go('hotel')
  await steps.button(page, 'Edit: hotel')
  await steps.button(dialog, 'Add a tax')
  await steps.fill(dialog.getByLabel('Code', { exact: true }).last(), 'CITY')
  await steps.fill(dialog.getByLabel('Tax', { exact: true }).last(), 'City tax')
  await steps.fill(dialog.getByLabel('Per cent').last(), '1.5')
  await steps.button(dialog, 'Save')
  await page.getByText('City tax 1.5%').waitFor()
  const { taxes } = await read(`hotel?hotel=${HOTEL}`)
  expect(taxes.at(-1)).toEqual({
    ...{ code: 'CITY', name: 'City tax', percentBp: 150 },
    ...NO_NAMES,
  })
  expect(printSteps('a tax, such as konaklama vergisi', NO, steps)).toBeLessThanOrEqual(6)
})
