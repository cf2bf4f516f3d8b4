/** The SSL modes of libpq and Bun's client. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
const IS_POSTGRES = /^postgres(ql)?:/i

/** True if a text is meant as an address of PostgreSQL. */
export const isPostgresAddress = (text: string): boolean => IS_POSTGRES.test(text)

/** Refuses a wrong address of PostgreSQL. @throws Error one line without the address, which may hold a password */
export function refuseAddress(name: string, text: string): void {
  const refuse = (what: string) => new Error(`${name} ${what}`)
  const { authority = '' } = /^[a-z]+:\/\/(?<authority>[^/?#]*)/i.exec(text)?.groups ?? {}
  const url = IS_POSTGRES.test(text) ? URL.parse(text) : null
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1), url?.searchParams.get('host')]
  if (hosts.some((host) => host?.includes(',')))
    throw refuse('names several servers; it must be one address that follows the primary')
  if (!url || !/^[a-z]+:\/\//i.test(text))
    throw refuse(
      'must be as postgres://user:password@host:port/database; in a password / ? # @ : are written %2F %3F %23 %40 %3A',
    )
  if (!hosts.some(Boolean)) throw refuse('names no server')
  if (!(url.searchParams.get('dbname') ?? url.pathname.slice(1)))
    throw refuse('names no database: postgres://host/database')
  for (const mode of url.searchParams.getAll('sslmode'))
    if (!SSL_MODES.includes(mode)) throw refuse(`must have as sslmode ${SSL_MODES.join(', ')}`)
}
