import { expect, test } from 'bun:test'
import { bookingLink, readTypedToken, tokenInGroups } from '../../src/domain/manage-link.ts'

const TOKEN = 'abcdef-hijkl_nopqrstuv'

test('a link has its tokens in the fragment, and below it stand four groups to be typed (contract-access)', () => {
  const link = bookingLink('https://hotels.example/booking', { code: 'ABCD', manageToken: TOKEN })
  expect(link).toBe(`https://hotels.example/booking#ABCD.${TOKEN}`)
  expect(tokenInGroups(TOKEN)).toBe('abcdef -hijkl _nopq rstuv')
})

test('of what is typed spaces alone are left out', () => {
  for (const typed of [tokenInGroups(TOKEN), ` ${TOKEN}\n`, 'abcdef-hijkl _nopqr\u00a0stuv'])
    expect(readTypedToken(typed)).toBe(TOKEN)
  expect(readTypedToken('ABC-def')).toBe('ABC-def')
})
