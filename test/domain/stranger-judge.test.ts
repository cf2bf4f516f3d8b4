import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  judgeTaking,
  type StrangerContext,
  type StrangerCounts,
  type Verdict,
} from '../../src/domain/strangers/stranger-judge.ts'
import { brakeBounds } from '../../src/domain/strangers/strangers.ts'
import {
  BOOKING,
  counted,
  ground,
  groundOf,
  MORE,
  NOTHING,
  type Taking,
  taking,
} from '../support/takings.ts'

// `contract-access`, *What strangers may take*.

/** How strict a verdict is. */
const strictness = ({ kind }: Verdict) => ['take', 'ask', 'refuse'].indexOf(kind)

const holds = <Args extends [unknown, ...unknown[]]>(property: fc.IProperty<Args>) =>
  fc.assert(property, { numRuns: 2_000 })

test('more that is counted never makes a verdict milder (contract-access)', () => {
  holds(
    fc.property(
      ...[ground, counted, taking, fc.constantFrom(...Object.keys(MORE))],
      (ground, counted, taking, name) => {
        const more = judgeTaking(ground, MORE[name]!(counted), taking)
        expect(strictness(more)).toBeGreaterThanOrEqual(
          strictness(judgeTaking(ground, counted, taking)),
        )
      },
    ),
  )
})

test('more rooms and room-nights never make a verdict milder (contract-access)', () => {
  holds(
    fc.property(
      ...[ground, counted, taking, fc.nat(3), fc.nat(30)],
      (ground, counted, taking, rooms, roomNights) => {
        const grow = (of: { rooms: number; roomNights: number }) => ({
          rooms: of.rooms + rooms,
          roomNights: of.roomNights + roomNights,
        })
        const more = { ...taking, ...grow(taking), whole: grow(taking.whole) }
        expect(strictness(judgeTaking(ground, counted, more))).toBeGreaterThanOrEqual(
          strictness(judgeTaking(ground, counted, taking)),
        )
      },
    ),
  )
})

test('the pressed link never makes a verdict stricter, and nobody who pressed it is asked for it (contract-access)', () => {
  holds(
    fc.property(ground, counted, taking, (ground, counted, taking) => {
      // There is no link of what is yet to be made.
      fc.pre(taking.act !== 'book' && taking.act !== 'hold')
      const pressed = judgeTaking(ground, counted, { ...taking, isPressed: true })
      expect(pressed.kind).not.toBe('ask')
      expect(strictness(pressed)).toBeLessThanOrEqual(
        strictness(judgeTaking(ground, counted, { ...taking, isPressed: false })),
      )
    }),
  )
})

test('a mailbox that is proven, and has nothing proven standing, is judged no stricter than one that is not; whoever stayed no stricter than that (contract-access)', () => {
  holds(
    fc.property(ground, counted, taking, (ground, counted, taking) => {
      const { webMaxRooms, webMaxNights } = ground
      // What one mailbox may have is a bound of its own.
      const roomNights = Math.min(taking.whole.roomNights, webMaxRooms * webMaxNights)
      const small = { ...taking, whole: { ...taking.whole, roomNights } }
      const none = { ...counted, provenRooms: 0, provenRoomNights: 0 }
      const by = (standing: Taking['standing']) =>
        strictness(judgeTaking(ground, none, { ...small, standing }))
      expect(by('mail')).toBeLessThanOrEqual(by('none'))
      expect(by('stay')).toBeLessThanOrEqual(by('mail'))
    }),
  )
})

test('nobody is asked for a link that cannot be mailed, or by a hotel that wants none (contract-access)', () => {
  holds(
    fc.property(ground, counted, taking, fc.boolean(), (ground, counted, taking, isWithout) => {
      const cannot: StrangerContext = isWithout
        ? { ...ground, hasMail: false }
        : { ...ground, webProof: 'none' }
      expect(judgeTaking(cannot, counted, taking).kind).not.toBe('ask')
    }),
  )
})

test('a hotel that wants no links is judged as one without mail (contract-access)', () => {
  holds(
    fc.property(ground, counted, taking, (ground, counted, taking) => {
      const none = { ...ground, webProof: 'none' } as const
      expect(judgeTaking(none, counted, taking)).toEqual(
        judgeTaking({ ...none, hasMail: false }, counted, taking),
      )
    }),
  )
})

