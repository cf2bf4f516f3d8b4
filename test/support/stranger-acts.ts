import fc from 'fast-check'
import { completeStays, expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { nightsFrom, strangers } from './bounded.ts'
import { note, pay } from './desk.ts'
import { tokenOf } from './manage.ts'
import { BOOKINGS } from './panel-booking.ts'
import { press } from './press.ts'
import type { TestService } from './service.ts'
import type { TestUser } from './users.ts'

/** Noon of the first day whose night is on sale. */
export const FIRST_MS = Date.parse('2027-04-01T09:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
/** Few mailboxes; two spellings name the same one. */
const MAILBOXES = [
  'a@gmail.com',
  'A+x@gmail.com',
  'b@example.com',
  'c@example.com',
  'd@example.com',
]

const stay = {
  roomCode: fc.constantFrom('DBL', 'SGL', 'STE'),
  start: fc.nat(6),
  nights: fc.integer({ min: 1, max: 3 }),
  rooms: fc.integer({ min: 1, max: 3 }),
}
const pick = fc.nat(30)
const of = <Type extends string>(...types: Type[]) =>
  fc.record({ type: fc.constantFrom(...types), pick })

/** Something that a stranger, a guest, the desk or the clock does; `pick` chooses a booking made so far. */
export const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ type: fc.constant('book' as const), ...stay },
      ...{ hold: fc.boolean(), mailbox: fc.constantFrom(...MAILBOXES) },
    }),
  },
  { weight: 4, arbitrary: of('confirm', 'press', 'press', 'disown', 'cancel') },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('change' as const, 'move' as const),
      pick,
      ...stay,
    }),
  },
  { weight: 1, arbitrary: of('readdress', 'write to') },
  { weight: 3, arbitrary: of('prove', 'no-show', 'reinstate', 'check in', 'pay', 'end') },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('end many' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('tick' as const),
      minutes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(24 * 60)),
    }),
  },
)
export type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never

/** Does it, whatever is answered. @returns the status; undefined where there is nothing to do it to */
export async function doAct(
  service: TestService,
  desk: TestUser,
  codes: string[],
  act: Act,
): Promise<number | undefined> {
  if (act.type === 'tick') {
    service.clock.advance(act.minutes * MINUTE_MS)
    await expireHolds(service.deps)
    await completeStays(service.deps)
    return undefined
  }
  if (act.type === 'book') {
    const { type: _, start, nights, mailbox, ...order } = act
    const stranger = strangers(service)
    const made = await stranger(
      { ...nightsFrom(start + daysOn(service), nights), ...order, adults: order.rooms },
      { mailbox, from: '203.0.113.7' },
    )
    if (made.status === 201) codes.push(made.body.code)
    return made.status
  }
  const code = codes[act.pick % Math.max(1, codes.length)]
  if (code === undefined) return undefined
  const path = `/v1/bookings/${code}`
  const asGuest = async (method: string, path: string, body: object = {}) =>
    await service.call(method, path, {
      body: { manageToken: await tokenOf(service, code), ...body },
    })
  const atDesk = (path: string, body?: object) =>
    desk.call('POST', `${BOOKINGS}${path}`, body && { body })
  const email = MAILBOXES[act.pick % MAILBOXES.length]
  const answer = await {
    confirm: () => asGuest('POST', `${path}/confirm`),
    press: () => press(service, code),
    disown: () => press(service, code, 'disown'),
    cancel: () => asGuest('POST', `${path}/cancel`),
    change: () => asGuest('PATCH', path, stayOf(service, act)),
    move: () => desk.call('PATCH', path, { body: { ...stayOf(service, act), override: true } }),
    readdress: () => asGuest('PATCH', path, { guest: { email } }),
    'write to': () => desk.call('PATCH', path, { body: { guest: { email } } }),
    prove: () => atDesk(`/${code}/prove`),
    'no-show': () => atDesk(`/${code}/no-show`, { force: true }),
    reinstate: () => atDesk(`/${code}/reinstate`),
    'check in': () => note(desk, code, { arrivedAt: new Date(service.clock.nowMs).toISOString() }),
    pay: () => pay(desk, code),
    end: () => desk.call('POST', `${path}/cancel`, { body: {} }),
    'end many': () =>
      atDesk('/cancel', { codes: codes.slice(codes.indexOf(code)).slice(0, 3), reason: 'x' }),
  }[act.type]()
  return answer.status
}

/** Of an act that names a stay, the stay as a change has it. */
function stayOf(service: TestService, act: Act): object {
  if (!('start' in act) || act.type === 'book') return {}
  const { start, nights, rooms, roomCode } = act
  return { ...nightsFrom(start + daysOn(service), nights), rooms, roomCode, adults: rooms }
}

const daysOn = ({ clock }: TestService) => Math.floor((clock.nowMs - FIRST_MS) / DAY_MS)
