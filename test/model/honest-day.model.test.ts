import { expect, test } from 'bun:test'
import { type HonestDay, ordinaryPeople, playHonest, saleOf } from '../support/wave/honest.ts'

// `contract-access`, *What strangers may take*: no ordinary guest is refused; `bun test/support/wave/run-honest.ts` tells
// figures, of small hotels, too.

const DAY = { rooms: 60, hotels: 24, people: ordinaryPeople } as const

test.each<[string, Pick<HonestDay, 'webProof' | 'hasMail' | 'hasVisitor'>, isAsked: boolean]>([
  ['with mail', { webProof: 'share', hasMail: true, hasVisitor: true }, false],
  [
    'without, and the portal says no visitor',
    { webProof: 'share', hasMail: false, hasVisitor: false },
    false,
  ],
  ['who want a link of everybody', { webProof: 'always', hasMail: true, hasVisitor: true }, true],
])(
  'on an ordinary day nobody honest is refused at 24 hotels of 60 rooms %s (issue 30)',
  async (_, setting, isAsked) => {
    const { made, asked, refused } = await playHonest({ ...DAY, ...setting })
    expect(refused).toEqual({})
    expect(made).toBe(541)
    // A hold is asked for its link when it is confirmed, which these never are.
    expect(asked).toBe(isAsked ? 493 : 0)
  },
  60_000,
)

test('a sale of three times the rooms passes whole where the brake is lifted; else all of it that the brake lets pass (issue 30)', async () => {
  const sale = { rooms: 60, hotels: 1, webProof: 'share', hasMail: false, minutes: 60 } as const
  const people = saleOf(180)
  const lifted = await playHonest({ ...sale, people, isBrakeLifted: true })
  const held = await playHonest({ ...sale, people })
  expect(lifted).toEqual({ made: 180, asked: 0, refused: {} })
  expect(held).toEqual({ made: 120, asked: 0, refused: { 'sale ask_the_hotel': 60 } })
}, 60_000)
