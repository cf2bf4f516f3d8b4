/**
 * `bun run release`: compiles the program for every platform into `dist/release`, with an SBOM, the licences and SHA-256
 * sums. Names of platforms as words choose some of them.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { build } from './build.ts'
import { writeSbom } from './sbom.ts'

const ROOT = join(import.meta.dir, '../..')
const FOLDER = join(ROOT, 'dist/release')
/** The platforms, by Bun's names of its targets; each with how far its binary is tried before it is handed out. */
const PLATFORMS: Record<string, string> = {
  'linux-x64': 'run by every test',
  'linux-x64-baseline': 'run by test/binary/release.test.ts',
  'linux-x64-musl': 'built, not run',
  'linux-arm64': 'run by test/binary/release.test.ts, emulated',
  'linux-arm64-musl': 'built, not run',
  'darwin-arm64': 'built, not run',
  'darwin-x64': 'built, not run',
  'windows-x64': 'built, not run',
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !Object.hasOwn(PLATFORMS, name))
if (unknown.length > 0)
  throw new Error(`no platform ${unknown}; there are ${Object.keys(PLATFORMS).join(', ')}`)
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
for (const [platform, tried] of Object.entries(PLATFORMS))
  if (chosen.length === 0 || chosen.includes(platform)) {
    await compile(platform)
    process.stdout.write(`${nameOf(platform)}: ${tried}\n`)
  }
writeFileSync(join(FOLDER, `${pkg.name}-${pkg.version}.cdx.json`), writeSbom())
writeFileSync(join(FOLDER, 'SHA256SUMS'), sums())

/** Compiles as `bun run build` does. Bun keeps the file's name in it, so that it is renamed afterwards. */
async function compile(platform: string): Promise<void> {
  const outfile = join(FOLDER, 'made/roomwire')
  await build({ outfile, target: `bun-${platform}` as Bun.Build.CompileTarget })
  const [file] = readdirSync(join(FOLDER, 'made'))
  renameSync(join(FOLDER, 'made', file!), join(FOLDER, nameOf(platform)))
  rmSync(join(FOLDER, 'made'), { recursive: true })
}

function nameOf(platform: string): string {
  const ending = platform.startsWith('windows') ? '.exe' : ''
  return `${pkg.name}-${pkg.version}-${platform}${ending}`
}

/** The SHA-256 of each file, as `sha256sum --check` reads them. */
function sums(): string {
  const lines = readdirSync(FOLDER)
    .toSorted()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(FOLDER, name)))
      return `${hash.digest('hex')}  ${name}\n`
    })
  return lines.join('')
}
