/** The middle value; of an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * What one contender showed in one round, and how many cores it kept busy meanwhile (undefined: not known or of
 * no meaning).
 */
export type Figure = { value: number; busy?: number | undefined }

/** One ratio of the table: ours to theirs, round by round. */
export type Line = {
  what: string
  unit: string
  against: string
  ours: readonly Figure[]
  theirs: readonly Figure[]
  target?: Target
}

/** What a line's ratio must come to at the median, or ours at most in every round, in the line's unit. */
export type Target = { bound: '≥' | '≤'; ratio: number } | { most: number }

/** A line worked out: medians, and the ratio's spread over the rounds. */
export type Summary = {
  ratio: number
  lowest: number
  highest: number
  isMet: boolean | undefined
  /** Ratio of what was done for a second of processor time: what remains when the generator or a neighbour holds one side up. */
  perCpu: number | undefined
}

/**
 * Measures contenders in alternating rounds (first, second, third, first, …): what disturbs the machine for a
 * while disturbs all of them, and each ratio is taken within one round.
 */
export async function alternate<C>(
  contenders: readonly C[],
  rounds: number,
  measure: (contender: C, round: number) => Promise<Figure>,
): Promise<Figure[][]> {
  const figures: Figure[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, contender] of contenders.entries())
      figures[index]!.push(await measure(contender, round))
  return figures
}

export function summarize({ ours, theirs, target, unit }: Line): Summary {
  const ratios = ours.map(({ value }, round) => value / theirs[round]!.value)
  const ratio = median(ratios)
  return {
    ratio,
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    isMet: target && isMet(target, ours, ratio),
    perCpu: ratioPerCpu(ours, theirs, unit === 'ms'),
  }
}

function isMet(target: Target, ours: readonly Figure[], ratio: number): boolean {
  if ('most' in target) return ours.every(({ value }) => value <= target.most)
  return target.bound === '≥' ? ratio >= target.ratio : ratio <= target.ratio
}

/** @param isTime what takes a time keeps cores busy for it; what is done in a second is done with so many cores */
function ratioPerCpu(
  ours: readonly Figure[],
  theirs: readonly Figure[],
  isTime: boolean,
): number | undefined {
  const perSecond = ({ value, busy }: Figure) =>
    busy ? (isTime ? value * busy : value / busy) : Number.NaN
  const ratio = median(ours.map((figure, round) => perSecond(figure) / perSecond(theirs[round]!)))
  return Number.isNaN(ratio) ? undefined : ratio
}
