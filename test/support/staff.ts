import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { book, sell } from './bookings.ts'
import type { Call, TestService } from './service.ts'
import { addAgency, signIn, signToken, type TestUser, withToken } from './users.ts'

/** Everybody who may knock: the fixed cast of staff and guests, signed in. */
export type Staff = {
  nobody: Call
  guest: TestUser
  admin: TestUser
  /** Manages Alfa; the next one Bravo; the last both. */
  manager: TestUser
  bravoManager: TestUser
  chief: TestUser
  /** Of agency Delta, and of agency Echo. */
  agent: TestUser
  echoAgent: TestUser
  deltaId: number
  echoId: number
}

/** Signs the whole cast in. */
export async function hireStaff(service: TestService): Promise<Staff> {
  const { alfa, bravo } = service
  const deltaId = await addAgency(service)
  const echoId = await addAgency(service, 'ECHO')
  const manager = (name: string, hotelIds: number[]) =>
    signIn(service, 'hotel_manager', { name, hotelIds })
  return {
    nobody: service.call,
    guest: await signIn(service, 'guest', { name: 'carla' }),
    admin: await signIn(service, 'admin'),
    manager: await manager('manager-alfa', [alfa.id]),
    bravoManager: await manager('manager-bravo', [bravo.id]),
    chief: await manager('chief', [alfa.id, bravo.id]),
    agent: await signIn(service, 'agency_user', { name: 'agent', agencyId: deltaId }),
    echoAgent: await signIn(service, 'agency_user', { name: 'echo-agent', agencyId: echoId }),
    deltaId,
    echoId,
  }
}

/** Signs somebody in again: a token stands for 12 hours, and the clock of a test may be days on. */
export async function signInAgain(service: TestService, { user }: TestUser): Promise<TestUser> {
  const token = await signToken(service, user)
  return { user, token, call: withToken(service, token) }
}

/** Carla's stay at Alfa from 1 to 3 April, over and completed; the clock stands after it. @returns its code */
export async function completedStay(service: TestService, call: Call = service.call) {
  await sell(service)
  const { body } = await book(call)
  service.clock.nowMs = Date.parse('2027-04-03T10:00:00Z')
  await completeStays(service.deps)
  return body.code as string
}

/** The changes of the catalogue so far, as admins list them, newest first. */
export async function historyOf(admin: TestUser, query = ''): Promise<Record<string, any>[]> {
  return (await admin.call('GET', `/v1/admin/history${query}`)).body.items
}
