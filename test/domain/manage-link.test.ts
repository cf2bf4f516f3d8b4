import { expect, test } from 'bun:test'
import { bookingLink, tokenInGroups } from '../../src/domain/bookings/manage-link.ts'

const TOKEN = 'abcdef-hijkl_nopqrstuv'

test('a link has its tokens in the fragment, and below it stand four groups to be typed (contract-access)', () => {
  const link = bookingLink('https://hotels.example/booking', { code: 'ABCD', manageToken: TOKEN })
  expect(link).toBe(`https://hotels.example/booking#ABCD.${TOKEN}`)
  expect(tokenInGroups(TOKEN)).toBe('abcdef -hijkl _nopq rstuv')
})
