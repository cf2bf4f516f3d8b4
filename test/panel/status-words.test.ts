import { expect, test } from 'bun:test'
import type { BookingStatus } from '../../src/domain/bookings/booking.ts'
import { STATUS_WORDS } from '../../src/domain/bookings/status-words.ts'
import { speaker } from '../../src/outbox/mail/words.ts'
import { words } from '../../src/panel/words/words.ts'

test('a status is called by one word in the pages, the files and the mails, in both languages', () => {
  for (const status of Object.keys(STATUS_WORDS) as BookingStatus[]) {
    const [en, tr] = STATUS_WORDS[status]
    expect(words[`bookings.${status}`]).toEqual([en, tr])
    expect(speaker('en').word(`state.${status}`)).toBe(en)
    expect(speaker('tr').word(`state.${status}`)).toBe(tr)
  }
  for (const at of [0, 1])
    expect(String(words['acenta.revenueMeaning'][at]).toLowerCase()).toContain(
      STATUS_WORDS.pending[at]!.toLowerCase(),
    )
  expect(STATUS_WORDS.confirmed).toEqual(['Confirmed', 'Onaylı'])
})

test('every text of the panel is said in English and in Turkish, with a plural where it counts', () => {
  const isText = (text: unknown) => typeof text === 'string' && text !== ''
  for (const [name, pair] of Object.entries(words)) {
    expect([name, pair.length]).toEqual([name, 2])
    for (const word of pair) {
      const forms = typeof word === 'string' ? [word] : [word.one, word.other]
      expect([name, forms.every(isText)]).toEqual([name, true])
    }
  }
})
