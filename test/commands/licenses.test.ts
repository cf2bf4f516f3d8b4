import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { shelvedBinary } from '../support/binary.ts'
import { temporaryFolder } from '../support/folder.ts'
import { runCommand } from '../support/process.ts'

setDefaultTimeout(120_000)

const program = shelvedBinary()

test('the binary prints its own licence and the notice of every package that it is made of (security review, S13)', async () => {
  using folder = temporaryFolder()
  const { exitCode, stdout, stderr } = await runCommand(['licenses'], {
    folder: folder.path,
    program,
  })
  expect([exitCode, stderr]).toEqual([0, ''])
  const own = await Bun.file(join(import.meta.dir, '../../LICENSE')).text()
  expect(stdout).toContain(own.trimEnd())
  expect(pkg.license).toBe('Apache-2.0')
  const root = join(import.meta.dir, '../../node_modules')
  for (const name of Object.keys(pkg.dependencies)) {
    const installed = await Bun.file(join(root, name, 'package.json')).json()
    expect(stdout).toContain(`\n${installed.name} ${installed.version} (`)
  }
  // Packages of packages, and what is no package: the font and the runtime.
  for (const sign of [
    '\nexact-mirror ',
    'SIL OPEN FONT LICENSE',
    'JavaScriptCore',
    '\nyocto-queue ',
  ])
    expect(stdout).toContain(sign)
  // What only builds or tests is not handed on.
  for (const name of ['marked', 'playwright-core']) expect(stdout).not.toContain(`\n${name} `)
})

test('the image has the licence and the notices beside the binary (security review, S13)', async () => {
  const dockerfile = await Bun.file(join(import.meta.dir, '../../Dockerfile')).text()
  expect(dockerfile).toMatch(/roomwire licenses > dist\/THIRD-PARTY-NOTICES/)
  expect(dockerfile).toMatch(/COPY --from=build \/src\/LICENSE \/src\/dist\/THIRD-PARTY-NOTICES /)
})
