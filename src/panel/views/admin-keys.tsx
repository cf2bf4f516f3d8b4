import { useState } from 'preact/hooks'
import { KEY_REQUESTS_PER_MINUTE } from '../../domain/limits.ts'
import { api, type Page } from '../lib/api.ts'
import { wholeOf } from '../lib/decimal.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useAction, usePages } from '../lib/load.ts'
import type { Hotel } from '../lib/types.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { KeyName } from '../parts/key-name.tsx'
import { Badge, Empty } from '../parts/note.tsx'
import { say } from '../parts/toast.tsx'
import { PagedTable, useDraft, when } from './admin-parts.tsx'

type Key = {
  id: string
  name: string
  prefix: string
  requestsPerMinute: number | null
  requestsLastMinute: number
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
}

/** A hotel's API keys, and how many requests a minute each may make. */
export function AdminKeys({ hotel }: { hotel: Hotel }) {
  const [open, setOpen] = useState<Key>()
  const query = { hotel: hotel.slug }
  const pages = usePages(
    (_, signal) => api.get<Page<Key>>('/v1/panel/api-keys', { query, signal }),
    [hotel.slug],
  )
  return (
    <section class="card stack">
      <h2>{t('admin.keys')}</h2>
      <PagedTable
        pages={pages}
        caption={t('admin.keys')}
        keyOf={({ id }) => id}
        empty={<Empty title={t('admin.noKeys')}>{t('admin.noKeysText')}</Empty>}
        columns={[
          {
            head: t('admin.key'),
            isName: true,
            cell: KeyName,
          },
          { head: t('admin.state'), cell: (key) => <KeyBadge {...key} /> },
          {
            head: t('admin.lastUse'),
            cell: ({ lastUsedAt }) => (lastUsedAt ? when(lastUsedAt) : t('admin.never')),
          },
          {
            head: t('admin.limit'),
            isNumber: true,
            cell: ({ requestsPerMinute: limit }) =>
              limit === null
                ? t('admin.limitDefault', { count: KEY_REQUESTS_PER_MINUTE })
                : number(limit),
          },
          {
            head: t('admin.actions'),
            cell: (key) =>
              key.revokedAt ? (
                '–'
              ) : (
                <Button
                  aria-label={`${t('admin.changeLimit')}: ${key.name}`}
                  onClick={() => setOpen(key)}
                >
                  {t('admin.changeLimit')}
                </Button>
              ),
          },
        ]}
      />
      {open && (
        <LimitForm
          hotel={hotel}
          apiKey={open}
          onClose={() => setOpen(undefined)}
          onSaved={pages.reload}
        />
      )}
    </section>
  )
}

function KeyBadge({ revokedAt, expiresAt }: Key) {
  if (revokedAt) return <Badge tone="bad">{t('admin.revoked')}</Badge>
  if (expiresAt && Date.parse(expiresAt) <= Date.now())
    return <Badge tone="warn">{t('admin.expired')}</Badge>
  return <Badge tone="good">{t('admin.active')}</Badge>
}

type LimitFormProps = { hotel: Hotel; apiKey: Key; onClose: () => void; onSaved: () => void }

function LimitForm({ hotel, apiKey, onClose, onSaved }: LimitFormProps) {
  const { id, name, requestsPerMinute: limit } = apiKey
  const { run, isBusy, problem } = useAction(async () => {
    const path = `/v1/admin/hotels/${encodeURIComponent(hotel.slug)}/keys/${id}`
    const body = { requestsPerMinute: wholeOf(draft.requestsPerMinute) }
    await api.patch(path, { body })
    onClose()
    say(t('admin.saved', { name }))
    onSaved()
  })
  const { draft, text } = useDraft(
    () => ({ requestsPerMinute: limit === null ? '' : String(limit) }),
    problem,
  )
  return (
    <FormDialog
      title={t('admin.limitOf', { name })}
      problem={problem}
      isBusy={isBusy}
      onSubmit={run}
      onClose={onClose}
    >
      <TextField
        label={t('admin.limit')}
        hint={t('admin.limitHint', { count: KEY_REQUESTS_PER_MINUTE })}
        inputMode="numeric"
        {...text('requestsPerMinute')}
      />
    </FormDialog>
  )
}
