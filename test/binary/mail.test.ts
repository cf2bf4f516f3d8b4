import { expect, setDefaultTimeout, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { makeCertificates } from '../support/certificates.ts'
import { temporaryFolder } from '../support/folder.ts'
import { bookFor, mailEnv, mailRows, prepareMailDemo } from '../support/mail-demo.ts'
import { startMailServer } from '../support/mail-server.ts'
import { runCommand, startProcess, until } from '../support/process.ts'

setDefaultTimeout(120_000)

const program = shelvedBinary()

test.each(['starttls', 'tls', 'plain'] as const)(
  'the binary sends mail, %s, and doctor greets the server',
  async (security) => {
    using folder = temporaryFolder()
    const { ca, key, certificate } = await makeCertificates(folder.path, 'mail')
    const own = { key: await Bun.file(key).text(), cert: await Bun.file(certificate).text() }
    const needsLogin = security !== 'plain'
    await using inbox = await startMailServer({ security, certificate: own, needsLogin })
    const setting = { folder: folder.path, program }
    const { sheet, setup } = await prepareMailDemo(setting, inbox, { NODE_EXTRA_CA_CERTS: ca })
    await using served = await startProcess(['serve'], setup)
    const code = await bookFor(served, sheet, 'ada@example.com')
    await until('the mail is there', () => inbox.received.length === 1)
    expect(inbox.received[0]).toMatchObject({
      from: 'rooms@roomwire.example',
      to: ['ada@example.com'],
      isSecure: security !== 'plain',
      user: needsLogin ? 'rooms' : undefined,
    })
    expect(inbox.received[0]!.text).toContain(code)
    await until('it is written down', () => mailRows(setup)[0]!.state === 'sent')

    const doctor = await runCommand(['doctor', '--fast'], setup)
    const how = needsLogin ? 'over TLS and accepts the log-in' : 'without TLS'
    expect(doctor.stdout).toContain(
      `ok   mail server 127.0.0.1:${inbox.server.port} answers ${how}\n`,
    )
    if (!needsLogin) return
    const untrusted = { ...setup, env: mailEnv(inbox.server) }
    const wary = await runCommand(['doctor', '--fast'], untrusted)
    expect(wary.exitCode).toBe(1)
    expect(wary.stdout).toContain('FAIL mail server')
    const login = { user: 'rooms', pass: 'geheim' }
    const env = { ...mailEnv({ ...inbox.server, login }), NODE_EXTRA_CA_CERTS: ca }
    const wrong = await runCommand(['doctor', '--fast'], { ...setup, env })
    expect(wrong.stdout).toContain('FAIL mail server')
    expect(wrong.stdout + wrong.stderr).not.toContain('geheim')
  },
)

test('SIGTERM waits for a mail under way, and what the server is silent about goes no second time', async () => {
  using folder = temporaryFolder()
  await using inbox = await startMailServer()
  const verdict = Promise.withResolvers<undefined>()
  inbox.answer(() => verdict.promise)
  const { sheet, setup } = await prepareMailDemo({ folder: folder.path, program }, inbox)
  await using served = await startProcess(['serve'], setup)
  await bookFor(served, sheet, 'ada@example.com')
  await until('the server has the mail', () => inbox.offered() === 1)
  const ended = served.stop('SIGTERM')
  await Bun.sleep(200)
  verdict.resolve(undefined)
  expect((await ended).exitCode).toBe(0)
  expect(mailRows(setup)).toMatchObject([{ state: 'sent', attempts: 1 }])
  expect(inbox.received).toHaveLength(1)
})
