import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { OwnSessionSchema } from '../../../http/accounts/account-shape.ts'
import { api, type Page } from '../../lib/api.ts'
import { ago, when } from '../../lib/format.ts'
import { asSentence, t } from '../../lib/i18n.ts'
import { useAction, useGet } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { Two } from '../../parts/facts.tsx'
import { Badge, ProblemNote, Read } from '../../parts/note.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { say } from '../../parts/toast.tsx'

type Session = Static<typeof OwnSessionSchema>

const PATH = '/v1/auth/sessions'

/** Where one is signed in, and the end of it. */
export function Sessions() {
  const read = useGet<Page<Session>>(PATH)
  const [ending, setEnding] = useState<string>()
  const { run, isBusy, problem } = useAction(async (id?: string) => {
    setEnding(id)
    await api.delete(id === undefined ? PATH : `${PATH}/${id}`)
    read.reload()
    say(t(id === undefined ? 'own.othersEnded' : 'own.ended'))
  })
  const hasOthers = read.data?.items.some(({ current }) => !current)
  const isEnding = (id?: string) => isBusy && ending === id
  const actions: Column<Session> = {
    head: t('list.actions'),
    cell: ({ id, agent, current }) =>
      !current && (
        <Button
          isBusy={isEnding(id)}
          aria-label={t('own.endOne', { name: agent ?? t('own.unknown') })}
          onClick={() => run(id)}
        >
          {t('own.end')}
        </Button>
      ),
  }
  return (
    <section class="stack" aria-labelledby="own-sessions">
      <div class="view-head">
        <h2 id="own-sessions">{t('own.sessions')}</h2>
        {hasOthers && (
          <Button isBusy={isEnding()} onClick={() => run()}>
            {t('own.endOthers')}
          </Button>
        )}
      </div>
      <p class="dim">{t('own.sessionsText')}</p>
      <ProblemNote problem={asSentence(problem)} />
      <Read of={read}>
        {({ items }) => (
          <Table
            caption={t('own.sessions')}
            rows={items}
            keyOf={({ id }) => id}
            columns={hasOthers ? [...columns(), actions] : columns()}
          />
        )}
      </Read>
    </section>
  )
}

const columns = (): Column<Session>[] => [
  {
    head: t('own.device'),
    isName: true,
    cell: ({ agent, address, current }) => (
      <Two
        over={
          <span class="beside">
            <bdi>{agent ?? t('own.unknown')}</bdi>
            {current && <Badge tone="info">{t('own.this')}</Badge>}
          </span>
        }
      >
        <bdi>{address}</bdi>
      </Two>
    ),
  },
  { head: t('own.seen'), cell: ({ seenAt, current }) => (current ? t('own.now') : ago(seenAt)) },
  { head: t('own.signedIn'), isTold: true, cell: ({ createdAt }) => when(createdAt) },
]
