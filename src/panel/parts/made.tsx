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

/** What is told of who made a thing, and of its last use. */
type Used = Pick<Static<typeof KeySchema>, 'lastUsedAt' | 'lastUsedFrom'>
type MadeBy = Pick<Static<typeof KeySchema>, 'createdBy'>
type Secret = Pick<Static<typeof SiteSchema>, 'prefix' | 'previous'>

/** When something was last used, and from which address. */
export function usedText({ lastUsedAt, lastUsedFrom: address }: Used): string {
  if (!lastUsedAt) return t('channel.key.never')
  return address ? t('made.usedFrom', { ago: ago(lastUsedAt), address }) : ago(lastUsedAt)
}

/** When something was made, and by whom if that is known. */
export function madeText(createdAt: string, { createdBy }: MadeBy, zone: string): string {
  const at = dateTime(createdAt, zone)
  return createdBy?.name ? t('site.madeBy', { at, name: createdBy.name }) : at
}

/** How a secret begins, and the one before it while that is good, too. */
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
  /** Words on the button that does it. */
  action: string
  /** Whom it is about. */
  name: string
  /** Asks what they made. */
  preview: (signal: AbortSignal) => Promise<Removal>
  /** Who may not end what somebody made is only told of it. */
  mayEnd?: boolean
  /** Does it; a text that it answers closes the dialog and is said. */
  act: (revoke: boolean) => Promise<unknown>
  onClose: () => void
  children: ComponentChildren
}
type Removal = {
  made: readonly (Static<typeof RemovalSchema>['made'][number] & { hotelSlug?: string | null })[]
  madeCount?: number
}

/** Asks before somebody is removed or blocked, with what they made, and whether that ends with it. */
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
