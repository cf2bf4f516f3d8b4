import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Scene, startScene } from '../support/oversold.ts'
import { CASES, OVERBOOKED, playCase } from '../support/oversold-cases.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

const program = shelvedBinary()
const folder = temporaryFolder()
let scene: Scene

beforeAll(async () => {
  scene = await startScene({ folder: folder.path, program })
}, 120_000)
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test.each([...CASES, OVERBOOKED].map((each) => [each.name, each.story, each] as const))(
  '%s: %s; no room is sold twice (contract-counts, the cap)',
  async (_name, _story, each) => {
    const { oversold, tooLow } = await playCase(scene, each)
    expect(oversold).toBe(0)
    // A cancellation that the sender had not seen is on sale again with its next count only.
    if (each.name !== 'D') expect(tooLow).toBe(0)
  },
)
