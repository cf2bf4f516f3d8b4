import { TURNS } from '../support/turn.ts'
import { isAsTold, type Mutant } from './mutant.ts'
import type { Tree, Trial } from './tree.ts'

/** A mutant with its number, from 1. */
export type NumberedMutant = Mutant & { number: number }

/** Which mutants: those of these numbers or words of their names, and of an eighth of all. */
export type Choice = { words: readonly string[]; share?: number | undefined }

/** The mutants of a choice; all of them when it says nothing. @throws Error for a word that chooses none */
export function choose(mutants: readonly Mutant[], { words, share }: Choice): NumberedMutant[] {
  const all = mutants.map((mutant, index) => ({ number: index + 1, ...mutant }))
  const isMeant =
    ({ number, name }: NumberedMutant) =>
    (word: string) =>
      /^\d+$/.test(word) ? number === Number(word) : name.includes(word)
  for (const word of words)
    if (!all.some((each) => isMeant(each)(word))) throw new Error(`no mutant is called ${word}`)
  return all.filter(
    (each) =>
      (words.length === 0 || words.some(isMeant(each))) &&
      (share === undefined || each.number % TURNS === share),
  )
}

type Work = { trees: readonly Tree[]; print: (line: string) => void }

/**
 * Runs each set of tests without a mutant, for a test that fails anyway kills nothing.
 *
 * @returns whether all passed
 */
export async function runUnchanged(
  mutants: readonly NumberedMutant[],
  work: Work,
): Promise<boolean> {
  const sets = new Map(mutants.map((each) => [JSON.stringify(setOf(each)), each]))
  let isGood = true
  await share([...sets.values()], work, async (mutant, tree) => {
    const { verdict } = await tree.run(mutant, false)
    if (verdict.kind === 'survived') return
    isGood = false
    const why = verdict.kind === 'killed' ? verdict.by : verdict.why
    work.print(`The tests of mutant ${mutant.number} do not pass without it: ${why}`)
  })
  return isGood
}

const setOf = ({ tests, only, engine }: Mutant) => ({ tests, only, engine })

/** Tries each mutant, a line for each and one for all. @returns whether each came to what is told of it */
export async function tryMutants(mutants: readonly NumberedMutant[], work: Work): Promise<boolean> {
  const counts = { killed: 0, survived: 0, broken: 0, exceptions: 0, wrong: 0, cpuSeconds: 0 }
  await share(mutants, work, async (mutant, tree) => {
    const startMs = performance.now()
    const trial = await tree.run(mutant, true).catch(notApplied)
    const { verdict, cpuSeconds } = trial
    const isGood = isAsTold(mutant, verdict)
    counts[verdict.kind]++
    counts.cpuSeconds += cpuSeconds
    if (!isGood) counts.wrong++
    else if (mutant.survives !== undefined) counts.exceptions++
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(1)
    const mark = isGood ? '' : ' <- WRONG'
    work.print(`${mutant.number} ${mutant.name}: ${inWords(mutant, trial)} (${seconds} s)${mark}`)
  })
  const { killed, survived, broken, exceptions, wrong, cpuSeconds } = counts
  work.print(
    `${mutants.length} mutants: ${killed} killed, ${survived} survived (${exceptions} named exceptions), ${broken} broken; ${wrong} wrong; ${cpuSeconds.toFixed(0)} s of CPU`,
  )
  return wrong === 0
}

const notApplied = (error: Error): Trial => ({
  verdict: { kind: 'broken', why: error.message },
  cpuSeconds: 0,
})

function inWords({ survives }: Mutant, { verdict }: Trial): string {
  if (verdict.kind === 'broken') return `broken, ${verdict.why}`
  if (verdict.kind === 'survived')
    return survives === undefined ? 'SURVIVED, no test fails' : `survived as told: ${survives}`
  const late = survives === undefined ? '' : ', which is said to survive'
  return `killed by “${verdict.by}”${late}`
}

/** Hands out work, a piece at a time to each tree. */
async function share<Piece>(
  pieces: readonly Piece[],
  { trees }: Work,
  work: (piece: Piece, tree: Tree) => Promise<void>,
): Promise<void> {
  const left = [...pieces]
  await Promise.all(
    trees.map(async (tree) => {
      for (let piece = left.shift(); piece !== undefined; piece = left.shift())
        await work(piece, tree)
    }),
  )
}
