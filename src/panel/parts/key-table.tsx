import type { ComponentChildren } from 'preact'
import type { Static } from 'typebox'
import { SCOPES_DEFAULT, type Scope } from '../../domain/accounts/scope.ts'
import type { KeySchema } from '../../http/api/key-shape.ts'
import { dateTime } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { Two } from './facts.tsx'
import { madeText, usedText } from './made.tsx'
import { Badge } from './note.tsx'
import { type Column, Table } from './table.tsx'

/** An API key as the list shows it. */
export type Key = Static<typeof KeySchema>

/** A hotel's API keys: the valid ones first, the revoked ones behind a disclosure. */
export function KeyTable({
  keys,
  timezone,
  empty,
  limit,
  sandboxOf = () => t('channel.key.sandbox'),
  actionOf,
}: {
  keys: readonly Key[]
  timezone: string
  /** Shown if there is none. */
  empty: ComponentChildren
  limit: Column<Key>
  /** The note about a test key. */
  sandboxOf?: (key: Key) => ComponentChildren
  actionOf: Column<Key>['cell']
}) {
  const standing = keys.filter(({ revokedAt }) => !revokedAt)
  const gone = keys.filter(({ revokedAt }) => revokedAt)
  const caption = t('channel.key.revokedKeys', { count: gone.length })
  const [name, state, may, made, expires, used] = columnsOf(timezone, sandboxOf)
  const action = { head: t('list.actions'), cell: actionOf }
  return (
    <>
      {standing.length === 0 ? (
        empty
      ) : (
        <Table
          caption={t('channel.keys')}
          rows={standing.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))}
          keyOf={({ id }) => id}
          columns={[name, state, may, expires, usedAndMade(made, used), limit, action]}
        />
      )}
      {gone.length > 0 && (
        <details>
          <summary>{caption}</summary>
          <Table
            caption={caption}
            rows={gone}
            keyOf={({ id }) => id}
            columns={[
              name,
              {
                head: t('channel.key.isRevoked'),
                isTold: true,
                cell: ({ revokedAt }) => dateTime(revokedAt!, timezone),
              },
              made,
              used,
            ]}
          />
        </details>
      )}
    </>
  )
}

/** True if a key has expired. */
export const isOver = ({ state }: Key) => state === 'expired'

/** Two columns in one, to save width: the last use of a key over the day that it was made. */
const usedAndMade = (made: Column<Key>, used: Column<Key>): Column<Key> => ({
  head: used.head,
  isTold: true,
  cell: (key, keys) => (
    <Two over={used.cell(key, keys)}>{`${made.head}: ${made.cell(key, keys)}`}</Two>
  ),
})

/** The scopes of a key, in words. */
export const scopeText = (scope: Scope) => t(`channel.scope.${scope}`)

/** The scopes of several keys, in words. */
export const scopesText = (scopes: readonly Scope[]) =>
  String(scopes) === String(SCOPES_DEFAULT)
    ? t('channel.key.usual')
    : scopes.map(scopeText).join(', ')

/** The addresses that a key is accepted from; nothing for any address. */
function networksText([network, ...more]: readonly string[]) {
  if (!network) return null
  const text = more.length ? t('channel.key.fromMore', { network, count: more.length }) : network
  return `${t('channel.key.from')} ${text}`
}

const columnsOf = (timezone: string, sandboxOf: (key: Key) => ComponentChildren) =>
  [
    {
      head: t('list.name'),
      isName: true,
      cell: ({ name, prefix }: Key) => (
        <Two over={<bdi>{name}</bdi>}>
          <code>{prefix}…</code>
        </Two>
      ),
    },
    {
      head: t('list.state'),
      cell: (key: Key) =>
        isOver(key) ? (
          <Two over={<Badge>{t('channel.key.isExpired')}</Badge>}>
            {t('channel.key.opensNothing')}
          </Two>
        ) : (
          <Two over={<Badge tone="good">{t('admin.active')}</Badge>}>
            {key.mode === 'test' && sandboxOf(key)}
          </Two>
        ),
    },
    {
      head: t('channel.key.may'),
      cell: ({ scopes, allowedIps }: Key) => (
        <Two over={scopesText(scopes)}>{networksText(allowedIps)}</Two>
      ),
    },
    {
      head: t('channel.key.made'),
      isTold: true,
      cell: (key: Key) => madeText(key.createdAt, key, timezone),
    },
    {
      head: t('channel.key.expires'),
      isTold: true,
      cell: ({ expiresAt }: Key) =>
        expiresAt ? dateTime(expiresAt, timezone) : t('channel.key.never'),
    },
    {
      head: t('channel.key.lastUse'),
      isTold: true,
      cell: usedText as (key: Key) => string,
    },
  ] as const
