import { expect, setDefaultTimeout, test } from 'bun:test'
import { temporaryFolder } from '../support/folder.ts'
import { runCommand, SOURCE } from '../support/process.ts'

setDefaultTimeout(120_000)

test('a reader that has seen enough ends the document without a complaint (contract §10)', async () => {
  using folder = temporaryFolder()
  // The document is larger than what a pipe holds: the rest of it meets a reader that is gone.
  const script = '{ "$@"; echo "ended with $?" >&2; } | head -c 200'
  const program = ['sh', '-c', script, 'sh', ...SOURCE]
  const { stdout, stderr } = await runCommand(['openapi'], { folder: folder.path, program })
  expect(stdout).toHaveLength(200)
  expect(stderr).toBe('ended with 0\n')
})

test('a reader that has seen enough ends a command that still works without a complaint (issue 37)', async () => {
  using folder = temporaryFolder()
  const script = '{ "$@"; echo "ended with $?" >&2; } | head -n 1'
  const program = ['sh', '-c', script, 'sh', ...SOURCE]
  // The mail server is asked when the reader is gone.
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'mail@example.com' }
  const { stdout, stderr } = await runCommand(['doctor'], { folder: folder.path, program, env })
  expect(stdout).toStartWith('ok   data folder ')
  expect(stderr).toBe('ended with 0\n')
})

test('a reader that is slow receives the whole document once', async () => {
  using folder = temporaryFolder()
  const script = '{ "$@"; echo "ended with $?" >&2; } | { sleep 1; cat; }'
  const program = ['sh', '-c', script, 'sh', ...SOURCE]
  const { stdout, stderr } = await runCommand(['openapi'], { folder: folder.path, program })
  expect(JSON.parse(stdout)).toHaveProperty('openapi')
  expect(stderr).toBe('ended with 0\n')
})

test.each([[['--version']], [['doctor', '--help']]])(
  '%p whose words cannot be written fails',
  async (args) => {
    using folder = temporaryFolder()
    const program = ['sh', '-c', '"$@" > /dev/full; echo "ended with $?" >&2', 'sh', ...SOURCE]
    const { stderr } = await runCommand(args, { folder: folder.path, program })
    expect(stderr).toBe('roomwire: ENOSPC: no space left on device, write\nended with 1\n')
  },
)
