/** Signs that stand for letters, and letters that nothing tells from those: what is compared reads them alike. */
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

/** The characters of a text without case, width and marks. */
export const foldedCharacters = (text: string): string[] => [
  ...text.trim().toLowerCase().normalize('NFKD').replace(MARKS, '').normalize('NFKC'),
]

/** How such a character is compared: @ 4 3 0 1 5 $ ! as the letters they stand for. */
export const asLetter = (character: string): string => LETTERS.get(character) ?? character

/** A text as passwords are compared: folded, its signs as letters. */
export const asLetters = (text: string): string => foldedCharacters(text).map(asLetter).join('')
