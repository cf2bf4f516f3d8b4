import { SQL } from 'bun'
import { newTx } from '../../src/store/engine/engine.ts'
import type { PostgresTarget } from '../../src/store/postgres/pool.ts'
import { withHandle } from '../../src/store/postgres/slots.ts'
import type { Run } from './plans.ts'

/** A node of a plan, of `explain (format json)`. */
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** The columns of an index by its name. */
type Indexes = Map<string, string[]>

/**
 * How PostgreSQL would run all that a function asks: the indexes with the columns that bound what is read of each, as in
 * `day_pkey (hotel_id, room_code, date)`, and the tables that are read as a whole, as in `scan city`. Nothing is kept of
 * what the function writes.
 */
export async function indexesOnPostgres(target: PostgresTarget, run: Run): Promise<string[]> {
  await using client = new SQL({ url: target.url, max: 1 })
  const asked: { text: string; params: unknown[] }[] = []
  await client.unsafe('begin')
  await withHandle(
    (text, params, mode) => {
      asked.push({ text, params })
      const statement = client.unsafe(text, params)
      return (mode === 'values' ? statement.values() : statement).execute()
    },
    (handle) => run(newTx(handle, async () => {})),
  )
  await client.unsafe('rollback')
  const indexes = await listIndexes(client)
  // A table of few rows is read as a whole, unless no index would do; and versions differ in when they read it for a join.
  await client.unsafe(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off',
  )
  const found: string[] = []
  for (const { text, params } of asked) {
    const [row] = await client.unsafe(`explain (format json) ${text}`, params)
    const plan = row['QUERY PLAN']
    const [{ Plan }] = typeof plan === 'string' ? JSON.parse(plan) : plan
    found.push(...readNode(Plan, indexes))
  }
  return [...new Set(found)].toSorted()
}

async function listIndexes(client: SQL): Promise<Indexes> {
  const rows: { index: string; columns: string }[] = await client`
    select i.relname as index, array_to_string(array_agg(a.attname order by a.attnum), ',') as columns
    from pg_class i join pg_attribute a on a.attrelid = i.oid
    where i.relkind = 'i' and i.relnamespace = 'public'::regnamespace group by 1`
  return new Map(rows.map(({ index, columns }) => [index, columns.split(',')]))
}

function readNode(node: Node, indexes: Indexes): string[] {
  const { 'Relation Name': table, 'Index Name': index, 'Index Cond': condition = '' } = node
  const inner = (node.Plans ?? []).flatMap((each) => readNode(each, indexes))
  if (index) {
    const words = condition.replace(/'[^']*'/g, '').split(/\W+/)
    const columns = indexes.get(index)!.filter((column) => words.includes(column))
    return [`${index} (${columns.join(', ')})`, ...inner]
  }
  return node['Node Type'] === 'Seq Scan' ? [`scan ${table}`, ...inner] : inner
}
