import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $, SQL } from 'bun'
import { makeCertificates } from '../support/certificates.ts'
import { seedHotel, startReplicas } from '../support/fault-scene.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { dayFromNow, onlyLine, runCommand } from '../support/process.ts'
import { SECRETS } from '../support/served-postgres.ts'

// The way to PostgreSQL is encrypted as the address says, as libpq has it (issue 15).

setDefaultTimeout(120_000)

let folder: ReturnType<typeof temporaryFolder>
let server: PostgresServer
let own: Awaited<ReturnType<typeof makeCertificates>>
let foreign: typeof own
beforeAll(async () => {
  folder = temporaryFolder()
  await $`chmod 755 ${folder.path}`
  own = await makeCertificates(folder.path, 'own')
  foreign = await makeCertificates(folder.path, 'foreign')
  server = await startPostgres({
    ssl: 'on',
    ssl_cert_file: own.certificate,
    ssl_key_file: own.key,
  })
  await seedHotel(server.url)
  // From here on whoever comes in the clear is turned away.
  writeFileSync(join(server.folder, 'data/pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n')
  await server.control('reload')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const addressOf = (query: string, host = '127.0.0.1') =>
  `${server.url.replace('127.0.0.1', host)}?${query}`

/** What a start says that is refused. */
async function refusal(url: string): Promise<string> {
  const env = { ...SECRETS, DATABASE_URL: url }
  const { exitCode, stderr } = await runCommand(['serve'], { folder: folder.path, env })
  expect(exitCode).toBe(1)
  return onlyLine(stderr)
}

test.each([
  ['sslmode=require', () => 'sslmode=require'],
  ['sslmode=verify-full and the authority', () => `sslmode=verify-full&sslrootcert=${own.ca}`],
])(
  'with %s every connection is encrypted, that of notices and of the lease too',
  async (_, query) => {
    await using scene = await startReplicas(addressOf(query()), 2)
    const stay = `checkin=${dayFromNow(60)}&checkout=${dayFromNow(61)}&adults=1`
    for (const served of scene.replicas) {
      expect((await served.call('GET', '/v1/health')).status).toBe(200)
      expect((await served.call('GET', `/v1/hotels/alfa?${stay}`)).status).toBe(200)
    }
    const client = new SQL({ url: addressOf('sslmode=require'), max: 1 })
    const rows = await client`
    select ssl, count(*)::int as n from pg_stat_ssl join pg_stat_activity using (pid)
    where backend_type = 'client backend' and pid <> pg_backend_pid() group by ssl`
    await client.close()
    expect(rows.map(({ ssl }: { ssl: boolean }) => ssl)).toEqual([true])
    // Of each those that listen, tell, and ask for the lease, and some that answered.
    expect(rows[0].n).toBeGreaterThan(8)
  },
)

test('another authority, another name and no encryption are refused in one line each, without a table or a secret told', async () => {
  const refusals: [string, string][] = [
    [
      addressOf(`sslmode=verify-full&sslrootcert=${foreign.ca}`),
      'its certificate is not trusted (',
    ],
    [addressOf(`sslmode=verify-ca&sslrootcert=${foreign.ca}`), 'its certificate is not trusted ('],
    // The system trusts nobody who made it.
    [addressOf('sslmode=verify-full'), 'its certificate is not trusted ('],
    [
      addressOf(`sslmode=verify-full&sslrootcert=${own.ca}`, 'localhost'),
      'its certificate is not trusted (',
    ],
    [addressOf('sslmode=disable'), 'no encryption; check the user and the sslmode'],
    [addressOf(''), 'no encryption; check the user and the sslmode'],
  ]
  const lines = await Promise.all(refusals.map(([url]) => refusal(url)))
  for (const [at, [url, complaint]] of refusals.entries()) {
    expect(lines[at]).toContain(`postgres://${new URL(url).host}/postgres cannot be used: `)
    expect(lines[at]).toContain(complaint)
  }
})
