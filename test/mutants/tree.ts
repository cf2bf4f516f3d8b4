import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, type Mutant, mutate, type Verdict } from './mutant.ts'

/** What of the repository the tests need; browsers, benches and clients are no tests of a mutant. */
const COPIED = [
  'src',
  'test',
  'migrations',
  'package.json',
  'tsconfig.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
]
const LEFT_OUT = /^test\/(bench|browser|clients|connector)$/
/** Longer than any set of tests takes: a mutant that hangs is ended. */
const ENDED_AFTER_MS = 180_000

/** What a run of tests came to, and the CPU seconds that it took. */
export type Trial = { verdict: Verdict; cpuSeconds: number }

/** A copy of the repository in which mutants are tried, one after another. */
export type Tree = AsyncDisposable & {
  /** Runs the tests of a mutant on it, or on the unchanged source. */
  run: (mutant: Mutant, isMutated: boolean) => Promise<Trial>
}

/** Copies the repository as it is now, uncommitted changes too; the working tree is never touched. */
export async function copyTree(root: string): Promise<Tree> {
  const folder = await mkdtemp(join(tmpdir(), 'mutants-'))
  for (const name of COPIED)
    await cp(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path.slice(root.length + 1)),
    })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    async run(mutant, isMutated) {
      if (!isMutated) return await runTests(folder, mutant, false)
      const path = join(folder, mutant.file)
      const text = await readFile(path, 'utf8')
      await writeFile(path, mutate(text, mutant))
      try {
        return await runTests(folder, mutant, true)
      } finally {
        await writeFile(path, text)
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

async function runTests(folder: string, mutant: Mutant, isMutated: boolean): Promise<Trial> {
  const { tests, only, engine } = mutant
  const { TEST_POSTGRES_URL: url, ...env } = process.env
  const files = tests.map((file) => `./${file}`)
  const named = only === undefined ? [] : ['-t', only]
  // Processes that a test starts run the mutated source.
  const common = { ...env, NO_COLOR: '1', DEV_SOURCE: '1' }
  const child = Bun.spawn([process.execPath, 'test', ...files, ...named, '--timeout=60000'], {
    cwd: folder,
    env: { ...common, ...(engine === 'postgres' && { TEST_POSTGRES_URL: url }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDED_AFTER_MS,
    killSignal: 'SIGKILL',
  })
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  const verdict = judge(await child.exited, `${out}\n${err}`, isMutated ? mutant.says : undefined)
  return { verdict, cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6 }
}

const textOf = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()
