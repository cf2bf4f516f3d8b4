import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/folder.ts'
import { DIST } from '../../support/process.ts'
import { ROOT, startSettings } from '../servers.ts'

/** A commit, its service compiled, and the settings that its `bun run start` makes. */
export type Program = { commit: string; path: string; settings: Record<string, string> }

/**
 * Builds the service of a commit in a temporary folder; what was built once is kept in `dist` by its hash.
 *
 * @throws Error when there is no such commit, or it cannot be built
 */
export async function programOf(revision: string): Promise<Program> {
  const commit = await commitOf(revision)
  const path = join(DIST, `against-${commit}`)
  if (!existsSync(path)) {
    console.log(`building ${commit} …`)
    using folder = temporaryFolder(tmpdir())
    const archive = join(folder.path, 'commit.tar')
    const source = join(folder.path, 'source')
    mkdirSync(source)
    await run(['git', 'archive', '--output', archive, commit], ROOT)
    await run(['tar', '-xf', archive, '-C', source], ROOT)
    await run([process.execPath, 'run', 'build'], source)
    mkdirSync(DIST, { recursive: true })
    // Whole or not at all: another bench may be building, too.
    copyFileSync(join(source, 'dist/roomwire'), `${path}-${process.pid}`)
    renameSync(`${path}-${process.pid}`, path)
  }
  const packageJson = await run(['git', 'show', `${commit}:package.json`], ROOT)
  return { commit, path, settings: startSettings(packageJson) }
}

async function commitOf(revision: string): Promise<string> {
  const commit = `${revision.trim()}^{commit}`
  return await run(['git', 'rev-parse', '--verify', '--quiet', commit], ROOT).catch(() => {
    throw new Error(
      `there is no commit ${revision.trim()} in this repository; a shallow clone has it after: git fetch --unshallow`,
    )
  })
}

/** Runs a command to its end. @returns its output @throws Error with all it printed when it fails */
async function run(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = await Promise.all([child.stdout, child.stderr].map(Bun.readableStreamToText))
  if ((await child.exited) !== 0)
    throw new Error(`${command.join(' ')} failed:\n${output.join('')}`)
  return output[0]!.trim()
}
