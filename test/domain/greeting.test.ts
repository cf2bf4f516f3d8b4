import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { greetedName } from '../../src/domain/mails/greeting.ts'

test.each([
  ...['Carla Çelik', 'Ada', '李', 'O’Neill', "D'Angelo", 'Jean-Luc', 'Dr. Öz', 'Dipl.-Ing. Weiß'],
  ...['Nguyễn Thị Minh Khai', 'J.R.R. Tolkien', 'Martin Luther King Jr.', 'J.-P. Belmondo'],
  ...["'t Hooft", 'ʻIolani', 'O‘g‘li', 'O`g`li', 'Marcel·lí', 'İpek Işık', 'Şükrü Öğüt'],
  ...['علی\u200cرضا', 'ジョン・スミス', 'မြို့', 'प्रसाद', 'עֲמִיחַי', 'Ólafur Þór', 'a'.repeat(30)],
])('a mail greets %p (contract-access, Settings)', (name) => {
  expect(greetedName(name)).toBe(name.normalize('NFC'))
})

test.each([
  ['digits', 'Carla 2'],
  ['digits of another script', 'Carla ٣'],
  ['a telephone number', 'Call +90 555 000 11 22'],
  ['five words', 'Your account is blocked now'],
  [
    'a sentence of S18',
    'Your account is blocked, call +90 555 000 11 22 at once or lose your money',
  ],
  ['a comma', 'Blocked, call'],
  ['a sign', 'Pay!'],
  ['a question', 'Paid?'],
  ['a long word with a point', 'Blocked. Call'],
  ['an address', 'evil.example'],
  ['an address of initials', 't.co'],
  ['another point', 'evil․example'],
  ['a wide point', 'evil．example'],
  ['a middle point', 'evil·example'],
  ['a katakana point', 'evil・example'],
  ['a slash', 'evil/x'],
  ['an e-mail', 'a@b'],
  ['markup', '<b>Carla'],
  ['a picture', 'Carla 🏨'],
  ['a heap of marks', `A${'\u0301'.repeat(9)}`],
  ['a word of 31', 'a'.repeat(31)],
  ['an override of the direction', 'Carla \u202eabc'],
  ['nothing', '  '],
  ['a hyphen alone', '-'],
])('a mail does not greet by %s (contract-access, Settings)', (_, name) => {
  expect(greetedName(name)).toBe('')
})

test('whatever a name is, a mail says at most four words of thirty, without digits and signs (contract-access, Settings)', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 140 }),
    fc.array(fc.constantFrom(...'abç.’- 1@李'), { maxLength: 40 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(text, (name) => {
      const said = greetedName(name)
      expect(said.replaceAll(/\u200c|\u200d/g, '')).toMatch(/^[\p{L}\p{M} .'’‘`´·・‐‑-]*$/u)
      expect(said).not.toMatch(/\.\p{L}{2}/u)
      const words = said.split(' ')
      expect(words.length).toBeLessThanOrEqual(4)
      for (const word of words) expect([...word].length).toBeLessThanOrEqual(30)
      expect(greetedName(said)).toBe(said)
    }),
    { numRuns: 5_000 },
  )
})
