import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Factories } from '@cyclonedx/cyclonedx-library/Contrib/License'
import { ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums'
import { Bom, Component } from '@cyclonedx/cyclonedx-library/Models'
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize'
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec'
import { parse } from 'jsonc-parser'
import pkg from '../../package.json' with { type: 'json' }
import { keyOf, listPackages, type Manifest } from './notices.ts'

type Lock = { packages: Record<string, [key: string, ...unknown[]]> }

const LOCK = join(import.meta.dir, '../../bun.lock')
const licences = new Factories.LicenseFactory(() => {
  throw new Error('an expression is kept as a name')
})

/**
 * Returns what is in the binary as a CycloneDX 1.6 document in JSON: each package with its version, licence, hash as
 * `bun.lock` has it and needs, and Bun. One tree gives one text: it has no time and no serial number.
 */
export function writeSbom(): string {
  const hashes = readHashes()
  const packages = listPackages()
  const components = new Map(
    packages.map(({ manifest }) => [keyOf(manifest), componentOf(manifest, hashes)]),
  )
  for (const { manifest, needs } of packages)
    for (const need of needs)
      components.get(keyOf(manifest))!.dependencies.add(components.get(keyOf(need))!.bomRef)
  const runtime = new Component(ComponentType.Platform, 'bun', {
    ...{ version: process.versions.bun, bomRef: `bun@${process.versions.bun}` },
    purl: `pkg:github/oven-sh/bun@bun-v${process.versions.bun}`,
  })
  const { name, version, description } = pkg
  const own = new Component(ComponentType.Application, name, { version, description, bomRef: name })
  own.licenses.add(licences.makeFromString(pkg.license))
  own.dependencies.add(runtime.bomRef)
  for (const { manifest } of packages)
    if (manifest.name in pkg.dependencies)
      own.dependencies.add(components.get(keyOf(manifest))!.bomRef)
  const bom = new Bom()
  bom.metadata.component = own
  for (const component of [runtime, ...components.values()]) bom.components.add(component)
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

function componentOf(manifest: Manifest, hashes: ReadonlyMap<string, string>): Component {
  const { name, version, license } = manifest
  const key = keyOf(manifest)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const component = new Component(ComponentType.Library, name, { version, purl, bomRef: key })
  const hash = hashes.get(key)
  if (!hash) throw new Error(`bun.lock has no hash of ${key}`)
  component.hashes.set(HashAlgorithm['SHA-512'], hash)
  if (license) component.licenses.add(licences.makeFromString(license))
  return component
}

/** The SHA-512 of the archive of each package, in hexadecimal, as `bun.lock` has them in base 64. */
function readHashes(): Map<string, string> {
  const { packages }: Lock = parse(readFileSync(LOCK, 'utf8'), [], { allowTrailingComma: true })
  return new Map(
    Object.values(packages).map(([key, ...more]) => {
      const integrity = String(more.at(-1)).replace(/^sha512-/, '')
      return [key, Buffer.from(integrity, 'base64').toString('hex')]
    }),
  )
}
