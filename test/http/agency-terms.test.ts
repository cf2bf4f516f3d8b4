import { expect, test } from 'bun:test'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { NONE, putTerms } from '../support/terms.ts'

/** Alfa with a private rate, and its staff. */
async function startWithRate(service: TestService) {
  await makeRate(service, { rateCode: 'CONTRACT', public: false })
  return await hireStaff(service)
}

test('a hotel sets the terms of an agency, which alone sees them (contract-agencies, *An agency’s terms at a hotel*)', async () => {
  await using service = await startService()
  const { manager, agent, echoAgent } = await startWithRate(service)
  const none = { ...NONE, agencyCode: 'DELTA', agencyName: 'Agency DELTA', owedCents: 0 }
  expect((await manager.call('GET', '/v1/panel/agencies/DELTA/terms')).body).toEqual(none)
  expect((await agent.call('GET', '/v1/acenta/terms')).body.items).toEqual([])

  const agreed = { commissionBp: 1_250, rateCodes: ['CONTRACT'], optionDays: 7, paymentDays: 14 }
  const more = { guestActs: true, creditLimitCents: 500_000, stopSale: false, active: true }
  const terms = { ...none, ...agreed, ...more }
  expect((await putTerms(manager, { ...agreed, ...more })).body).toEqual(terms)
  expect((await agent.call('GET', '/v1/acenta/terms')).body.items).toEqual([
    { hotelSlug: 'alfa', hotelName: 'Hotel alfa', currency: 'EUR', ...terms },
  ])
  expect((await echoAgent.call('GET', '/v1/acenta/terms')).body.items).toEqual([])
  expect((await manager.call('GET', '/v1/panel/agencies')).body.items).toEqual([
    { agencyCode: 'DELTA', agencyName: 'Agency DELTA', terms },
    { agencyCode: 'ECHO', agencyName: 'Agency ECHO', terms: null },
  ])
})

test('absent fields of terms have their defaults, and null is no limit (contract-agencies)', async () => {
  await using service = await startService()
  const { manager } = await startWithRate(service)
  await putTerms(manager, { commissionBp: 900, creditLimitCents: null })
  const { body } = await putTerms(manager, { creditLimitCents: null })
  expect(body).toMatchObject({ ...NONE, active: true, creditLimitCents: null })
})

test('terms name rates of the hotel, each once, within their bounds (contract-agencies)', async () => {
  await using service = await startService()
  const { manager } = await startWithRate(service)
  const codesOf = async (terms: Record<string, unknown>) =>
    ((await putTerms(manager, terms)).body.errors ?? []).map((flaw: any) => [flaw.path, flaw.code])
  expect(await codesOf({ rateCodes: ['STD', 'NONE', 'STD'] })).toEqual([
    ['/rateCodes/1', 'unknown_rate'],
    ['/rateCodes/2', 'repeated'],
  ])
  expect(await codesOf({ paymentDays: 121 })).toEqual([['/paymentDays', 'out_of_range']])
  expect(await codesOf({ optionDays: 31 })).toEqual([['/optionDays', 'out_of_range']])
  expect(await codesOf({ stopSale: undefined })).toEqual([['/stopSale', 'required']])
  const unknown = await putTerms(manager, {}, 'NONE')
  expect(unknown).toBeProblem(404, 'not_found')
})

test('the history of the hotel has each change of terms, and unseen ones are not overwritten (contract-agencies)', async () => {
  await using service = await startService()
  const { manager, admin } = await startWithRate(service)
  await putTerms(manager, { creditLimitCents: 1_000 })
  await putTerms(manager, { creditLimitCents: 1_000 })
  await putTerms(manager, { creditLimitCents: 2_000, expected: { creditLimitCents: 1_000 } })
  const late = { creditLimitCents: 3_000, expected: { creditLimitCents: 1_000 } }
  expect(await putTerms(manager, late)).toBeProblem(409, 'revision_conflict')

  const entries = await historyOf(admin, '?entity=agency_terms&id=alfa/DELTA')
  expect(
    entries.map(({ before, after }) => [before?.creditLimitCents, after.creditLimitCents]),
  ).toEqual([
    [1_000, 2_000],
    [undefined, 1_000],
  ])
  const own = (await manager.call('GET', '/v1/panel/history?entity=agency_terms')).body
  expect(own.items).toHaveLength(2)
})
