import { expect } from 'bun:test'
import { book, sell } from './bookings.ts'
import { BOOKINGS } from './panel-booking.ts'
import type { TestService } from './service.ts'
import type { TestUser } from './users.ts'

/** Somebody of Türkiye: the number is no person's. */
export const ofTurkey = {
  ...{ firstName: 'Yusuf', lastName: 'Demir', nationality: 'TR' },
  ...{ documentKind: 'identity_card', documentNumber: '10000000146' },
}

/** Somebody from abroad. */
export const visitor = {
  ...{ firstName: 'Greta', lastName: 'Weiß', nationality: 'DE' },
  ...{ documentKind: 'passport', documentNumber: 'C01X00T47' },
  ...{ birthDate: '1990-05-17', gender: 'female' },
}

/** The history entry of a report of 2 April, without its list and rows. */
export const IN_HOUSE = { from: '2027-04-02', to: '2027-04-02' }

/** A stay of two at Alfa from 1 to 3 April. @returns its code */
export async function stay(service: TestService): Promise<string> {
  await sell(service)
  return (await book(service.call, { adults: 2 })).body.code
}

/** Writes who stays by a booking. */
export const identify = ({ call }: TestUser, code: string, guests: object[], revision = 0) =>
  call('PUT', `${BOOKINGS}/${code}/identities`, { body: { revision, guests } })

/** Says that a text has nothing of anybody's identity. */
export function isHidden(text: string): void {
  for (const secret of ['10000000146', '55555555555', 'C01X00T47', '1990-05-17', 'Weiß', 'Yusuf'])
    expect(text).not.toContain(secret)
}