test('a brake that is lifted, and bounds that are, only make verdicts milder (contract-access)', () => {
  holds(
    fc.property(ground, counted, taking, (ground, counted, taking) => {
      const by = (more: Partial<StrangerContext>) =>
        strictness(judgeTaking({ ...ground, ...more }, counted, taking))
      expect(by({ isBrakeLifted: true })).toBeLessThanOrEqual(by({ isBrakeLifted: false }))
      expect(by({ limits: 'night' })).toBeLessThanOrEqual(by({ limits: 'all' }))
      expect(by({ limits: 'none' })).toBe(0)
    }),
  )
})

test('only what a network, a site or a hold has to wait for is refused for a while (contract-access)', () => {
  holds(
    fc.property(ground, counted, taking, (ground, counted, taking) => {
      const verdict = judgeTaking(ground, counted, taking)
      if (verdict.kind !== 'refuse' || !verdict.later) return
      expect(['site', 'near', 'wide', 'held']).toContain(verdict.bound)
    }),
  )
})

const without = (rooms: number) => groundOf(rooms, { hasMail: false })
const LIFTED = { isBrakeLifted: true }
const hold: Partial<Taking> = { act: 'hold' }
const byMail: Partial<Taking> = { standing: 'mail' }
const made = (hour: number, day = hour, all = day) => ({ hour, day, all })

/** The last that passes, and the first that does not: it is one more of what is counted. */
test.each<
  [
    string,
    StrangerContext,
    Partial<StrangerCounts>,
    Partial<StrangerCounts>,
    Partial<Taking>,
    Verdict['kind'],
  ]
>([
  ['3 unproven here', without(60), { unprovenHere: 2 }, { unprovenHere: 3 }, {}, 'refuse'],
  ['3 here, by mail', groundOf(60), { unprovenHere: 2 }, { unprovenHere: 3 }, {}, 'ask'],
  ['10 in all', groundOf(60), { unprovenAll: 9 }, { unprovenAll: 10 }, {}, 'ask'],
  ['20 rooms by mail', groundOf(60), { provenRooms: 19 }, { provenRooms: 20 }, byMail, 'refuse'],
  [
    ...(['150 room-nights by mail', groundOf(60)] as const),
    ...([{ provenRoomNights: 149 }, { provenRoomNights: 150 }, byMail, 'refuse'] as const),
  ],
  ['an hour of 60', without(60), { near: made(119) }, { near: made(120) }, {}, 'refuse'],
  ['an hour of 8', without(8), { near: made(44) }, { near: made(45) }, {}, 'refuse'],
  ['an hour by mail', groundOf(60), { near: made(119) }, { near: made(120) }, {}, 'ask'],
  ['a day of 60', without(60), { near: made(0, 179) }, { near: made(0, 180) }, {}, 'refuse'],
  ['a day of 8', without(8), { near: made(0, 59) }, { near: made(0, 60) }, {}, 'refuse'],
  ['all', without(60), { near: made(0, 0, 599) }, { near: made(0, 0, 600) }, {}, 'refuse'],
  ['a /24', without(60), { wide: made(359) }, { wide: made(360) }, {}, 'refuse'],
  ['a /24, all', without(60), { wide: made(0, 0, 1799) }, { wide: made(0, 0, 1800) }, {}, 'refuse'],
  ['a quarter of 60', groundOf(60), { unproven: 14 }, { unproven: 15 }, {}, 'ask'],
  ['a quarter of 8', groundOf(8), { unproven: 1 }, { unproven: 2 }, {}, 'ask'],
  ['one of 3', groundOf(3, { roomsOfType: 2 }), {}, { unproven: 1 }, {}, 'ask'],
  ['half of a type', groundOf(60), { unprovenOfType: 14 }, { unprovenOfType: 15 }, {}, 'ask'],
  ['a quarter held', without(60), { held: 14 }, { held: 15 }, hold, 'refuse'],
  ['one held of 3', without(3), {}, { held: 1 }, hold, 'refuse'],
  [
    ...(['half a day', groundOf(60)] as const),
    ...([
      { brake: { day: 119, week: 0 } },
      { brake: { day: 120, week: 0 } },
      byMail,
      'ask',
    ] as const),
  ],
  [
    ...(['a day', without(60)] as const),
    ...([
      { brake: { day: 239, week: 0 } },
      { brake: { day: 240, week: 0 } },
      {},
      'refuse',
    ] as const),
  ],
  [
    ...(['half a week of 8', groundOf(8)] as const),
    ...([{ brake: { day: 0, week: 39 } }, { brake: { day: 0, week: 40 } }, {}, 'ask'] as const),
  ],
  [
    ...(['a week', without(60)] as const),
    ...([
      { brake: { day: 0, week: 479 } },
      { brake: { day: 0, week: 480 } },
      {},
      'refuse',
    ] as const),
  ],
  [
    ...([
      'a day of 30 a day',
      groundOf(60, { hasMail: false, brake: brakeBounds(60, 50) }),
    ] as const),
    ...([
      { brake: { day: 249, week: 0 } },
      { brake: { day: 250, week: 0 } },
      {},
      'refuse',
    ] as const),
  ],
])('the bound is exact: %s', (_, ground, last, past, more, kind) => {
  const judge = (counted: Partial<StrangerCounts>) =>
    judgeTaking(ground, { ...NOTHING, ...counted }, { ...BOOKING, ...more })
  expect(judge(last).kind).toBe('take')
  expect(judge(past).kind).toBe(kind)
})

