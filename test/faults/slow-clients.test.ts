import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { shelvedBinary } from '../support/binary.ts'
import { TRUE_CLOCK_ENV } from '../support/clock.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { dayFromNow, startProcess } from '../support/process.ts'

// Clients that read and write a byte a second (issue 37, item 1): others are answered, and the memory is bounded.

setDefaultTimeout(180_000)

/** `SLOW_SECONDS=80` is the long form, in which the service ends all that write. */
const SECONDS = Number(process.env.SLOW_SECONDS ?? 3)
const IS_LONG = SECONDS > 70
const READERS = 500
const WRITERS = 100
const GROWTH_BYTES_MAX = 100 * 1_024 * 1_024

/** Python can take the smallest buffer of the system for what it reads. It prints how many connections were ended. */
const CLIENT = `
import json, socket, sys, time
wanted = json.load(sys.stdin)
clients = []
for first, rest in wanted['requests']:
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    s.connect(('127.0.0.1', wanted['port']))
    s.setblocking(False)
    s.sendall(first.encode())
    clients.append([s, rest])
print('ready', flush=True)
ended, end = 0, time.time() + wanted['seconds']
while clients and time.time() < end:
    for client in list(clients):
        s, rest = client
        try:
            if rest:
                s.send(rest[:1].encode())
                client[1] = rest[1:]
            if s.recv(1) == b'':
                raise ConnectionError()
        except BlockingIOError:
            pass
        except OSError:
            ended += 1
            clients.remove(client)
    time.sleep(1)
print(ended, flush=True)
`

const program = shelvedBinary()

test(`${READERS} clients that read and ${2 * WRITERS} that write a byte a second take little, and others are answered`, async () => {
  using folder = temporaryFolder()
  const env = { PUBLIC_RATE_PER_MINUTE: '0', FAIR_USE: '0' }
  const { apiKey: key } = await prepareDemo({ folder: folder.path, program })
  await using served = await startProcess(['serve'], { folder: folder.path, program, env })
  const memory = () =>
    1_024 * Number(readFileSync(`/proc/${served.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)![1])
  const large = `/v1/partner/availability?from=${dayFromNow(1)}&to=${dayFromNow(540)}`
  const pull = () => served.call('GET', large, { key })
  const { text } = await pull()
  expect(text.length).toBeGreaterThan(200_000)
  const before = memory()

  const lines = ['host: localhost', `authorization: Bearer ${key}`, '']
  const put = ['PUT /v1/partner/availability HTTP/1.1', 'content-type: application/json']
  const requests = [
    ...Array(READERS).fill([[`GET ${large} HTTP/1.1`, ...lines, ''].join('\r\n'), '']),
    ...Array(WRITERS).fill(['GET /v1', `/health HTTP/1.1\r\n${'x: 1\r\n'.repeat(50)}`]),
    ...Array(WRITERS).fill([
      [...put, 'content-length: 2000', ...lines, ''].join('\r\n'),
      ' '.repeat(2_000),
    ]),
  ]
  const input = { port: Number(new URL(served.url).port), requests, seconds: SECONDS }
  const slow = Bun.spawn(['python3', '-c', CLIENT], {
    stdin: new Blob([JSON.stringify(input)]),
    stdout: 'pipe',
    // Under libfaketime its `time.sleep` can fail.
    env: TRUE_CLOCK_ENV,
  })
  let [most, answers, longestMs] = [0, 0, 0]
  while (slow.exitCode === null) {
    const askedMs = performance.now()
    const answer = await pull()
    longestMs = Math.max(longestMs, performance.now() - askedMs)
    expect([answer.status, answer.text.length]).toEqual([200, text.length])
    answers++
    most = Math.max(most, memory())
    await Bun.sleep(100)
  }
  const [ready, ended] = (await new Response(slow.stdout).text()).trim().split('\n')
  process.stdout.write(
    `slow clients: ${requests.length} for ${SECONDS} s, ${ended} ended by the service; ${Math.round((most - before) / 1_048_576)} MB more; ${answers} pulls beside them, the longest ${Math.round(longestMs)} ms\n`,
  )
  expect([slow.exitCode, ready]).toEqual([0, 'ready'])
  expect(most - before).toBeLessThan(GROWTH_BYTES_MAX)
  expect(answers).toBeGreaterThan(SECONDS)
  // Heads have 10 s, bodies a minute. Readers do not see the end of what the system keeps for them.
  if (IS_LONG) expect(Number(ended)).toBe(2 * WRITERS)
  expect((await served.stop()).exitCode).toBe(0)
})
