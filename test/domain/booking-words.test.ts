import { expect, test } from 'bun:test'
import { bookingWords, isFoundBy, searchWords } from '../../src/domain/bookings/booking-words.ts'

const bookingOf = (guest: { phone?: string; email?: string; lastName?: string }) => ({
  code: 'RW-7K2M9Q',
  groupCode: null,
  guest: {
    ...{ firstName: 'Şükrü', lastName: 'Işık', email: 'sukru@example.com' },
    ...{ phone: null, country: 'TR' },
    ...guest,
  },
})

const TYPED = [
  ...['0555 777 66 55', '5557776655', '+90 555 777 66 55', '00905557776655', '(0555) 777-66-55'],
  ...['+90 (0)555 777 66 55', 'şükrü 555 777', '0555', '777 66 55', '7776655', '777'],
]

test.each([
  '0555 777 66 55',
  '+90 555 777 66 55',
  '+90 (0)555 777 66 55',
  '00905557776655',
  '905557776655',
])('a guest whose number is kept as %p is found by it however it is typed (issue 12)', (phone) => {
  for (const text of TYPED)
    expect(isFoundBy(bookingOf({ phone }), searchWords(text)), text).toBeTrue()
  for (const text of ['77 66 55', '66 55', '+49 555 777 66 56', '0555 777 66 56'])
    expect(isFoundBy(bookingOf({ phone }), searchWords(text)), text).toBeFalse()
})

test.each([
  ['sukru.01.1990@example.com', 'sukru.01.1990@example.com'],
  ['5551234@163.com', '5551234@163.com'],
  ['ali-2-3@example.com', 'ali-2-3@example.com şükrü'],
])('the address %p is found by %p (issue 12)', (email, text) => {
  expect(isFoundBy(bookingOf({ email }), searchWords(text))).toBeTrue()
})

test('the words of a booking are each once, its number with its country code and without', () => {
  const words = bookingWords(bookingOf({ phone: '+90 555 777 66 55' }))
  expect(new Set(words).size).toBe(words.length)
  expect(words).toContain('905557776655')
  expect(words).toContain('5557776655')
  expect(searchWords('')).toEqual([])
  expect(searchWords('…')).toEqual([])
})