test('what waits for the link has bounds, too: three of a mailbox, three times as much of a network (contract-access)', () => {
  const kindOf = (counted: Partial<StrangerCounts>) =>
    judgeTaking(groundOf(60), { ...NOTHING, ...counted }, BOOKING).kind
  expect(kindOf({ unprovenHere: 3, waiting: 2 })).toBe('ask')
  expect(kindOf({ unprovenHere: 3, waiting: 3 })).toBe('refuse')
  expect(kindOf({ near: made(359) })).toBe('ask')
  expect(kindOf({ near: made(360) })).toBe('refuse')
  expect(kindOf({ wide: made(1_079) })).toBe('ask')
  expect(kindOf({ wide: made(1_080) })).toBe('refuse')
})

test('a type of one room, and every booking where the hotel wants it always, waits for the link (contract-access)', () => {
  const kindOf = (more: Partial<StrangerContext>, taking: Partial<Taking> = {}) =>
    judgeTaking(groundOf(60, more), NOTHING, { ...BOOKING, ...taking }).kind
  expect(kindOf({ roomsOfType: 1 })).toBe('ask')
  expect(kindOf({ webProof: 'always' })).toBe('ask')
  expect(kindOf({ webProof: 'always' }, byMail)).toBe('take')
  expect(kindOf({ webProof: 'always' }, hold)).toBe('take')
  expect(kindOf({ webProof: 'always' }, { act: 'confirm' })).toBe('ask')
  expect(kindOf({ webProof: 'always', hasMail: false })).toBe('take')
})

test('what has to wait for the link, and has more rooms than may be held, is refused for good; what finds them held for a while (contract-access)', () => {
  const judge = (rooms: number, held: number) =>
    judgeTaking(groundOf(8, { webProof: 'always' }), { ...NOTHING, held }, { ...BOOKING, rooms })
  expect(judge(2, 0)).toEqual({ kind: 'ask', bound: 'night' })
  expect(judge(3, 0)).toEqual({ kind: 'refuse', bound: 'held', later: false })
  expect(judge(2, 1)).toEqual({ kind: 'refuse', bound: 'held', later: true })
})

test('a lifted brake leaves mailbox, network and night (contract-access)', () => {
  const taken = { brake: { day: 10_000, week: 10_000 } }
  const kindOf = (more: Partial<StrangerCounts>) =>
    judgeTaking(groundOf(60, LIFTED), { ...NOTHING, ...taken, ...more }, BOOKING).kind
  expect(kindOf({})).toBe('take')
  expect(kindOf({ unprovenHere: 3 })).toBe('ask')
  expect(kindOf({ near: made(120) })).toBe('ask')
  expect(kindOf({ unproven: 15 })).toBe('ask')
})
