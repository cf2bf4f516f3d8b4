import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { secretsOf } from '../../src/server/secrets.ts'
import { temporaryFolder } from '../support/folder.ts'

test('a secret that the full disk does not take is named, and leaves no empty file, which every later start would refuse (contract §10)', async () => {
  using folder = temporaryFolder()
  const config = { dataDir: folder.path } as Parameters<typeof secretsOf>[0]
  const text = `
    import { secretsOf } from '${join(import.meta.dir, '../../src/server/secrets.ts')}'
    try { secretsOf(${JSON.stringify(config)}) } catch ({ message }) { process.stdout.write(message) }`
  // No file may have a single byte.
  const limit = `ulimit -f 0; trap '' XFSZ; exec "$0" "$@"`
  const limited = ['bash', '-c', limit, process.execPath, '-e', text]
  expect(await new Response(Bun.spawn(limited).stdout).text()).toStartWith(
    `${join(folder.path, 'jwt.secret')} cannot be written: EFBIG`,
  )
  expect(readdirSync(folder.path)).toEqual([])

  const made = secretsOf(config)
  expect([made.jwtSecret.length, made.encryptionKey.length]).toEqual([44, 44])
  expect(secretsOf(config)).toEqual(made)
})
