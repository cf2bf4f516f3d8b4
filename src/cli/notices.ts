import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }

/** A work of others that is in the binary, with the text of its licence. */
export type Notice = { name: string; version: string; license: string; text: string }

type Manifest = {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const ROOT = join(import.meta.dir, '../..')
/** What tells the compiler of types leaves nothing in the binary. */
const TYPES = /^(@types\/|typescript$|bun-types$|openapi-types$)/
const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i

/**
 * The packages that the program is made of, those of their packages too, by name. Called while the program is built.
 *
 * @throws Error naming a package without the text of a licence
 */
export function readNotices(): Notice[] {
  const found = new Map<string, Notice>()
  const waiting = Object.keys(pkg.dependencies).map((name) => folderOf(name, ROOT))
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const { name, version, license = 'see below' } = manifest
    if (found.has(`${name} ${version}`)) continue
    found.set(`${name} ${version}`, { name, version, license, text: licenseText(folder, manifest) })
    const from = folder
    waiting.push(...needsOf(manifest).map((each) => folderOf(each, from)))
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** What a package cannot do without: optional peers are in the binary only where somebody else needs them. */
function needsOf(manifest: Manifest): string[] {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  )
  return [...Object.keys(dependencies), ...peers].filter((name) => !TYPES.test(name))
}

/** Where a package is that another one imports: beside it, or above. */
function folderOf(name: string, from: string): string {
  for (let at = from; at !== '/'; at = join(at, '..')) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  throw new Error(`${name} is not installed`)
}

function licenseText(folder: string, { name, license }: Manifest): string {
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length > 0) return texts.join('\n\n')
  if (!license) throw new Error(`${name} has no licence`)
  return `The package names its licence, ${license}, and has no text of it.`
}
