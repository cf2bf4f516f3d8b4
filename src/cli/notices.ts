import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }

/** A third-party package in the binary, with the text of its licence. */
export type Notice = { name: string; version: string; license: string; text: string }

/** The parts of a package's `package.json` that are read. */
export type Manifest = {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const ROOT = join(import.meta.dir, '../..')
/** Packages of types, which leave nothing in the binary. */
const TYPES = /^(@types\/|typescript$|bun-types$|openapi-types$)/
const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i

/**
 * Lists the packages of the program and their dependencies, by name. A macro calls it while the program is built.
 *
 * @throws Error with the name of a package without a licence
 */
export function readNotices(): Notice[] {
  return listPackages().map(({ folder, manifest }) => {
    const { name, version, license = 'see below' } = manifest
    return { name, version, license, text: licenseText(folder, manifest) }
  })
}

/** A package that is installed, and the packages that it needs. */
export type InstalledPackage = { folder: string; manifest: Manifest; needs: Manifest[] }

/** Lists the packages of the program and their dependencies, by name. */
export function listPackages(): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>()
  const waiting = Object.keys(pkg.dependencies).map((name) => folderOf(name, ROOT))
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const manifest = readManifest(folder)
    if (found.has(keyOf(manifest))) continue
    const from = folder
    const folders = needsOf(manifest).map((each) => folderOf(each, from))
    found.set(keyOf(manifest), { folder, manifest, needs: folders.map(readManifest) })
    waiting.push(...folders)
  }
  return [...found.values()].toSorted((a, b) => a.manifest.name.localeCompare(b.manifest.name))
}

/** The name and version of a package, as `bun.lock` writes them. */
export const keyOf = ({ name, version }: Manifest) => `${name}@${version}`

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Lists the packages that a package needs. Optional peers are left out: only another package can bring them in. */
function needsOf(manifest: Manifest): string[] {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  )
  return [...Object.keys(dependencies), ...peers].filter((name) => !TYPES.test(name))
}

/** Finds the folder of a package that another one imports, next to it or above. */
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
  return `The package names its licence, ${license}, but does not contain its text.`
}
