import { expect, test } from 'bun:test'
import { speaker } from '../../src/outbox/mail/words.ts'
import { words } from '../../src/panel/words/words.ts'

const ofMail = (name: 'subject.unacked' | 'title.unacked') =>
  [speaker('en').word(name), speaker('tr').word(name)] as const

test('that nobody has acknowledged a booking is one word everywhere, and none that says it did not arrive (D19)', () => {
  const texts = [
    words['desk.unacked'],
    words['bookings.unacked'],
    words['bookings.overdue'],
    words['booking.ackedNone'],
    words['mail.kind.unacked'],
    words['today.alarm.unackedMany'],
    [JSON.stringify(words['today.alarm.unacked'][0]), words['today.alarm.unacked'][1]],
    ofMail('subject.unacked'),
    ofMail('title.unacked'),
  ] as const
  for (const [en, tr] of texts) {
    expect(`${en}`).toMatch(/acknowledged/i)
    expect(`${tr}`).toMatch(/teyit/i)
  }
  const all = Object.values(words)
    .flat()
    .map((text) => JSON.stringify(text))
  expect(all.filter((text) => /ulaşma(dı|yan)|not received|other side has/i.test(text))).toEqual([])
})
