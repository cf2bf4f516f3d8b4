import { expect, test } from 'bun:test'
import { gather } from '../../src/store/postgres/gather.ts'

const turns = async () => {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve))
}

/** Statements that end when they are told to; each answers with its number. */
function makeStatements() {
  const sent: { asked: readonly string[]; end: () => void; fail: () => void }[] = []
  const ask = gather((asked: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    const number = sent.length
    sent.push({
      asked,
      end: () => resolve(asked.map((one) => `${one} of ${number}`)),
      fail: () => reject(new Error(`no ${number}`)),
    })
    return promise
  })
  return { sent, ask }
}

test('nobody is answered by a statement that was sent before the question came', async () => {
  const { sent, ask } = makeStatements()
  const first = ask('a')
  await turns()
  const second = ask('a')
  await turns()
  const [third, fourth] = [ask('a'), ask('b')]
  await turns()
  expect(sent.map(({ asked }) => asked)).toEqual([['a'], ['a']])

  for (const { end } of sent) end()
  await turns()
  expect(sent).toHaveLength(3)
  expect(sent[2]!.asked).toEqual(['a', 'b'])
  sent[2]!.end()

  const answers = await Promise.all([first, second, third, fourth])
  expect(answers).toEqual(['a of 0', 'a of 1', 'a of 2', 'b of 2'])
})

test('who come together go together, 64 at most, two statements at once', async () => {
  const { sent, ask } = makeStatements()
  const answers = Array.from({ length: 150 }, (_, n) => ask(String(n)))
  await turns()
  expect(sent.map(({ asked }) => asked.length)).toEqual([64, 64])
  sent[1]!.end()
  await turns()
  expect(sent[2]!.asked).toHaveLength(22)
  sent[0]!.end()
  sent[2]!.end()

  for (const [n, answer] of (await Promise.all(answers)).entries())
    expect(answer).toBe(`${n} of ${Math.floor(n / 64)}`)
})

test('what fails for one statement fails for all who asked with it, and for nobody else', async () => {
  const { sent, ask } = makeStatements()
  const failed = Promise.allSettled([ask('a'), ask('b')])
  await turns()
  const other = ask('c')
  await turns()
  sent[0]!.fail()
  sent[1]!.end()

  const told = (await failed).map((each) => each.status === 'rejected' && each.reason.message)
  expect(told).toEqual(['no 0', 'no 0'])
  expect(await other).toBe('c of 1')
  const later = ask('d')
  await turns()
  sent[2]!.end()
  expect(await later).toBe('d of 2')
})
