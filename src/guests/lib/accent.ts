import { readableBeside } from '../../domain/kernel/colour.ts'

/** The grounds on which text in the accent stands, by theme, and the text on the accent itself. */
const GROUND = { light: '#f5f1eb', dark: '#27221e' }
const INK = { light: '#ffffff', dark: '#171412' }

/** Returns the style of a hotel's colour, moved until text in it and on it can be read in both themes. */
export function accentStyle(colour: string): string {
  const [light, dark] = [GROUND.light, GROUND.dark].map((ground) => readableBeside(colour, ground))
  return `:root{--accent:light-dark(${light},${dark});--accent-ink:light-dark(${INK.light},${INK.dark});--accent-soft:var(--sunken)}`
}
