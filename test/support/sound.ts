import { expect } from 'bun:test'
import { checkInvariants } from '../../src/cli/doctor-invariants.ts'
import type { Config } from '../../src/config.ts'
import type { TestService } from './service.ts'

type Sound = Pick<TestService, 'target' | 'clock'>

/** Everything that `doctor` finds wrong with the data of a service. */
export async function findWrong({ target, clock }: Sound): Promise<string[]> {
  const database = target as Config['database']
  const how = { isFast: true, nowMs: clock.nowMs }
  const wrong: string[] = []
  for await (const { isWell, line } of checkInvariants({ database }, how))
    if (!isWell) wrong.push(line)
  return wrong
}

/** The data of a service keep every invariant that `doctor` knows. */
export const expectSound = async (service: Sound) => expect(await findWrong(service)).toEqual([])
