import pkg from '../../package.json' with { type: 'json' }
import { readBuildFacts } from './build-facts.ts' with { type: 'macro' }
import type { BuildFacts } from './build-facts.ts'

const FACTS: BuildFacts = readBuildFacts()

/** `--version --json`: prints the version, and what the program was made of, as one line of JSON. */
export async function printVersion(): Promise<number> {
  const { version } = pkg
  const platform = `${process.platform}-${process.arch}`
  const facts = { version, ...FACTS, bun: process.versions.bun, platform }
  process.stdout.write(`${JSON.stringify(facts)}\n`)
  return 0
}
