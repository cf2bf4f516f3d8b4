/**
 * Attacks the log-in of the compiled service as S3 and S9 of the security review do, and prints what known and unknown
 * people see of it: refusals and times, also after a restart, and on two replicas where TEST_POSTGRES_URL names a server.
 *
 *   bun test/bench/login-flood.ts BINARY [mail]
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL, type Subprocess } from 'bun'
import { startMailServer } from '../support/mail-server.ts'
import { METRICS_TOKEN } from '../support/metrics.ts'
import { SECRETS } from '../support/served-postgres.ts'

const [program = 'dist/roomwire', mode] = process.argv.slice(2)
const E_MAIL = 'grace@example.com'
const PASSWORD = 'a boat on the Bosphorus 47'
const HOME = '203.0.113.9'
const SECONDS = 15

type Answer = { status: number; ms: number; cookie: string | undefined }
type Replica = { url: string; process: Subprocess }

const folder = mkdtempSync(join(tmpdir(), 'login-flood-'))
const inbox = mode === 'mail' ? await startMailServer({}) : undefined
const databaseUrl = await newDatabase()

async function newDatabase(): Promise<string | undefined> {
  const server = process.env.TEST_POSTGRES_URL
  if (!server) return undefined
  const client = new SQL({ url: server, max: 1 })
  const name = `flood_${Date.now()}`
  await client.unsafe(`create database ${name}`)
  await client.close()
  return server.replace(/[^/]*$/, name)
}

async function serve(port: number): Promise<Replica> {
  const url = `http://127.0.0.1:${port}`
  const child = Bun.spawn([program, 'serve'], {
    cwd: folder,
    env: {
      ...SECRETS,
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      TRUST_PROXY: '1',
      METRICS_TOKEN,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(inbox && {
        SMTP_URL: `smtp://127.0.0.1:${inbox.server.port}`,
        MAIL_FROM: 'rooms@hotel.example',
      }),
    },
    stdout: 'ignore',
    stderr: Bun.file(join(folder, `log-${port}`)),
  })
  for (let tries = 0; tries < 200; tries++) {
    const up = await fetch(`${url}/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return { url, process: child }
    await Bun.sleep(100)
  }
  throw new Error('the service does not start')
}

async function stop({ process }: Replica): Promise<void> {
  process.kill()
  await process.exited
}

async function logIn(
  { url }: Replica,
  from: string,
  body: object = { email: E_MAIL, password: PASSWORD },
  cookie?: string,
): Promise<Answer> {
  const beganMs = performance.now()
  const answer = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  const device = answer.headers.getSetCookie().find((each) => /^(__Host-)?device=/.test(each))
  return {
    status: answer.status,
    ms: performance.now() - beganMs,
    cookie: device?.split(';')[0],
  }
}

const wrong = (email: string) => ({ email, password: 'wrong wrong wrong' })
const random = (most: number) => Math.floor(Math.random() * most)
const anyIpv4 = () => `198.${18 + random(2)}.${random(256)}.${1 + random(254)}`
const anyOf48 = () => `2001:db8:7:${random(65_536).toString(16)}::1`

/** Statuses with their numbers, and times. */
function summarize(answers: Answer[]): string {
  const counts = Object.entries(Object.groupBy(answers, ({ status }) => status))
  const times = answers
    .filter(({ status }) => status === 200)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  const spent =
    times.length > 0 ? `, p50 ${at(0.5)!.toFixed(0)} ms, p99 ${at(0.99)!.toFixed(0)} ms` : ''
  return counts.map(([status, those]) => `${those!.length} x ${status}`).join(', ') + spent
}

/** Asks again and again until a signal. */
async function every(ms: number, over: AbortSignal, ask: () => Promise<Answer>): Promise<Answer[]> {
  const all: Promise<Answer>[] = []
  while (!over.aborted) {
    all.push(ask())
    await Bun.sleep(ms)
  }
  return await Promise.all(all)
}

/** Known device, known place and new places log in beside an attack. */
async function beside(
  served: Replica,
  cookie: string | undefined,
  attack: (over: AbortSignal) => Promise<Answer[]>,
) {
  const over = AbortSignal.timeout(SECONDS * 1_000)
  const [attackers, device, place, unknown] = await Promise.all([
    attack(over),
    every(150, over, () => logIn(served, HOME, undefined, cookie)),
    every(1_000, over, () => logIn(served, '203.0.113.77')),
    every(1_000, over, () => logIn(served, `192.0.${random(256)}.5`)),
  ])
  return { attackers, device, place, unknown }
}

function print(title: string, seen: Awaited<ReturnType<typeof beside>>): void {
  console.log(title)
  for (const [who, answers] of Object.entries(seen))
    console.log(`  ${who.padEnd(9)} ${summarize(answers)}`)
}

const QUIET = async () => []
const startPaced = (served: Replica) => (over: AbortSignal) =>
  every(1_000 / 60, over, () => logIn(served, anyOf48(), wrong(`n${random(32_768)}@x.example`)))
const crowd = (served: Replica) => async (over: AbortSignal) => {
  const clients = Array.from({ length: 48 }, async () => {
    const answers: Answer[] = []
    while (!over.aborted)
      answers.push(await logIn(served, anyOf48(), wrong(`n${random(32_768)}@x.example`)))
    return answers
  })
  return (await Promise.all(clients)).flat()
}

async function shutOut(title: string, served: Replica, cookie: string | undefined): Promise<void> {
  for (let count = 0; count < 12; count++) await logIn(served, anyIpv4(), wrong(E_MAIL))
  const right = {
    'known device': await logIn(served, HOME, undefined, cookie),
    'known place': await logIn(served, '203.0.113.200'),
    'new place': await logIn(served, '192.0.2.99'),
  }
  const said = Object.entries(right).map(([who, { status }]) => `${who} ${status}`)
  console.log(`${title}: ${said.join(', ')}`)
}

const first = await serve(4_900 + random(90))
try {
  await fetch(`${first.url}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': HOME },
    body: JSON.stringify({ email: E_MAIL, password: PASSWORD, name: 'Grace' }),
  })
  const { cookie } = await logIn(first, HOME)
  print('idle', await beside(first, cookie, QUIET))
  await shutOut('S3, 12 wrong from anywhere', first, cookie)
  print('S9, 60 a second of one /48', await beside(first, cookie, startPaced(first)))
  print('S9, 48 clients of one /48', await beside(first, cookie, crowd(first)))
  const metrics = await fetch(`${first.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  }).then((answer) => answer.text())
  console.log(metrics.match(/^roomwire_login.*$/gm)?.join('\n') ?? 'no refusals in /metrics')
  const lines = readFileSync(join(folder, `log-${new URL(first.url).port}`), 'utf8').split('\n')
  console.log(`${lines.length - 1} lines of log`)
  await stop(first)
  const again = await serve(Number(new URL(first.url).port))
  await shutOut('S3 after a restart', again, cookie)
  if (databaseUrl) {
    const second = await serve(Number(new URL(first.url).port) + 100)
    await shutOut('S3 on a second replica', second, cookie)
    print('S9 on it, 48 clients', await beside(second, cookie, crowd(second)))
    await stop(second)
  }
  await stop(again)
} finally {
  first.process.kill()
  await inbox?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
}
