import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { guidePage } from '../support/guide.ts'

const ROOT = join(import.meta.dir, '../..')
const LINES_MAX = 200
const LINE_CHARS_MAX = 160

test('README has at most 200 lines of at most 160 characters, and names files and scripts that there are (issue 32)', async () => {
  const readme = await Bun.file(join(ROOT, 'README.md')).text()
  const lines = readme.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(LINES_MAX)
  expect(lines.filter((line) => line.length > LINE_CHARS_MAX)).toEqual([])
  const linked = [...readme.matchAll(/\]\(((?:src|test)\/[^)]+)\)/g)].map(([, path]) => path!)
  const named = [...readme.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect([...linked, ...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
  const run = [...readme.matchAll(/(?:bun|bun@1\.4\.5|`)\s?run ([a-z-]+)/g)].map(
    ([, name]) => name!,
  )
  expect(run.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('every setting that --help lists stands in README and, in full, in the guide (issue 32)', async () => {
  const main = await Bun.file(join(ROOT, 'src/main.ts')).text()
  const listed = main.match(/Settings are environment variables: ([\s\S]*?)\.\n/)![1]!.split(/\s+/)
  expect(listed.length).toBeGreaterThan(15)
  const readme = await Bun.file(join(ROOT, 'README.md')).text()
  const page = await guidePage('operating')
  for (const text of [readme, page])
    expect(listed.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  // Rows of the guide's table of settings, but for those of the runtime itself.
  const rows = page.split('\n').filter((line) => /^\| `[A-Z]+[A-Z_]+`/.test(line))
  const settings = rows.flatMap((row) => row.split('|')[1]!.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(settings.filter((name) => !listed.includes(name))).toEqual([
    'BUN_CONFIG_MAX_HTTP_REQUESTS',
    'MIMALLOC_PURGE_DELAY',
    'MIMALLOC_PURGE_HOLES_MIN_INTERVAL',
  ])
})

test('image, kit and scripts give the runtime the same settings (issue 35)', async () => {
  const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
  const ofRuntime = (text: string) => text.match(/\b(BUN_CONFIG|MIMALLOC)_[A-Z_]+=\d+/g)!.toSorted()
  const files = [
    'Dockerfile',
    'src/operate/systemd/roomwire.env',
    'src/operate/replicas/replica.env',
  ]
  const texts = await Promise.all(files.map((file) => Bun.file(join(ROOT, file)).text()))
  const started = ofRuntime(scripts.start)
  expect(started).toHaveLength(3)
  for (const text of [scripts.demo, scripts.dev, ...texts]) expect(ofRuntime(text)).toEqual(started)
})
