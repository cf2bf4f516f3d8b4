import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Booking, openConnector, type Pms, readMirror } from '../lib/index.ts'
import { type StandIn, startRoomwire } from '../stand-in/roomwire.ts'

const NIGHT = '2099-04-01'
const SETTLED_WITHIN_MS = 10_000

type World = {
  roomwire: StandIn
  folder: string
  /** The bookings that the system has kept, by code. */
  kept: Map<string, Booking>
  /** Runs a connector while something is done. */
  connect: (pms: Partial<Pms>, work: () => Promise<void>) => Promise<void>
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'connector-test-'))
  const roomwire = await startRoomwire()
  const kept = new Map<string, Booking>()
  const keepBooking: Pms['keepBooking'] = async (booking) => void kept.set(booking.code, booking)
  const connect: World['connect'] = async (pms, inside) => {
    const settings = { url: roomwire.url, key: 'key', folder, days: 3, pushEveryMs: 20 }
    const connector = await openConnector({ ...settings, pms: { keepBooking, ...pms } })
    const running = connector.run()
    try {
      await inside()
    } finally {
      await connector.stop()
      await running
    }
  }
  try {
    await work({ roomwire, folder, kept, connect })
  } finally {
    roomwire.stop()
    await rm(folder, { recursive: true })
  }
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const fromMs = Date.now(); !holds(); await new Promise((go) => setTimeout(go, 5)))
    if (Date.now() > fromMs + SETTLED_WITHIN_MS) assert.fail(`waited in vain until ${what}`)
}

test('a booking is acknowledged when the system has kept it, and not before', () =>
  inWorld(async ({ roomwire, connect }) => {
    let keep = () => {}
    const isKept = new Promise<void>((resolve) => {
      keep = resolve
    })
    const asked: string[] = []
    const keepBooking = async ({ code }: Booking) => {
      asked.push(code)
      if (code === 'SLOW') await isKept
      return { externalId: `PMS-${code}` }
    }
    await connect({ keepBooking }, async () => {
      roomwire.book('SLOW')
      await until('it is given', () => asked.includes('SLOW'))
      await new Promise((go) => setTimeout(go, 700))
      assert.deepEqual(roomwire.acks, [])
      keep()
      await until('it is acknowledged', () => roomwire.acks.length > 0)
      assert.deepEqual(roomwire.acks, [{ code: 'SLOW', revision: 1, externalId: 'PMS-SLOW' }])
    })
  }))

test('a booking that the system does not take is given again, and others go on', () =>
  inWorld(async ({ roomwire, kept, connect }) => {
    let tries = 0
    const keepBooking = async (booking: Booking) => {
      if (booking.code === 'BAD' && ++tries < 3) throw new Error('no such room')
      kept.set(booking.code, booking)
    }
    await connect({ keepBooking }, async () => {
      roomwire.book('BAD')
      roomwire.book('GOOD')
      await until('the other is kept', () => kept.has('GOOD'))
      assert.equal(kept.has('BAD'), false)
      await until('it is kept, too', () => kept.has('BAD'))
    })
  }))

test('a group comes part by part with its place; changes and cancellations of a part are its own', () =>
  inWorld(async ({ roomwire, kept, folder, connect }) => {
    const sizes: number[] = []
    const keepBooking: Pms['keepBooking'] = async (booking, { group }) => {
      kept.set(booking.code, booking)
      sizes.push(group.length)
    }
    await connect({ keepBooking }, async () => {
      for (const position of [1, 2, 3])
        roomwire.book(`PART${position}`, { group: { code: 'GROUP', position } })
      await until('all are kept', () => kept.size === 3)
      roomwire.book('PART2', { checkout: '2099-04-05' })
      roomwire.book('PART3', { status: 'cancelled' })
      await until('all is acknowledged', () =>
        [...roomwire.bookings.values()].every((each) => each.ackedRevision === each.revision),
      )
    })
    assert.equal(sizes.at(-1), 3)
    const group = (await readMirror(folder)).group('GROUP')
    assert.deepEqual(
      group.map(({ code, revision, status }) => [code, revision, status]),
      [
        ['PART1', 1, 'confirmed'],
        ['PART2', 2, 'confirmed'],
        ['PART3', 2, 'cancelled'],
      ],
    )
  }))

test('fields and entries that this version does not know stay or pass', () =>
  inWorld(async ({ roomwire, folder, kept, connect }) => {
    await connect({}, async () => {
      roomwire.book('NEW', { tomorrow: { kept: true } } as Partial<Booking>)
      await until('it is kept', () => kept.has('NEW'))
    })
    assert.deepEqual({ ...kept.get('NEW') }.code, 'NEW')
    const { booking } = (await readMirror(folder)).entry('NEW')!
    assert.deepEqual((booking as { tomorrow?: unknown }).tomorrow, { kept: true })
  }))

