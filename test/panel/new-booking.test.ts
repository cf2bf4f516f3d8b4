import { expect, test } from 'bun:test'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { instantAt, instantText } from '../../src/domain/kernel/date.ts'
import { optionEnd } from '../../src/panel/views/bookings/parts/option-end.ts'
import { clockText, lacksName, readNames } from '../../src/panel/views/bookings/parts/typed-text.ts'

// What is typed at the desk for a new booking (issue 33, *New booking*).

test('a time of day is read as people type it, and any other text is left to the service', () => {
  for (const [typed, time] of [
    ...[
      ['9', '09:00'],
      ['930', '09:30'],
      ['16.30', '16:30'],
    ],
    ...[
      [' 23:45 ', '23:45'],
      ['noon', 'noon'],
      ['25:00', '25:00'],
    ],
  ] as [string, string][])
    expect(clockText(typed)).toBe(time)
})

test('guests are read one a line, the last word being the last name; an age in brackets marks a child', () => {
  expect(readNames(' Elif Ada Çelik \n\nMina Çelik (9)\n')).toEqual([
    { firstName: 'Elif Ada', lastName: 'Çelik' },
    { firstName: 'Mina', lastName: 'Çelik', isChild: true },
  ])
  const known = [{ firstName: 'Ana', lastName: 'de la Cruz', isChild: true }]
  expect(readNames('Ana de la Cruz\nCan Çelik (çocuk)\nEda Çelik (Bursa)', known)).toEqual([
    { firstName: 'Ana', lastName: 'de la Cruz' },
    { firstName: 'Can', lastName: 'Çelik', isChild: true },
    { firstName: 'Eda Çelik', lastName: '(Bursa)' },
  ])
  expect(readNames('Ana de la Cruz (child)', known)).toEqual(known)
  expect(lacksName('Elif Çelik\nMina (9)')).toBe(true)
  expect(lacksName('')).toBe(false)
})

test('an option ends at 18:00 by the hotel’s clock, also on days on which clocks change', () => {
  for (const zone of ['Europe/Istanbul', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'])
    for (const day of ['2026-12-03', '2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07']) {
      const date = day as CalendarDate
      expect(optionEnd(date, zone)).toBe(instantText(instantAt(date, '18:00', zone)))
    }
})
