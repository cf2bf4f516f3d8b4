import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyStore } from '../../src/store/copy/copy.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killAmidGroups } from '../support/group-kills.ts'
import { ownServer } from '../support/served-postgres.ts'

// Reservations of several stays under kill -9, on both engines (contract-groups).

/** Kills of each engine: a few with each commit, hundreds by hand. */
const KILLS = Number(process.env.GROUP_KILLS ?? 3)
const WITHIN_MS = 120_000 + KILLS * 10_000
const postgres = ownServer()

test(
  'on SQLite a reservation of several stays is whole or not there after kill -9, and what was answered is kept',
  async () => {
    using folder = temporaryFolder()
    const setup = { folder: folder.path }
    const { apiKey, hotelSlug } = await prepareDemo(setup)
    const counted = await killAmidGroups({ setup, apiKey, hotelSlug }, KILLS)
    expect(counted.whole, JSON.stringify(counted)).toBeGreaterThan(0)
  },
  WITHIN_MS,
)

test(
  'on PostgreSQL a reservation of several stays is whole or not there after kill -9, and what was answered is kept',
  async () => {
    using folder = temporaryFolder()
    const { apiKey, hotelSlug } = await prepareDemo({ folder: folder.path })
    const at = (name: string) => join(folder.path, 'data', name)
    const url = postgres.addressOf(await postgres.newDatabase())
    // A copy, because seeding a demo on PostgreSQL takes a minute beside the suite.
    await copyStore(at('roomwire.db'), { url, directUrl: url, prepare: true }, () => {})
    const secretOf = (name: string) => readFileSync(at(name), 'utf8').trim()
    const secrets = {
      JWT_SECRET: secretOf('jwt.secret'),
      ENCRYPTION_KEY: secretOf('encryption.key'),
    }
    const setup = postgres.on(url, secrets)
    const counted = await killAmidGroups({ setup, apiKey, hotelSlug }, KILLS)
    expect(counted.whole, JSON.stringify(counted)).toBeGreaterThan(0)
  },
  WITHIN_MS,
)
