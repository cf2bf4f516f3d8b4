import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the text of `LICENSE`. A macro calls it while the program is built. */
export const readLicense = (): string =>
  readFileSync(join(import.meta.dir, '../../LICENSE'), 'utf8').trimEnd()
