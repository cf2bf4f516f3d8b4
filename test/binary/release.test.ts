import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import pkg from '../../package.json' with { type: 'json' }
import { build } from '../../src/cli/build.ts'
import { copyDemo, readSheet } from '../support/demo-folder.ts'
import { filesIn, temporaryFolder } from '../support/folder.ts'
import { dayFromNow, runCommand, startProcess } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'

// What `bun run release` makes (issue 37, Supply chain), of three of its platforms; the others are built by hand.

setDefaultTimeout(180_000)

const ROOT = join(import.meta.dir, '../..')
const RELEASE = join(ROOT, 'dist/release')
const NATIVE = 'linux-x64'
const BASELINE = 'linux-x64-baseline'
const ARM = 'linux-arm64'
const nameOf = (platform: string) => `${pkg.name}-${pkg.version}-${platform}`
const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

beforeAll(async () => {
  const words = ['run', 'src/cli/release.ts', NATIVE, BASELINE, ARM]
  const child = Bun.spawn([process.execPath, ...words], { cwd: ROOT, stderr: 'pipe' })
  const told = await new Response(child.stderr).text()
  expect(await child.exited, told).toBe(0)
})

test('SHA256SUMS has every file of a release; the SBOM has every package of the binary with its hash', async () => {
  const lines = readFileSync(join(RELEASE, 'SHA256SUMS'), 'utf8').trim().split('\n')
  const sbom = `${pkg.name}-${pkg.version}.cdx.json`
  const names = [...[NATIVE, BASELINE, ARM].map(nameOf), sbom].toSorted()
  expect(lines.map((line) => line.split('  ')[1]!)).toEqual(names)
  expect(readdirSync(RELEASE).toSorted()).toEqual(['SHA256SUMS', ...names])
  for (const line of lines) {
    const [hash, name] = line.split('  ')
    expect(hashOf(join(RELEASE, name!)), name).toBe(hash!)
  }
  const { bomFormat, components, dependencies } = JSON.parse(
    readFileSync(join(RELEASE, sbom), 'utf8'),
  )
  expect(bomFormat).toBe('CycloneDX')
  const notices = await runCommand(['licenses'], { folder: RELEASE })
  const inBinary = [...notices.stdout.matchAll(/^-{72}\n(\S+) (\S+) \(/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  )
  expect(inBinary.length).toBeGreaterThan(50)
  const listed = components.filter(({ name }: { name: string }) => name !== 'bun')
  expect(listed.map((one: Record<string, string>) => one['bom-ref']).toSorted()).toEqual(
    inBinary.toSorted(),
  )
  for (const { hashes } of listed) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
  const own = dependencies.find(({ ref }: { ref: string }) => ref === pkg.name)
  expect(own.dependsOn).toHaveLength(Object.keys(pkg.dependencies).length + 1)
})

// Bun writes styles into a binary in the order in which they become ready, so that whole binaries may differ in that.
test('two builds of one tree put the same files into the binary, byte for byte', async () => {
  const filesOf = async (outdir: string) => {
    await build({ outdir })
    return filesIn(outdir)
  }
  using first = temporaryFolder()
  using second = temporaryFolder()
  const files = await filesOf(first.path)
  expect(files.size).toBeGreaterThan(50)
  expect(await filesOf(second.path)).toEqual(files)
})

test('--version --json names the commit and the dependencies that the program was built of', async () => {
  const { stdout } = await runCommand(['--version', '--json'], { folder: RELEASE })
  const git = Bun.spawnSync(['git', 'rev-parse', 'HEAD'], { cwd: ROOT }).stdout.toString().trim()
  expect(JSON.parse(stdout)).toEqual({
    version: pkg.version,
    commit: git,
    isChanged: expect.any(Boolean),
    dependencies: `sha256:${hashOf(join(ROOT, 'bun.lock'))}`,
    bun: '1.4.5',
    platform: 'linux-x64',
  })
  for (const words of [['--version', '--yaml'], ['--json']])
    expect((await runCommand(words, { folder: RELEASE })).exitCode).not.toBe(0)
})

test.each([
  { platform: BASELINE, emulator: [], command: 'demo' },
  // Emulated it would take minutes to fill a demo.
  { platform: ARM, emulator: ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'], command: 'serve' },
])(
  'the binary for $platform, in a folder of its own, takes a push, books, tells of it, and stops',
  async ({ platform, emulator, command }) => {
    using folder = temporaryFolder()
    const program = [...emulator, join(RELEASE, nameOf(platform))]
    if (command === 'serve') await copyDemo({ folder: folder.path })
    await using receiver = startReceiver()
    const env = { WEBHOOK_ALLOW_PRIVATE: '1' }
    await using served = await startProcess([command], { folder: folder.path, program, env })
    const { apiKey, hotelSlug, users } = readSheet(folder.path)
    const { email, password } = users.manager
    const session = await served.call('POST', '/v1/auth/login', { body: { email, password } })
    const made = await served.call('POST', `/v1/panel/webhooks?hotel=${hotelSlug}`, {
      key: session.body.token,
      body: { url: receiver.url, events: ['booking.confirmed'] },
    })
    expect(made.status, made.text).toBe(201)
    const [checkin, checkout] = [dayFromNow(300), dayFromNow(301)]
    const day = { roomCode: 'DBL', date: checkin, available: 7 }
    const pushed = await served.call('PUT', '/v1/partner/availability', {
      key: apiKey,
      body: { updates: [day] },
    })
    expect(pushed.status, pushed.text).toBe(200)
    const guest = { firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' }
    const stay = { hotelSlug, roomCode: 'DBL', checkin, checkout, guest }
    const booked = await served.call('POST', '/v1/bookings', { body: stay })
    expect(booked.status, booked.text).toBe(201)
    const [told] = await receiver.until(1, 60_000)
    const event = new Webhook(made.body.secret).verify(
      told!.body,
      Object.fromEntries(told!.headers),
    )
    expect(event).toMatchObject({ data: { code: booked.body.code } })
    const days = `from=${checkin}&to=${checkin}`
    const left = await served.call('GET', `/v1/partner/availability?${days}`, { key: apiKey })
    const { rooms } = left.body as { rooms: { roomCode: string; days: { available: number }[] }[] }
    expect(rooms.find(({ roomCode }) => roomCode === 'DBL')!.days[0]!.available).toBe(6)
    expect((await served.stop()).exitCode).toBe(0)
  },
)
