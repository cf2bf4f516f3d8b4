import { expect, test } from 'bun:test'
import {
  countNoun,
  isEmail,
  isLine,
  isProse,
  isWrittenProse,
} from '../../src/domain/kernel/text.ts'

test.each([
  'Ada',
  "O'Brien",
  'Çelik',
  '李',
  '1',
  'می\u200cخواهم',
  '👩\u200d👩\u200d👧',
  '🇹🇷',
  'Grand Hotel & Spa – №1',
])('%j is a name', (name) => {
  expect([isLine(name), isWrittenProse(name)]).toEqual([true, true])
})

test.each([
  ['nothing', ''],
  ['a space', ' '],
  ['a no-break space', '\u00a0'],
  ['joiners', '\u200d\u200c'],
  ['a Hangul filler', '\u3164'],
  ['an empty Braille cell', '\u2800'],
  ['a lone accent', '\u0301'],
  ['a variation selector', '\ufe0f'],
])('%s is neither a name nor written text: nobody sees it', (_, text) => {
  expect([isLine(text), isWrittenProse(text)]).toEqual([false, false])
})

test.each([
  ['NUL', 'A\0B'],
  ['a bell', 'A\u0007B'],
  ['a C1 control', 'A\u0085B'],
  ['a lone carriage return', 'A\rB'],
  ['a right-to-left override', 'A\u202eB'],
  ['an isolate', 'A\u2066B'],
])('%s stands in neither names nor prose', (_, text) => {
  expect([isLine(text), isProse(text)]).toEqual([false, false])
})

test.each([
  ['a line break', 'A\nB'],
  ['a line break of Windows', 'A\r\nB'],
  ['a tab', 'A\tB'],
  ['a soft hyphen', 'A\u00adB'],
  ['a right-to-left mark', 'א\u200fB'],
  [
    'the flag of Scotland, spelled in tags',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
])('%s stands in prose and in no name', (_, text) => {
  expect([isLine(text), isProse(text)]).toEqual([false, true])
})

test.each([
  ['a line separator', 'A\u2028B'],
  ['a zero-width space', 'A\u200bB'],
  ['a byte order mark', '\ufeffA'],
])('%s stands in no name', (_, text) => {
  expect(isLine(text)).toBe(false)
})

test.each([
  'a@b.co',
  'ada.yilmaz+tag@mail.example.co.uk',
  "o'brien@example.com",
  'ömer@çelik.com.tr',
  'a@xn--80ak6aa92e.com',
  `a@${'b'.repeat(63)}.com`,
])('%s is an e-mail address', (email) => {
  expect(isEmail(email)).toBe(true)
})

test.each([
  ['two dots', 'a@b..com'],
  ['a dot first', 'a@.com'],
  ['a dot last', 'a@b.com.'],
  ['one label', 'a@localhost'],
  ['a short end', 'a@b.c'],
  ['a hyphen first', 'a@-b.com'],
  ['a long label', `a@${'b'.repeat(64)}.com`],
  ['an address of IP', 'a@127.0.0.1'],
  ['no name', '@b.com'],
  ['two signs', 'a@b@c.com'],
  ['a space', 'a b@c.com'],
  ['a space last', 'a@b.com '],
  ['a line break', 'a@b.com\n'],
  ['a control', 'a\u0001@b.com'],
  ['a zero-width space', 'a\u200b@b.com'],
  ['a comma', 'a,b@c.com'],
  ['brackets', '<a@b.com>'],
  ['255 characters', `a@${'b.'.repeat(125)}com`],
])('with %s it is no e-mail address', (_, email) => {
  expect(isEmail(email)).toBe(false)
})

test('one of a thing is said otherwise than none or several', () => {
  expect([0, 1, 2].map((count) => countNoun(count, 'room'))).toEqual([
    '0 rooms',
    '1 room',
    '2 rooms',
  ])
  expect(countNoun(1, 'child', 'children')).toBe('1 child')
  expect(countNoun(-1, 'child', 'children')).toBe('-1 children')
})
