import { afterAll, beforeAll } from 'bun:test'
import { temporaryFolder } from './folder.ts'
import { binaryIn } from './process.ts'

/** It may have to be built first, on a machine that may be busy. */
const BUILD_WITHIN_MS = 120_000

/** The binary in a folder of its own, as a program, for all tests of the file that asks; empty until they run. */
export function shelvedBinary(): string[] {
  const shelf = temporaryFolder()
  const program: string[] = []
  beforeAll(async () => {
    program.push(...(await binaryIn(shelf.path)))
  }, BUILD_WITHIN_MS)
  afterAll(() => shelf[Symbol.dispose]())
  return program
}
