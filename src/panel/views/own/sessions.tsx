import { useState } from 'preact/hooks'
import type { OwnSession } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { ago, when } from '../../lib/format.ts'
import { asSentence, t } from '../../lib/i18n.ts'
import { useAction, useCall } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { textColumn } from '../../parts/columns.tsx'
import { Two } from '../../parts/facts.tsx'
import { Badge, ProblemNote, Read } from '../../parts/note.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { say } from '../../parts/toast.tsx'

/** The devices on which one is signed in, each with a button that signs it out. */
export function Sessions() {
  const read = useCall('listSessions', {})
  const [ending, setEnding] = useState<string>()
  const { run, isBusy, problem } = useAction(async (id?: string) => {
    setEnding(id)
    await (id === undefined ? call('endOtherSessions', {}) : call('endSession', { id }))
    read.reload()
    say(t(id === undefined ? 'own.othersEnded' : 'own.ended'))
  })
  const hasOthers = read.data?.items.some(({ current }) => !current)
  const isEnding = (id?: string) => isBusy && ending === id
  const actions: Column<OwnSession> = {
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

const columns = (): Column<OwnSession>[] => [
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
  textColumn(t('own.seen'), ({ seenAt, current }) => (current ? t('own.now') : ago(seenAt))),
  textColumn(t('own.signedIn'), ({ createdAt }) => when(createdAt), { isTold: true }),
]