test('holds are no business of the desk unless it wants them, and are never acknowledged', () =>
  inWorld(async ({ roomwire, kept, connect }) => {
    const hold = { status: 'pending', confirmedAt: null } as const
    await connect({}, async () => {
      roomwire.book('HOLD', hold)
      roomwire.book('LATER')
      await until('the other is acknowledged', () => roomwire.acks.length === 1)
      assert.equal(kept.has('HOLD'), false)
    })
    await connect({ wantsHolds: true }, async () => {
      await until('it is kept', () => kept.has('HOLD'))
    })
    assert.ok(roomwire.acks.every(({ code }) => code === 'LATER'))
  }))

test('counts have holds off, and bookings that the system has not kept yet', () =>
  inWorld(async ({ roomwire, kept, connect }) => {
    const wantedDays = async () => {
      const sold = kept.size
      return [{ roomCode: 'DBL', date: NIGHT, available: 5 - sold, closed: false }]
    }
    let isDown = true
    const keepBooking = async (booking: Booking) => {
      if (isDown) throw new Error('the system is down')
      kept.set(booking.code, booking)
    }
    await connect({ wantedDays, keepBooking }, async () => {
      await until('the count is there', () => roomwire.days.get(NIGHT)?.available === 5)
      roomwire.book('SOLD')
      roomwire.book('HOLD', { status: 'pending', confirmedAt: null })
      await until('both are off', () => roomwire.days.get(NIGHT)?.available === 3)
      isDown = false
      await until('it is kept', () => kept.size === 1)
      roomwire.book('HOLD', { status: 'expired' })
      await until('the hold is given back', () => roomwire.days.get(NIGHT)?.available === 4)
    })
    const { holds, seenThrough } = JSON.parse(roomwire.pushes.at(-1)!.body)
    assert.equal(holds, 'counted')
    assert.ok(Number(seenThrough) >= 3)
  }))

test('the first sync says every day, differing or not, and a later start only what differs', () =>
  inWorld(async ({ roomwire, folder, connect }) => {
    const day = { roomCode: 'DBL', date: NIGHT, available: 5, closed: false }
    let available = 5
    const wantedDays = async () => [{ ...day, available }]
    roomwire.days.set(NIGHT, { ...day, priceCents: 10_000 })
    const isSynced = async () => (await readMirror(folder)).noted('first_sync') !== undefined
    await connect({ wantedDays }, async () => {
      await until('it is said', () => roomwire.pushes.length === 1)
      while (!(await isSynced())) await new Promise((go) => setTimeout(go, 5))
    })
    await connect({ wantedDays }, async () => {
      available = 4
      await until('the difference is pushed', () => roomwire.days.get(NIGHT)?.available === 4)
    })
    const said = roomwire.pushes.map(({ body }) => JSON.parse(body).updates[0].available)
    assert.deepEqual(said, [5, 4])
  }))

test('a count that Roomwire does not take waits, and one that differs anew does not', () =>
  inWorld(async ({ roomwire, connect }) => {
    let available = 5
    const wantedDays = async () => [{ roomCode: 'DBL', date: NIGHT, available, closed: false }]
    const said = () => roomwire.pushes.map(({ body }) => JSON.parse(body).updates[0].available)
    await connect({ wantedDays }, async () => {
      await until('it is there', () => roomwire.days.get(NIGHT)?.available === 5)
      available = 6
      await until('more than the rooms are pushed', () => said().length === 2)
      await new Promise((go) => setTimeout(go, 700))
      available = 5
      await new Promise((go) => setTimeout(go, 700))
      assert.deepEqual(said(), [5, 6])
      available = 6
      await until('they are pushed again', () => said().length === 3)
    })
    assert.deepEqual(said(), [5, 6, 6])
  }))

test('after 429, 503 and lost answers the same call is sent again, a push under the same key', () =>
  inWorld(async ({ roomwire, connect }) => {
    const day = { roomCode: 'DBL', date: NIGHT, available: 5 }
    let isOpen = false
    const wantedDays = async () => (isOpen ? [day] : [])
    await connect({ wantedDays }, async () => {
      roomwire.fail({ status: 429, headers: { 'retry-after': '0' } }, { status: 503 }, 'drop')
      isOpen = true
      await until('it is answered', () => roomwire.pushes.length === 4)
    })
    assert.equal(roomwire.days.get(NIGHT)?.available, 5)
    const sent = roomwire.pushes.map(({ key, body }) => `${key} ${body}`)
    assert.deepEqual(sent, Array(4).fill(sent[0]))
    assert.match(sent[0]!, /^[\w-]{36} /)
  }))

test('a booking that Roomwire has lost is told to the system, and forgotten', () =>
  inWorld(async ({ roomwire, kept, folder, connect }) => {
    const dropBooking = async ({ code }: Booking) => void kept.delete(code)
    await connect({ dropBooking }, async () => {
      roomwire.book('KEPT')
      roomwire.book('LOST')
      await until('both are acknowledged', () => roomwire.acks.length === 2)
      roomwire.lose('LOST')
      await until('it is dropped', () => !kept.has('LOST'))
    })
    assert.deepEqual([...kept.keys()], ['KEPT'])
    assert.deepEqual((await readMirror(folder)).entries().length, 1)
  }))
