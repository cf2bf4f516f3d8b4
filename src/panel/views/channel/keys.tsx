import { useState } from 'preact/hooks'
import { KEY_REQUESTS_PER_MINUTE, KEYS_ACTIVE_MAX } from '../../../domain/limits.ts'
import { api, type Page } from '../../lib/api.ts'
import { ago, dateTime, number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useLoad } from '../../lib/load.ts'
import { useRefresh } from '../../lib/refresh.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { KeyName } from '../../parts/key-name.tsx'
import { Badge, Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { say } from '../../parts/toast.tsx'
import type { Key, TabProps } from './model.ts'
import { NewKey } from './new-key.tsx'

/** What each key has asked for within the last minute is in no feed. */
const REFRESH_MS = 10_000

/** The hotel's API keys: made with the key shown once, revoked at once. */
export function Keys({ hotel }: TabProps) {
  const query = { hotel: hotel.slug }
  const { data, problem, reload } = useLoad(
    (signal) => api.get<Page<Key>>('/v1/panel/api-keys', { query, signal }),
    [hotel.slug],
  )
  useRefresh(reload, REFRESH_MS)
  const [isMaking, setIsMaking] = useState(false)
  const [revoked, setRevoked] = useState<Key>()
  const standing = data?.items.filter(({ revokedAt }) => !revokedAt)
  const gone = data?.items.filter(({ revokedAt }) => revokedAt) ?? []
  const revoke = useAction(async () => {
    await api.delete(`/v1/panel/api-keys/${revoked!.id}`, { query })
    say(t('channel.key.revoked', { name: revoked!.name }))
    setRevoked(undefined)
    reload()
  })
  return (
    <section class="stack" aria-labelledby="keys">
      <div class="view-head">
        <h2 id="keys">{t('channel.keys')}</h2>
        <Button kind="primary" onClick={() => setIsMaking(true)}>
          {t('channel.key.make')}
        </Button>
      </div>
      <p class="dim">{t('channel.key.about', { count: KEYS_ACTIVE_MAX })}</p>
      <ProblemNote problem={problem} onRetry={reload} />
      {standing?.length === 0 ? (
        <Empty title={t('channel.key.none')}>{t('channel.key.noneText')}</Empty>
      ) : standing ? (
        <Table
          caption={t('channel.keys')}
          rows={standing.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))}
          keyOf={({ id }) => id}
          columns={columnsOf(hotel.timezone, setRevoked)}
        />
      ) : (
        !problem && <Loading />
      )}
      {gone.length > 0 && (
        <details>
          <summary>{t('channel.key.revokedKeys', { count: gone.length })}</summary>
          <Table
            caption={t('channel.key.revokedKeys', { count: gone.length })}
            rows={gone}
            keyOf={({ id }) => id}
            columns={goneColumns(hotel.timezone)}
          />
        </details>
      )}
      {isMaking && <NewKey hotel={hotel} onMade={reload} onClose={() => setIsMaking(false)} />}
      {revoked && (
        <Confirm
          title={t('channel.key.revokeNamed', { name: revoked.name })}
          action={t('channel.key.revoke')}
          isBusy={revoke.isBusy}
          problem={revoke.problem}
          onConfirm={revoke.run}
          onClose={() => setRevoked(undefined)}
        >
          <p>{t(isOver(revoked) ? 'channel.key.revokeOverText' : 'channel.key.revokeText')}</p>
        </Confirm>
      )}
    </section>
  )
}

const isOver = ({ expiresAt }: Key) => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

const nameColumn = (): Column<Key> => ({
  head: t('channel.key.name'),
  isName: true,
  cell: KeyName,
})
const madeColumn = (timezone: string): Column<Key> => ({
  head: t('channel.key.made'),
  cell: ({ createdAt }) => dateTime(createdAt, timezone),
})
const useColumn = (): Column<Key> => ({
  head: t('channel.key.lastUse'),
  cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('channel.key.never')),
})

const goneColumns = (timezone: string): Column<Key>[] => [
  nameColumn(),
  {
    head: t('channel.key.isRevoked'),
    cell: ({ revokedAt }) => dateTime(revokedAt!, timezone),
  },
  madeColumn(timezone),
  useColumn(),
]

const columnsOf = (timezone: string, revoke: (key: Key) => void): Column<Key>[] => [
  nameColumn(),
  {
    head: t('channel.state'),
    cell: (key) =>
      isOver(key) ? (
        <span class="two">
          <Badge tone="neutral">{t('channel.key.isExpired')}</Badge>
          <span class="dim">{t('channel.key.opensNothing')}</span>
        </span>
      ) : (
        <Badge tone="good">{t('channel.key.isActive')}</Badge>
      ),
  },
  madeColumn(timezone),
  {
    head: t('channel.key.expires'),
    cell: ({ expiresAt }) => (expiresAt ? dateTime(expiresAt, timezone) : t('channel.key.never')),
  },
  useColumn(),
  {
    head: t('channel.key.limit'),
    isNumber: true,
    cell: ({ requestsLastMinute, requestsPerMinute }) =>
      `${number(requestsLastMinute)} / ${number(requestsPerMinute ?? KEY_REQUESTS_PER_MINUTE)}`,
  },
  {
    head: t('channel.actions'),
    cell: (key) => (
      <Button
        kind="danger"
        aria-label={t('channel.key.revokeNamed', { name: key.name })}
        onClick={() => revoke(key)}
      >
        {t('channel.key.revoke')}
      </Button>
    ),
  },
]
