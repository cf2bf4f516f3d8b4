/** Look-alikes: signs that stand for letters, and letters that look the same. Password comparison reads both alike. */
const LETTERS = new Map([
  ...Object.entries({
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '0': 'o',
    '1': 'i',
    '5': 's',
    $: 's',
    '!': 'i',
  }),
  ['l', 'i'],
  ['ı', 'i'],
])
const MARKS = /\p{M}/gu

/** Splits a text into characters without case, width and accents. */
export const foldedCharacters = (text: string): string[] => [
  ...text.trim().toLowerCase().normalize('NFKD').replace(MARKS, '').normalize('NFKC'),
]

/** Replaces a look-alike character by its letter: @ 4 3 0 1 5 $ ! become the letters they stand for. */
export const asLetter = (character: string): string => LETTERS.get(character) ?? character

/** Returns a text as passwords are compared: folded, with signs as letters. */
export const asLetters = (text: string): string => foldedCharacters(text).map(asLetter).join('')
