import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { readSheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { guideBlocks } from '../support/guide.ts'
import { METRICS_TOKEN } from '../support/metrics.ts'
import { startProcess } from '../support/process.ts'

// A demo is seeded, on a machine that may be busy.
setDefaultTimeout(120_000)

/** The blocks that follow one another in one shell, in the order of the guide: later ones use variables of earlier ones. */
const IN_ORDER = ['demo', 'sandbox', 'vendor']
/** A call that is refused ends the script, and each call is told by its line. */
const BEGIN = `set -euo pipefail
curl() { command curl -sS --fail-with-body -w '\\n' "$@" || { echo "refused: $*" >&2; return 22; }; }
`

test('every call that the guide shows is taken by the demo, one after another as it is printed (issue 32)', async () => {
  using folder = temporaryFolder()
  await using served = await startProcess(['demo'], { folder: folder.path })
  const { apiKey, vendor, users } = readSheet(folder.path)
  const blocks = guideBlocks().filter(({ how }) => IN_ORDER.includes(how))
  expect(blocks.length).toBeGreaterThanOrEqual(5)
  expect(blocks.every(({ language }) => language === 'sh')).toBe(true)
  const script = blocks
    .map(({ text }) => text)
    .join('\n')
    .replace('service_live_…', apiKey)
    .replace('service_vendor_…', vendor.secret)
    .replace('http://127.0.0.1:3000', served.url)
    .replace('manager@roomwire.example', users.manager.email)
    .replace('"password":"…"', `"password":"${users.manager.password}"`)
  expect(script).not.toContain('…"')
  const file = join(folder.path, 'guide.sh')
  await Bun.write(file, BEGIN + script)
  const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', file], {
    cwd: folder.path,
    env: { ...process.env, METRICS_TOKEN },
  })
  expect([exitCode, exitCode === 0 ? '' : `${stderr}${stdout}`.slice(0, 3_000)]).toEqual([0, ''])
  const said = stdout.toString()
  for (const sign of [
    '"applied"',
    '"status":"cancelled"',
    '"feedCursor"',
    '"test":true',
    'roomwire_info{',
  ])
    expect(said).toContain(sign)
  expect(said).not.toContain('"errors":[{')
})
