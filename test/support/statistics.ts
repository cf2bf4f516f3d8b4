/**
 * Standard deviations beyond which two sources are told apart: samples of one source are once in 26 million times,
 * whatever outliers a busy machine adds.
 */
export const APART = 5.5

/** How far two samples are apart by the ranks of their values (Mann–Whitney), in standard deviations. */
export function rankDistance(a: readonly number[], b: readonly number[]): number {
  const all = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ]
  all.sort((x, y) => x.value - y.value)
  const rankSum = all.reduce((sum, { isA }, index) => (isA ? sum + index + 1 : sum), 0)
  const expected = (a.length * (all.length + 1)) / 2
  return (rankSum - expected) / Math.sqrt((a.length * b.length * (all.length + 1)) / 12)
}

/** Milliseconds that each of some actions takes, in turn, their order turned round every time. */
export async function timeInTurn<Name extends string>(
  actions: Record<Name, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(actions) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 ? names.toReversed() : names) {
      const startMs = performance.now()
      await actions[name]()
      times[name].push(performance.now() - startMs)
    }
  return times
}
