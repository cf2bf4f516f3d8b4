/** A change of the source that breaks a rule, and the tests that must fail by it. */
export type Mutant = {
  /** The broken rule, as what happens by it. */
  name: string
  file: string
  /** Exact text, which occurs once in the file. */
  before: string
  after: string
  /** Test files that must kill it: few and quick. */
  tests: readonly string[]
  /** A pattern of titles as the file has them, in which `%s` stands for a case; only these tests run. */
  only?: string
  /** A pattern of what the failure must say. */
  says?: RegExp
  /** Where its tests run; SQLite unless said otherwise. */
  engine?: 'postgres'
  /** The rule with its source. */
  reason: string
  /** Why no test can kill it: it is equivalent, or costs time alone. A named exception. */
  survives?: string
}

/** What came of the tests of a mutant. */
export type Verdict =
  | { kind: 'killed'; by: string }
  | { kind: 'survived' }
  /** It says nothing of the rule: an import failed, a name is unknown, no test ran or one hung. */
  | { kind: 'broken'; why: string }

/** The text of a mutant's file with the change. @throws Error unless `before` occurs exactly once */
export function mutate(text: string, { file, before, after }: Mutant): string {
  const found = text.split(before).length - 1
  if (found !== 1) throw new Error(`${file} has the text of the mutant ${found} times, not once`)
  return text.replace(before, () => after)
}

/**
 * What `bun test` says of a mutant.
 *
 * @param output all that it printed, without colours
 * @param says what a failure must say, if it may have several reasons
 */
export function judge(exitCode: number, output: string, says = /^/): Verdict {
  const [, failed] = output.match(/^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/m) ?? []
  const wrong = WRONG.find((pattern) => pattern.test(output))
  if (wrong) return { kind: 'broken', why: output.match(wrong)![0].replace(/\s+/g, ' ') }
  if (exitCode !== 0 && failed !== undefined)
    return says.test(output)
      ? { kind: 'killed', by: failed }
      : { kind: 'broken', why: `“${failed}” failed and did not say ${says}` }
  if (exitCode === 0 && /^ *[1-9]\d* pass$/m.test(output)) return { kind: 'survived' }
  return { kind: 'broken', why: `no test failed or passed (exit code ${exitCode})` }
}

/** What fails a test for another reason than the rule. */
const WRONG = [
  /# Unhandled error between tests\n-+\n(?:[^\n]*\n)*?.*rror: .*/,
  /^.*\b(SyntaxError|ReferenceError)\b.*$/m,
  /^.*this test timed out after.*$/m,
  /^.*matched 0 tests.*$/m,
]

/** Whether the run may go on: killed as it must be, or alive as a named exception says. */
export const isAsTold = ({ survives }: Mutant, { kind }: Verdict): boolean =>
  kind === (survives === undefined ? 'killed' : 'survived')
