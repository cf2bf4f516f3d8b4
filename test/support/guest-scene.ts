import type { WebProof } from '../../src/domain/strangers/strangers.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { sell } from './bookings.ts'
import { makeRate } from './rates.ts'
import { startService, type TestService } from './service.ts'

const OWNER = { type: 'user', id: 'an owner' } as const

/** A hotel as guests of its page meet one: reached by telephone, with taxes, a rate with terms, and rooms on sale. */
export async function startGuestScene(webProof: WebProof = 'share'): Promise<TestService> {
  const service = await startService({
    rooms: [
      {
        roomCode: 'DBL',
        name: 'Deluxe, sea view',
        translations: {
          en: { name: null, description: null },
          tr: { name: 'Deluxe, deniz manzaralı', description: null },
        },
        boards: ['BB'],
        totalRooms: 40,
      },
    ],
    world: { isMailing: true, strangerLimits: 'all' },
  })
  await changeHotel(service.deps, OWNER, 'alfa', {
    ...{ name: 'Pera Liman', phone: '+90 212 555 04 18', email: 'hello@pera.example' },
    ...{ address: 'Kemankeş Cad. 41, Karaköy', currency: 'TRY', webProof },
    taxes: [
      { code: 'VAT', name: 'VAT', percentBp: 1_000 },
      { code: 'CITY', name: 'City tax', percentBp: 200 },
    ],
  })
  await makeRate(service, {
    rateCode: 'FLEX',
    name: 'Flexible',
    cancellation: { freeUntilDays: 3, penalty: 'first_night' },
  })
  await sell(service, { available: 40, priceCents: 610_000 })
  await sell(service, { available: 40, priceCents: 561_000, from: '2027-04-06', nights: 3 })
  return service
}

/** What a guest of the scene books: two rooms for three nights, with words of their own. */
export const SCENE_STAY = {
  ...{ rateCode: 'FLEX', rooms: 2, adults: 3, checkin: '2027-04-01', checkout: '2027-04-04' },
  guest: {
    firstName: 'Selin',
    lastName: 'Aydın',
    email: 'selin.aydin@example.com',
    phone: '+90 532 555 01 47',
  },
  specialRequests: 'A quiet room, please.',
}
