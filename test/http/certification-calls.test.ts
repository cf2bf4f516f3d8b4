import { expect, test } from 'bun:test'
import { SCENARIOS } from '../../src/domain/sandbox/certification.ts'
import { certification, shownOf, startCertifying } from '../support/certified.ts'
import { eventually } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { startReceiver } from '../support/receiver.ts'
import type { TestRoom } from '../support/service.ts'
import { startSending, startSendingService } from '../support/webhooks.ts'

test.each<[string, TestRoom[]]>([
  ['as many rooms as one likes', [{ roomCode: 'DBL' }, { roomCode: 'SGL' }]],
  [
    'a base price, two rooms, and a type that is switched off',
    [
      { roomCode: 'AAA', active: false },
      { roomCode: 'DBL', basePriceCents: 90_000, totalRooms: 2 },
      { roomCode: 'SGL', totalRooms: 1 },
    ],
  ],
])(
  'the calls that a certification gives as examples lead through it, at a hotel with %s (contract §2, Sandbox)',
  async (_, rooms) => {
    await using world = await startCertifying({ rooms }, startSendingService)
    const { service, sandbox, clock } = world
    await using receiver = startReceiver()
    await using _sending = startSending(service)
    const known: Record<string, string | number> = {
      'HTTPS ADDRESS OF YOUR RECEIVER': receiver.url,
    }
    const learn = ({ body }: Answer) => {
      const { nextCursor, hasMore, changes, code } = body ?? {}
      if (nextCursor) known.CURSOR = nextCursor
      if (code) known.CODE = code
      const [first, second] = body?.bookings ?? []
      if (second) Object.assign(known, { 'FIRST CODE': first.code, 'SECOND CODE': second.code })
      // A page of the feed.
      const entries = hasMore === undefined ? [] : changes
      const read = entries.findLast(({ type }: { type: string }) => type === 'booking')?.booking
      if (read) Object.assign(known, { CODE: read.code, REVISION: read.revision })
    }
    for (const scenario of SCENARIOS) {
      const { calls } = await shownOf(sandbox, scenario)
      // The first is refused, signed as it is by somebody else.
      if (scenario === 'forged_delivery')
        receiver.answer((_, count) => new Response(null, { status: count === 1 ? 401 : 204 }))
      for (const [index, call] of calls.entries()) {
        clock.advance(60_000)
        const filled = call
          .replace('<REVISION>', String(known.REVISION))
          .replace(/<([A-Z ]+)>/g, (_, name: string) => String(known[name]))
        const [, method, path, body] = filled.match(/^(\w+) \/v1\/partner(\S+) ?(.*)$/)!
        const answer = await sandbox.call(method!, path!, body ? { body: JSON.parse(body) } : {})
        const isRefused = scenario === 'back_off' && index === 1
        const is = isRefused ? answer.status === 429 : answer.status < 300
        expect([call, answer.status, is], answer.text).toEqual([call, answer.status, true])
        if (!isRefused) learn(answer)
      }
      if (scenario === 'forged_delivery') {
        await receiver.until(1)
        await eventually(async () => {
          // Its next attempt is due only once this one is written down.
          clock.advance(10_000)
          return (await shownOf(sandbox, scenario)).done
        })
      }
      expect([scenario, (await shownOf(sandbox, scenario)).done]).toEqual([scenario, true])
    }

    expect((await certification(sandbox)).certifiedAt).not.toBeNull()
  },
)
