import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALERT_CASES } from '../support/alert-series.ts'
import { filesIn, temporaryFolder } from '../support/folder.ts'
import { guidePage } from '../support/guide.ts'
import { kitTools, nginxWith } from '../support/kit.ts'
import { onlyLine, runCommand } from '../support/process.ts'

// `roomwire kit`, checked by the programs that the files are for; each is a package of Debian.

setDefaultTimeout(120_000)

/** The most that `systemd-analyze security` may find exposed; 0 is nothing, 10 everything. A tenth is `setpriority`. */
const EXPOSURE_MAX = 1.2
const folder = temporaryFolder()
const kit = join(folder.path, 'kit')
const { read, run, rewrite, certificate } = kitTools(folder.path, kit)

beforeAll(async () => {
  const { exitCode, stdout, stderr } = await runCommand(['kit', kit], { folder: folder.path })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(onlyLine(stdout)).toStartWith(`${kit} has a kit of `)
})
afterAll(() => folder[Symbol.dispose]())

type Panel = {
  id: number
  type: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets?: { refId: string; expr: string }[]
}
const panels = (): Panel[] => JSON.parse(read('grafana/roomwire.json')).panels
const expressions = () =>
  panels().flatMap(({ targets = [] }) =>
    targets.map(({ expr }) =>
      expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    ),
  )

test('kit writes its files into a new folder and overwrites none (issue 37)', async () => {
  const files = filesIn(kit)
  for (const [, path] of read('README.md').matchAll(/`(\w+\/[\w.-]+)`/g))
    expect([path, files.has(path!)]).toEqual([path, true])
  // Caddy and Prometheus read them as users of their own; what gets secrets is the operator's.
  for (const path of files.keys())
    expect([path, statSync(join(kit, path)).mode & 0o777]).toEqual([
      path,
      path.endsWith('.env') ? 0o600 : statSync(join(kit, path)).isDirectory() ? 0o755 : 0o644,
    ])
  const again = await runCommand(['kit', kit], { folder: folder.path })
  expect(again.exitCode).toBe(1)
  expect(onlyLine(again.stderr)).toContain('has files in it')
  const nameless = await runCommand(['kit'], { folder: folder.path })
  expect(onlyLine(nameless.stderr)).toContain('roomwire kit <folder>')
})

