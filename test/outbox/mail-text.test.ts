import { expect, test } from 'bun:test'
import { writeText } from '../../src/outbox/mail/page.ts'

test('in plain text each line that changed has what it said before, also where both are several lines', () => {
  const text = writeText({
    ...{ language: 'en', title: 'Changed', intro: 'As it is now.', hotel: 'Alfa', footer: 'Code' },
    lines: [
      { label: 'Taxes', value: 'VAT: 1\nTourism: 2', before: 'VAT: 3\nTourism: 4' },
      { label: 'Total', value: '5', before: '6' },
      { label: 'Room', value: 'Double' },
    ],
    beforeOf: (value) => `before: ${value}`,
  })
  expect(text.split('\n').slice(4, 12)).toEqual([
    'Taxes:',
    '  VAT: 1',
    '  Tourism: 2',
    '  before:',
    '    VAT: 3',
    '    Tourism: 4',
    'Total: 5 (before: 6)',
    'Room: Double',
  ])
})
