import { expect, test } from 'bun:test'
import { prepareDemo, readSheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killAmidGroups } from '../support/group-kills.ts'
import { startProcess } from '../support/process.ts'
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
    const name = await postgres.newDatabase()
    const setup = postgres.on(postgres.addressOf(name))
    {
      await using served = await startProcess(['demo'], setup)
      expect((await served.stop()).exitCode).toBe(0)
    }
    await postgres.run('update api_key set requests_per_minute = 10000000', name)
    const { apiKey, hotelSlug } = readSheet(setup.folder)
    const counted = await killAmidGroups({ setup, apiKey, hotelSlug }, KILLS)
    expect(counted.whole, JSON.stringify(counted)).toBeGreaterThan(0)
  },
  WITHIN_MS,
)
