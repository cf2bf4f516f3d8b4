import { expect, test } from 'bun:test'
import { createTurns } from '../../src/store/sqlite/turns.ts'

test('turns are taken from the call to the end of the work, also of work that fails or cannot come (issue 35)', async () => {
  const seen: boolean[] = []
  const turns = createTurns(async (body) => {
    seen.push(turns.isTaken())
    await body()
    await turns.between()
  })
  const look = async () => void seen.push(turns.isTaken())
  const fail = async () => {
    await look()
    throw new Error('no room')
  }

  seen.push(turns.isTaken())
  await turns.take(look)
  seen.push(turns.isTaken())
  expect(turns.take(fail)).rejects.toThrow('no room')
  await turns.between()
  await Bun.sleep(0)
  seen.push(turns.isTaken())
  expect(seen).toEqual([false, true, true, false, true, true, false])

  const refusing = createTurns(() => Promise.reject(new Error('the database has failed')))
  expect(refusing.take(look)).rejects.toThrow('has failed')
  await Bun.sleep(0)
  expect(refusing.isTaken()).toBe(false)
})
