import { SQL } from 'bun'
import { openStore } from '../../src/store/open.ts'
import type { PostgresTarget } from '../../src/store/postgres/pool.ts'

/** Where the server is on which these tests are run; undefined: they are run on SQLite. */
const POSTGRES_URL = process.env.TEST_POSTGRES_URL

export const isOnPostgres = POSTGRES_URL !== undefined

const TEMPLATE = `roomwire_template_${process.pid}`
/** The server copies one database at a time. */
const COPY_LOCK = 4_711

/** In the template, and so in every database: what is there when the migrations have run, and a way back to it. */
const RESET = `
create schema fresh;
do $$ declare name text; begin
  for name in select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'roomwire_migration'
  loop execute format('create table fresh.%1$I as table public.%1$I', name); end loop;
end $$;
create function fresh.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'a readonly disk' using errcode = 'disk_full';
end $$;
create function fresh.fill_disk() returns void language plpgsql as $$
declare name text;
begin
  for name in select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
  loop
    execute format('create trigger full_disk before insert or update or delete on public.%I
      execute function fresh.refuse()', name);
  end loop;
end $$;
create function fresh.reset() returns void language plpgsql as $$
declare
  name text;
  deleted integer;
begin
  set local session_replication_role = replica;
  loop
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid();
    exit when not found;
    perform pg_sleep(0.001), pg_stat_clear_snapshot();
  end loop;
  for name in select relname from pg_class join pg_trigger on tgrelid = pg_class.oid where tgname = 'full_disk'
  loop execute format('drop trigger full_disk on public.%I', name); end loop;
  for name in select relname from pg_class where relnamespace = 'fresh'::regnamespace and relkind = 'r'
  loop
    execute format('delete from public.%I', name);
    get diagnostics deleted = row_count;
    -- Few rows are deleted in less time than new files are made.
    if deleted > 1000 then execute format('truncate public.%I cascade', name); end if;
  end loop;
  for name in select relname from pg_class where relnamespace = 'fresh'::regnamespace and relkind = 'r'
  loop
    execute format('insert into public.%1$I overriding system value table fresh.%1$I', name);
  end loop;
  perform setval(oid::regclass, 1, false) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S';
end $$;
`

/** Connections of each pool of a store: to open one takes 5 ms of the server's processor. */
const CONNECTIONS = 2

/** A database, and a connection to bring it back to what it was at first. */
type Database = { name: string; client: SQL }

let admin: SQL | undefined
let template: Promise<void> | undefined
let made = 0
/** The pool of free databases, reset to their first state or being reset. */
const spare: Promise<Database>[] = []
const inUse = new Map<PostgresTarget, Database>()

/** How to reach a database of the server. */
function targetOf(name: string): PostgresTarget {
  const url = new URL(POSTGRES_URL!)
  url.pathname = `/${name}`
  return { url: url.href, directUrl: url.href, prepare: true }
}

/** A database with every table, and nothing in them; `connections` for tests in which several hold what others wait for. */
export async function createDatabase(connections = CONNECTIONS): Promise<PostgresTarget> {
  const database = await (spare.shift() ?? makeDatabase())
  const target = { ...targetOf(database.name), poolMax: connections }
  inUse.set(target, database)
  return target
}

/** Returns a database to the pool; the reset runs in the background. */
export function dropDatabase(target: PostgresTarget): void {
  const database = inUse.get(target)
  if (!database) return
  inUse.delete(target)
  spare.push(reset(database))
}

/** From here on whatever is logged is refused, as by a full disk; reads go on. */
export async function forbidWrites(target: PostgresTarget): Promise<void> {
  await inUse.get(target)!.client`select fresh.fill_disk()`
}

async function reset(database: Database): Promise<Database> {
  await database.client`select fresh.reset()`
  return database
}

async function makeDatabase(): Promise<Database> {
  template ??= makeTemplate()
  await template
  const name = `roomwire_test_${process.pid}_${made++}`
  await copy(`create database ${name} template ${TEMPLATE}`)
  return { name, client: new SQL({ url: targetOf(name).url, max: 1 }) }
}

async function makeTemplate(): Promise<void> {
  await dropLeft()
  await copy(`create database ${TEMPLATE}`)
  const target = targetOf(TEMPLATE)
  await (await openStore(target)).close()
  const client = new SQL({ url: target.url, max: 1 })
  await client.unsafe(RESET)
  await client.close()
}

/** Takes away what processes that have ended left on a server that goes on. */
async function dropLeft(): Promise<void> {
  const rows = await server()`select datname from pg_database where datname like 'roomwire\\_%'`
  for (const { datname } of rows as { datname: string }[]) {
    const [, pid] = datname.match(/^roomwire_(?:template|test)_(\d+)/) ?? []
    if (!pid || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue
    await server().unsafe(`drop database if exists ${datname} with (force)`)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function copy(statement: string): Promise<void> {
  const reserved = await server().reserve()
  try {
    await reserved`select pg_advisory_lock(${COPY_LOCK})`
    await reserved.unsafe(statement)
  } finally {
    await reserved`select pg_advisory_unlock(${COPY_LOCK})`
    reserved.release()
  }
}

function server(): SQL {
  admin ??= new SQL({ url: POSTGRES_URL!, max: 4 })
  return admin
}
