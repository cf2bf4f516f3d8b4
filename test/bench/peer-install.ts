import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PEER = join(import.meta.dir, 'peer')
/** Says which lock file the installed modules belong to. */
const STAMP = join(PEER, 'node_modules/.installed')

/** Installs what the peer needs, unless that was done from the same lock file already. */
export async function installPeer(): Promise<void> {
  const lock = String(Bun.hash(readFileSync(join(PEER, 'package-lock.json'))))
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.log('installing the peer (better-sqlite3 may have to be compiled; a minute) …')
  const { exitCode } = Bun.spawnSync(['npm', 'ci', '--no-audit', '--no-fund'], {
    cwd: PEER,
    env: { ...process.env, ...headersOfNode() },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) throw new Error('the peer cannot be installed')
  await Bun.write(STAMP, lock)
}

/** Makes one file for Node of what the peer shares with the floor. @returns its path, beside the installed modules */
export async function buildSalesPeer(): Promise<string> {
  const outdir = join(PEER, 'node_modules/.sales')
  const external = ['better-sqlite3', 'fastify']
  await Bun.build({ entrypoints: [join(PEER, 'sales.js')], target: 'node', external, outdir })
  return join(outdir, 'sales.js')
}

/** Compiling needs Node's headers: those installed beside it, so that node-gyp need not download any. */
function headersOfNode(): Record<string, string> {
  const node = Bun.which('node')
  if (!node) throw new Error('the peer needs Node')
  const prefix = dirname(dirname(node))
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {}
}
