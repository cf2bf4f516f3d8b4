import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { User } from '../../src/panel/lib/session.ts'
import { texts } from '../../src/panel/words/texts.ts'

/** What a page has of a browser when it begins. */
const browser = {
  navigator: { languages: ['en-GB'] },
  document: { documentElement: { lang: '' } },
  fetch: async () => new Response(texts().en),
}
const before = Object.keys(browser).map((name) => [
  name,
  Object.getOwnPropertyDescriptor(globalThis, name),
])

beforeAll(() => {
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
})

afterAll(() => {
  for (const [name, was] of before as [string, PropertyDescriptor | undefined][])
    if (was) Object.defineProperty(globalThis, name, was)
    else Reflect.deleteProperty(globalThis, name)
})

test('a hotel that asks for two-step sign-in is open to a code, and to a session that has shown a passkey (contract-access, Passkeys)', async () => {
  const { isShut } = await import('../../src/panel/lib/may.ts')
  const memberships = [
    { hotelSlug: 'alfa', hotelName: 'Alfa', role: 'owner' as const, secondFactorRequired: true },
  ]
  const user = { role: 'hotel_manager', secondFactor: false, memberships } as unknown as User
  expect(isShut(user, 'alfa')).toBe(true)
  expect(isShut({ ...user, secondFactor: true }, 'alfa')).toBe(false)
  expect(isShut({ ...user, shownPasskey: true }, 'alfa')).toBe(false)
})
