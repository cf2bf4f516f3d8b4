import { join } from 'node:path'

const CONNECTIONS = 32

/** A load generator, always a process of its own, and what it found: answers a second, all of them 200. */
export type Generator = {
  name: string
  run: (url: string, key: string, seconds: number) => Promise<number>
}

/**
 * wrk where it is installed, else autocannon. Both show the same ratios only as long as they are faster than the
 * server: the table says how busy the server was, and below 0.9 of a core the generator was the bottleneck.
 */
export const pickGenerator = (): Generator => (Bun.which('wrk') ? wrk : autocannon)

const wrk: Generator = {
  name: 'wrk',
  async run(url, key, seconds) {
    const options = [
      '-t1',
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      '-H',
      `authorization: Bearer ${key}`,
    ]
    const report = await output(['wrk', ...options, url])
    if (/Non-2xx|Socket errors/.test(report)) throw new Error(`not all went well:\n${report}`)
    return Number(report.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
  },
}

const autocannon: Generator = {
  name: 'autocannon',
  async run(url, key, seconds) {
    const program = join(import.meta.dir, 'peer/node_modules/autocannon/autocannon.js')
    const options = [
      '-j',
      '-n',
      '-c',
      `${CONNECTIONS}`,
      '-d',
      `${seconds}`,
      '-H',
      `authorization=Bearer ${key}`,
    ]
    const report = JSON.parse(await output(['node', program, ...options, url]))
    if (report.non2xx + report.errors + report.timeouts > 0)
      throw new Error(`not all went well: ${JSON.stringify(report)}`)
    return report['2xx'] / report.duration
  },
}

async function output(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'inherit'] })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${text}`)
  return text
}
