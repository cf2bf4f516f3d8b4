import type { AllotmentUpdate } from '../domain/agencies/allotment-updates.ts'
import type { AgreedTerms } from '../domain/agencies/terms.ts'
import { addDays } from '../domain/kernel/date.ts'
import { AppError } from '../domain/kernel/errors.ts'
import { setAllotments } from '../service/agencies/allotments.ts'
import { changeOwnRecord } from '../service/agencies/own-record.ts'
import { putTerms } from '../service/agencies/terms.ts'
import type { Deps } from '../service/deps.ts'
import { createRate } from '../service/rates/rates.ts'
import { findUserSecret } from '../store/accounts/users.ts'
import { findAgencyByCode } from '../store/agencies/agencies.ts'
import { findHotel, findHotelId } from '../store/catalog/catalog.ts'
import { agencyHotels, CONTRACT_RATE } from './agency-orders.ts'
import { bilingual, DEMO } from './catalog.ts'
import { DEMO_AGENCY, type DemoPeople, OTHER_AGENCY } from './people.ts'
import { at } from './place-orders.ts'
import { demoSlugs } from './seed.ts'

/** Terms of the demo's agencies: what differs from 30 days to pay, no credit and no acts of guests. */
type DemoTerms = { hotel: string; agency: string } & Partial<AgreedTerms>

const { alfa, bravo } = demoSlugs
const { galata, kaleici, konyaalti, lisbon } = agencyHotels
const CONTRACT = { rateCodes: [CONTRACT_RATE] }

/** Credit in minor units of each hotel's currency. */
const TERMS: DemoTerms[] = [
  {
    ...{ hotel: alfa, agency: DEMO_AGENCY, ...CONTRACT, commissionBp: 1_200, optionDays: 10 },
    ...{ guestActs: true, creditLimitCents: 60_000_000 },
  },
  {
    ...{ hotel: bravo, agency: DEMO_AGENCY, ...CONTRACT, commissionBp: 1_500, paymentDays: 45 },
    ...{ creditLimitCents: 2_500_000 },
  },
  {
    ...{ hotel: galata, agency: DEMO_AGENCY, commissionBp: 1_400, optionDays: 5 },
    ...{ paymentDays: 15, creditLimitCents: null },
  },
  { hotel: kaleici, agency: DEMO_AGENCY },
  {
    ...{ hotel: lisbon, agency: DEMO_AGENCY, commissionBp: 1_000, guestActs: true },
    ...{ creditLimitCents: 1_000_000 },
  },
  {
    ...{ hotel: alfa, agency: OTHER_AGENCY, commissionBp: 1_000, optionDays: 3 },
    ...{ paymentDays: 15, creditLimitCents: 20_000_000 },
  },
  { hotel: bravo, agency: OTHER_AGENCY, ...CONTRACT, commissionBp: 1_300 },
  { hotel: konyaalti, agency: OTHER_AGENCY, stopSale: true, creditLimitCents: 500_000 },
]

/** Days on which the terms were agreed and the allotments set, and the days ahead that these cover. */
const AGREED = -70
const SET_ASIDE = -25
const ALLOTMENT_DAYS = 150

type DemoAllotment = Pick<AllotmentUpdate, 'roomCode' | 'rooms' | 'releaseDays' | 'weekdays'> & {
  hotel: string
  agency: string
}

/**
 * Rooms set aside. In the hotels with keys they are of two rarer room types that no walk of a newcomer begins with, and
 * the nights of the next weeks are released.
 */
const ALLOTMENTS: DemoAllotment[] = [
  { hotel: alfa, agency: DEMO_AGENCY, roomCode: 'TRP', rooms: 2, releaseDays: 21 },
  { hotel: alfa, agency: DEMO_AGENCY, roomCode: 'SUI', rooms: 1, releaseDays: 30 },
  {
    ...{ hotel: alfa, agency: OTHER_AGENCY, roomCode: 'TRP', rooms: 1, releaseDays: 21 },
    weekdays: ['fri', 'sat'],
  },
  { hotel: bravo, agency: DEMO_AGENCY, roomCode: 'TRP', rooms: 2, releaseDays: 21 },
  { hotel: bravo, agency: OTHER_AGENCY, roomCode: 'TRP', rooms: 1, releaseDays: 30 },
  { hotel: galata, agency: DEMO_AGENCY, roomCode: 'DBL', rooms: 4, releaseDays: 7 },
  { hotel: galata, agency: DEMO_AGENCY, roomCode: 'TWN', rooms: 2, releaseDays: 7 },
  { hotel: lisbon, agency: DEMO_AGENCY, roomCode: 'DBL', rooms: 3, releaseDays: 14 },
]

/** Writes what the demo's hotels agreed with its agencies: a private rate, terms and allotments; and Delta's record. */
export async function demoAgreements(deps: Deps, people: DemoPeople): Promise<void> {
  const then = at(deps, AGREED)
  for (const slug of [alfa, bravo]) await contractRate(then, slug)
  for (const { hotel, agency, ...terms } of TERMS) {
    const hotelId = (await findHotelId(deps.store, hotel))!
    await putTerms(then, DEMO, { hotelId, code: agency }, { ...USUAL, ...terms })
  }
  for (const [slug, those] of Map.groupBy(ALLOTMENTS, ({ hotel }) => hotel)) {
    const hotelId = (await findHotelId(deps.store, slug))!
    const { timezone } = (await findHotel(deps.store, hotelId))!
    const today = deps.today(timezone)
    const range = { dateFrom: today, dateTo: addDays(today, ALLOTMENT_DAYS) }
    const updates = those.map(({ hotel: _, agency, ...each }) => ({
      ...{ agencyCode: agency, ...each, ...range },
    }))
    await setAllotments(at(deps, SET_ASIDE), DEMO, hotelId, updates)
  }
  const { id } = (await findUserSecret(deps.store, people.agency.email))!
  const agency = (await findAgencyByCode(deps.store, DEMO_AGENCY))!
  await changeOwnRecord(then, { type: 'user', id }, agency, {
    ...{ licenceNumber: 'A-12478', phone: '+90 212 555 01 70' },
    address: 'Cumhuriyet Cd. 58, 34367 Şişli, İstanbul',
  })
}

const USUAL: AgreedTerms = {
  ...{ commissionBp: null, rateCodes: [], optionDays: null, paymentDays: 30 },
  ...{ guestActs: false, stopSale: false, creditLimitCents: 0, active: true },
}

/** Puts the private rate of agencies on sale in a hotel, unless an interrupted start has. */
async function contractRate(deps: Deps, slug: string): Promise<void> {
  await createRate(deps, DEMO, slug, {
    ...{ rateCode: CONTRACT_RATE, ...bilingual('Agency contract', 'Acente kontratı') },
    ...{ boardCode: null, roomCodes: ['TWN', 'TRP', 'DLX', 'SUI'], guests: null },
    pricing: { type: 'derived', percentBp: -1_500, roundTo: 100 },
    cancellation: { freeUntilDays: 3, penalty: 'first_night' },
    ...{ public: false, active: true },
  }).catch((error) => {
    if (!(error instanceof AppError && error.code === 'already_exists')) throw error
  })
}
