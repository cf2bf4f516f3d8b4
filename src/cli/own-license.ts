import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of `LICENSE`. Called while the program is built. */
export const readLicense = (): string =>
  readFileSync(join(import.meta.dir, '../../LICENSE'), 'utf8').trimEnd()
