import { expect } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot } from './postgres-server.ts'

/**
 * Tools to try the files of a kit with the programs that they are for.
 *
 * @param folder for files that the tools make
 */
export function kitTools(folder: string, kit: string) {
  const read = (path: string) => readFileSync(join(kit, path), 'utf8')
  /** Runs a program to its end, which must be a good one. @returns what it printed */
  async function run(words: [name: string, ...string[]], from: string, env = {}): Promise<string> {
    const child = Bun.spawn([programOf(words[0], from), ...words.slice(1)], {
      ...{ cwd: kit, stdout: 'pipe', stderr: 'pipe', env: { ...process.env, ...env } },
    })
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect([words.join(' '), await child.exited, stdout + stderr]).toEqual([
      words.join(' '),
      0,
      expect.anything(),
    ])
    return stdout + stderr
  }
  return {
    read,
    run,
    /** Writes a file of the kit again with other texts, beside it. @returns its path */
    rewrite(path: string, texts: Record<string, string>): string {
      let text = read(path)
      for (const [before, after] of Object.entries(texts)) {
        expect(text).toContain(before)
        text = text.replaceAll(before, after)
      }
      const place = join(folder, path.replaceAll('/', '-'))
      writeFileSync(place, text)
      return place
    },
    /** Makes a certificate of its own for the proxies. */
    async certificate(): Promise<{ cert: string; key: string }> {
      const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
      const made = [
        ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
        ...['-subj', '/CN=rooms.example', '-addext', 'subjectAltName=DNS:rooms.example'],
      ]
      await run(['openssl', 'req', '-x509', ...made, '-keyout', key, '-out', cert], 'openssl')
      return { cert, key }
    },
  }
}

/** Finds a program. @throws Error naming its package of Debian */
export function programOf(name: string, from: string): string {
  const program = Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/sbin` })
  if (!program) throw new Error(`this test needs ${name}: apt-get install ${from}`)
  return program
}

/** Writes a configuration of nginx around a site, which leaves nothing outside the folder. @returns its path */
export function nginxWith(folder: string, site: string): string {
  const main = join(folder, 'nginx.conf')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const user = isRoot ? 'user root; ' : ''
  writeFileSync(
    main,
    `${user}pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${places} include ${site}; }\n`,
  )
  return main
}