test('every metric of a rule or a panel is one that the guide lists, and none of the list is left out of the dashboard (issue 37)', async () => {
  const listed = [...(await guidePage('operating')).matchAll(/^\| `(roomwire_\w+)` \|/gm)].map(
    ([, name]) => name!,
  )
  const namesIn = (text: string) =>
    new Set(
      [...text.matchAll(/\broomwire_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      ),
    )
  const rules = read('prometheus/roomwire-rules.yml').match(/expr: (>-\n( {10}.*\n)+|.*\n)/g)!
  expect(rules.length).toBeGreaterThan(15)
  const [inRules, inPanels] = [namesIn(rules.join('')), namesIn(expressions().join('\n'))]
  expect([...inRules].filter((name) => !listed.includes(name))).toEqual([])
  expect([...inPanels].toSorted()).toEqual(listed.toSorted())
})

test('promtool takes the rules, the configuration and each expression of the dashboard (issue 37)', async () => {
  const rules = expressions().map((expr, at) => ({ record: `panel:${at}`, expr }))
  expect(rules.length).toBeGreaterThan(40)
  const file = join(folder.path, 'panels.yml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
  await run(['promtool', 'check', 'rules', 'prometheus/roomwire-rules.yml', file], 'prometheus')
  const token = join(folder.path, 'token')
  writeFileSync(token, 'token')
  const config = rewrite('prometheus/prometheus.yml', {
    '/etc/prometheus/roomwire.token': token,
    'roomwire-rules.yml': join(kit, 'prometheus/roomwire-rules.yml'),
  })
  await run(['promtool', 'check', 'config', config], 'prometheus')
})

test('each alert fires when it should, and is silent when it should (promtool test rules, issue 37)', async () => {
  const names = [...read('prometheus/roomwire-rules.yml').matchAll(/- alert: (\w+)/g)]
  expect(names.map(([, name]) => name!).toSorted()).toEqual(Object.keys(ALERT_CASES).toSorted())
  const tests = Object.entries(ALERT_CASES).flatMap(([name, { at, fires, silent }]) =>
    [fires, ...silent].map((series, index) => ({
      name: `${name} ${index === 0 ? 'fires' : 'is silent'}`,
      interval: '1m',
      input_series: Object.entries(series).map(([of, values]) => ({ series: of, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
          eval_time: at,
          exp_samples: [{ labels: '{}', value: index === 0 ? 1 : 0 }],
        },
      ],
    })),
  )
  const rule_files = [join(kit, 'prometheus/roomwire-rules.yml')]
  const isLong = ({ promql_expr_test: [first] }: (typeof tests)[0]) =>
    first!.eval_time.endsWith('h')
  // A day a minute at a time would take ten seconds.
  const files = { '1m': tests.filter((each) => !isLong(each)), '30m': tests.filter(isLong) }
  const paths = Object.entries(files).map(([every, of]) => {
    const path = join(folder.path, `alerts-${every}.yml`)
    writeFileSync(path, JSON.stringify({ rule_files, evaluation_interval: every, tests: of }))
    return path
  })
  await run(['promtool', 'test', 'rules', ...paths], 'prometheus')
})

test('the panels of the dashboard have ids of their own and do not overlap (issue 37)', () => {
  const all = panels()
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const places = all.flatMap(({ gridPos: { h, w, x, y } }) => {
    expect(x + w).toBeLessThanOrEqual(24)
    return Array.from({ length: h * w }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`)
  })
  expect(new Set(places).size).toBe(places.length)
})

test('systemd takes the unit and finds it little exposed (issue 37)', async () => {
  const unit = rewrite('systemd/roomwire.service', { '/usr/local/bin/roomwire': process.execPath })
  const named = join(folder.path, 'roomwire.service')
  writeFileSync(named, readFileSync(unit))
  expect(await run(['systemd-analyze', 'verify', '--man=no', named], 'systemd')).not.toContain(
    named,
  )
  const threshold = `--threshold=${Math.round(EXPOSURE_MAX * 10)}`
  const words = ['--offline=true', '--no-pager', threshold]
  const said = await run(['systemd-analyze', 'security', ...words, named], 'systemd')
  expect(said).toContain('Overall exposure level for roomwire.service: ')
})

test('nginx takes its file as a part of http (issue 37)', async () => {
  const { cert, key } = await certificate()
  const site = rewrite('nginx/roomwire.conf', {
    '/etc/letsencrypt/live/rooms.example/fullchain.pem': cert,
    '/etc/letsencrypt/live/rooms.example/privkey.pem': key,
  })
  const main = nginxWith(folder.path, site)
  expect(await run(['nginx', '-t', '-c', main], 'nginx')).not.toContain('[warn]')
})

test('Caddy takes its file (issue 37)', async () => {
  const words = ['validate', '--adapter', 'caddyfile', '--config', 'caddy/Caddyfile'] as const
  const env = { XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path }
  expect(await run(['caddy', ...words], 'caddy', env)).toContain('Valid configuration')
})

test('HAProxy takes its file (issue 37)', async () => {
  expect(await run(['haproxy', '-c', '-f', 'replicas/haproxy.cfg'], 'haproxy')).not.toContain(
    'WARNING',
  )
})

test('the settings of the kit are those of the service, and pgbouncer has those that are said (issue 37)', async () => {
  const guide = await guidePage('operating')
  for (const path of ['systemd/roomwire.env', 'replicas/replica.env'])
    for (const [, name] of read(path).matchAll(/^#?([A-Z_]+)=/gm))
      expect(guide).toContain(`\`${name}\``)
  expect(read('replicas/pgbouncer.ini')).toContain('pool_mode = transaction')
  expect(existsSync(join(kit, 'systemd/roomwire.service'))).toBeTrue()
})
