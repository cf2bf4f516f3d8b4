import { expect, test } from 'bun:test'
import { askStepUp, stepUpAsked } from '../../src/panel/lib/step-up.ts'

test('calls that are refused at once ask a person once, and go on together (contract-access, Step-up)', async () => {
  const seen: unknown[] = []
  const stop = stepUpAsked.subscribe((asked) => asked && seen.push(asked.act))
  const answers = [askStepUp('api_key'), askStepUp('guest_export')]
  stepUpAsked.get()!.settle(true)
  expect(await Promise.all(answers)).toEqual([true, true])
  expect(seen).toEqual(['api_key'])
  expect(stepUpAsked.get()).toBeUndefined()

  const later = askStepUp('member')
  stepUpAsked.get()!.settle(false)
  expect(await later).toBe(false)
  stop()
})
