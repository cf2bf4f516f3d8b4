import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { shelvedBinary } from '../support/binary.ts'
import { linkPackage, nodePath } from '../support/connector-world.ts'
import { filesIn, temporaryFolder } from '../support/folder.ts'
import { onlyLine, runCommand } from '../support/process.ts'

setDefaultTimeout(120_000)

const TSC = join(import.meta.dir, '../../node_modules/.bin/tsc')
const OWN_TESTS = join(import.meta.dir, '../../src/connector/test')
const TYPES = join(import.meta.dir, '../../node_modules/@types')
const program = shelvedBinary()

const write = (folder: string, ...words: string[]) =>
  runCommand(['connector', ...words], { folder, program })

async function run(command: string[], cwd: string) {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { exitCode: await child.exited, text: stdout + stderr }
}

/** The tests of the connector in its source; the binary must have carried them all. */
const countTests = () =>
  readdirSync(OWN_TESTS).flatMap(
    (file) => readFileSync(join(OWN_TESTS, file), 'utf8').match(/^test\(/gm) ?? [],
  ).length

test('the binary writes a connector whose own tests pass on Node, kill -9 among them (issue 33)', async () => {
  using folder = temporaryFolder()
  const place = join(folder.path, 'connector')
  const { exitCode, stdout, stderr } = await write(folder.path, place)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(onlyLine(stdout)).toStartWith(`${place} has a connector of `)
  const { dependencies, engines } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  expect(dependencies).toEqual({ standardwebhooks: pkg.devDependencies.standardwebhooks })
  expect(engines).toEqual({ node: '>=20' })
  linkPackage(place)
  const tested = await run([nodePath(), '--test', '--test-reporter=tap'], place)
  expect(tested).toEqual({ exitCode: 0, text: expect.stringMatching(/^# fail 0$/m) })
  expect(tested.text).toContain(`\n# pass ${countTests()}\n`)
})

test('its types are whole and strict, and those of the operations (issue 33)', async () => {
  using folder = temporaryFolder()
  const place = join(folder.path, 'connector')
  await write(folder.path, place)
  linkPackage(place)
  const source = `
    import { openConnector, type Booking } from './lib/index.js'
    const { api } = await openConnector({ url: '', key: '', folder: '', pms: { async keepBooking() {} } })
    const { hotel } = await api.call('getMapping', {})
    export const currency: string = hotel.currency
    export const placeOf = ({ group }: Booking): number | undefined => group?.position
    // @ts-expect-error there is no such operation
    await api.call('getNothing', {})`
  writeFileSync(join(place, 'use.ts'), source)
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ]
  const compiled = await run(
    [TSC, ...flags, '--typeRoots', TYPES, '--types', 'node', 'use.ts'],
    place,
  )
  expect(compiled).toEqual({ exitCode: 0, text: '' })
})

test('it writes into an empty folder, and into no other', async () => {
  using folder = temporaryFolder()
  const [empty, full, file] = ['empty', 'full', 'file'].map((name) => join(folder.path, name))
  mkdirSync(empty!)
  mkdirSync(full!)
  writeFileSync(join(full!, 'main.js'), 'mine')
  writeFileSync(file!, 'mine')
  expect((await write(folder.path, empty!)).exitCode).toBe(0)
  expect(existsSync(join(empty!, 'README.md'))).toBeTrue()
  const refusals = [
    [[full!], `${full} has files in it: name a new or an empty folder`],
    [[file!], `${file} is no folder`],
    [[], 'name the folder to make: roomwire connector <folder>'],
  ] as const
  for (const [words, complaint] of refusals) {
    const { exitCode, stderr } = await write(folder.path, ...words)
    expect(exitCode).toBe(1)
    expect(onlyLine(stderr)).toBe(`roomwire: ${complaint}`)
  }
  expect([...filesIn(full!).keys()]).toEqual(['main.js'])
})
