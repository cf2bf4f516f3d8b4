import { expect, test } from 'bun:test'
import { speaker } from '../../src/outbox/mail/words.ts'

test('a mail writes its numbers as its language does', () => {
  const nights = (language: 'en' | 'tr') => speaker(language).word('demand.nights', { count: 2480 })

  expect(nights('en')).toBe('2,480 room nights')
  expect(nights('tr')).toBe('2.480 oda gecesi')
})
