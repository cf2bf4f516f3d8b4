import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Booking } from '../lib/index.ts'
import { startRoomwire } from '../stand-in/roomwire.ts'

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url))
const KILLS = 8
const BOOKINGS = 60

test('after kill -9, again and again, nothing is lost and nothing was acknowledged that was not kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'connector-test-'))
  const revisionKept = (code: string): number => {
    const path = join(folder, 'bookings', `${code}.json`)
    if (!existsSync(path)) return 0
    const { revision }: Booking = JSON.parse(readFileSync(path, 'utf8'))
    return revision
  }
  const early: string[] = []
  const roomwire = await startRoomwire(({ code, revision }) => {
    if (revisionKept(code) < revision) early.push(`${code} ${revision}`)
  })
  const start = () => {
    const env = { ROOMWIRE_URL: roomwire.url, ROOMWIRE_KEY: 'hotel_live_1' }
    return spawn(process.execPath, [MAIN], {
      env: { ...env, CONNECTOR_FOLDER: folder, CONNECTOR_DAYS: '3' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  let child = start()
  try {
    for (let kill = 0, made = 0; kill < KILLS; kill++) {
      for (const until = Date.now() + 100 + Math.random() * 500; Date.now() < until; made++) {
        const code = `B${made % BOOKINGS}`
        roomwire.book(code, { status: Math.random() < 0.2 ? 'cancelled' : 'confirmed' })
        await new Promise((go) => setTimeout(go, 10))
      }
      await end(child, 'SIGKILL')
      child = start()
    }
    const isDone = () =>
      [...roomwire.bookings.values()].every(
        ({ code, revision, ackedRevision }) =>
          revisionKept(code) === revision && ackedRevision === revision,
      )
    for (const until = Date.now() + 20_000; !isDone() && Date.now() < until; )
      await new Promise((go) => setTimeout(go, 50))
    assert.ok(isDone(), 'every booking is kept and acknowledged')
    assert.deepEqual(early, [])
    assert.equal(await end(child, 'SIGTERM'), 0)
  } finally {
    await end(child, 'SIGKILL')
    roomwire.stop()
    await rm(folder, { recursive: true })
  }
})

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  child.kill(signal)
  return await ended
}
