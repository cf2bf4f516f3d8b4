import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { RemovalSchema } from '../../http/accounts/access-grant-shape.ts'
import type { KeySchema } from '../../http/api/key-shape.ts'
import type { SiteSchema } from '../../http/sites/site-shape.ts'
import { ago, dateTime } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useAction, useLoad } from '../lib/load.ts'
import { ActionDialog, closeSaying } from './dialog.tsx'
import { CheckField } from './field.tsx'
import { Loading, ProblemNote } from './note.tsx'

/** The maker of a thing, and its last use. */
type Used = Pick<Static<typeof KeySchema>, 'lastUsedAt' | 'lastUsedFrom'>
type MadeBy = Pick<Static<typeof KeySchema>, 'createdBy'>
type Secret = Pick<Static<typeof SiteSchema>, 'prefix' | 'previous'>

/** The instant and the address of the last use. */
export function usedText({ lastUsedAt, lastUsedFrom: address }: Used): string {
  if (!lastUsedAt) return t('channel.key.never')
  return address ? t('made.usedFrom', { ago: ago(lastUsedAt), address }) : ago(lastUsedAt)
}

/** The instant at which something was made, and its maker if known. */
export function madeText(createdAt: string, { createdBy }: MadeBy, zone: string): string {
  const at = dateTime(createdAt, zone)
  return createdBy?.name ? t('site.madeBy', { at, name: createdBy.name }) : at
}

/** The first characters of a secret, and of the one before it while both are valid. */
export const Prefix = ({ of: { prefix, previous }, zone }: { of: Secret; zone: string }) => (
  <>
    <code>{prefix}…</code>
    {previous && (
      <>
        {' · '}
        {t('site.previous', { prefix: previous.prefix, at: dateTime(previous.until, zone) })}
      </>
    )}
  </>
)

type RemovalProps = {
  title: string
  /** The text of the confirming button. */
  action: string
  /** The person in question. */
  name: string
  /** Reads the things that they made. */
  preview: (signal: AbortSignal) => Promise<Removal>
  /** True if the reader may also end those things; they are listed either way. */
  mayEnd?: boolean
  /** Runs on confirmation; a text that it answers closes the dialog and becomes a toast. */
  act: (revoke: boolean) => Promise<unknown>
  onClose: () => void
  children: ComponentChildren
}
type Removal = {
  made: readonly (Static<typeof RemovalSchema>['made'][number] & { hotelSlug?: string | null })[]
  madeCount?: number
}

/** Asks before a person is removed or blocked, lists the things that they made, and asks if those end too. */
export function ConfirmRemoval(props: RemovalProps) {
  const { name, preview, act, mayEnd = true, children, ...dialog } = props
  const { data, problem } = useLoad(preview, [])
  const [isEnding, setEnding] = useState(false)
  const acting = useAction(async () => closeSaying(await act(isEnding), dialog.onClose))
  const isLoading = !data && !problem
  return (
    <ActionDialog {...dialog} isBusy={acting.isBusy || isLoading} onSubmit={acting.run}>
      {children}
      {isLoading && <Loading />}
      {data && data.made.length > 0 && (
        <>
          <MadeList name={name} of={data} />
          {mayEnd && <CheckField label={t('made.revoke')} checked={isEnding} onCheck={setEnding} />}
        </>
      )}
      {/* What stands in the way is told once. */}
      <ProblemNote problem={acting.problem ?? problem} />
    </ActionDialog>
  )
}

function MadeList({ name, of: { made, madeCount = made.length } }: { name: string; of: Removal }) {
  const more = madeCount - made.length
  return (
    <>
      <p>{t('made.list', { name })}</p>
      <ul class="listed">
        {made.map((each) => (
          <li key={each.id}>
            {t(`made.${each.kind}`)}: <bdi>{each.name}</bdi>
            {each.hotelSlug && ` (${each.hotelSlug})`}
          </li>
        ))}
        {more > 0 && <li>{t('made.more', { count: more })}</li>}
      </ul>
    </>
  )
}
