import type { ComponentChildren } from 'preact'
import { Problem } from '../lib/api.ts'
import { problemText, t, type WordKey } from '../lib/i18n.ts'
import type { Loaded } from '../lib/load.ts'
import { Button } from './button.tsx'

/** Says what went wrong, out loud for screen readers; nothing when nothing did. */
export function ProblemNote({
  problem,
  onRetry,
}: {
  problem: Problem | undefined
  onRetry?: () => void
}) {
  return (
    <div role="alert" class="alert-slot">
      {problem && (
        <div class="note bad">
          <p>{problemText(problem)}</p>
          {onRetry && <Button onClick={onRetry}>{t('action.retry')}</Button>}
        </div>
      )}
    </div>
  )
}

/** Shown while something is read for the first time. */
export function Loading() {
  return (
    <p class="loading" role="status">
      {t('app.loading')}
    </p>
  )
}

/** What came of a reading: what went wrong, that it goes on, or what is drawn of what was read. */
export function Read<T>({
  of: { data, problem, reload },
  children,
}: {
  of: Pick<Loaded<T>, 'data' | 'problem' | 'reload'>
  children: (data: T) => ComponentChildren
}) {
  return (
    <>
      <ProblemNote problem={problem} onRetry={reload} />
      {data === undefined ? !problem && <Loading /> : children(data)}
    </>
  )
}

/** Shown where there is nothing yet, with what to do about it. */
export function Empty({
  title,
  isPage = false,
  children,
  action,
}: {
  title: string
  /** There is nothing else on the page, so this is its heading. */
  isPage?: boolean
  children?: ComponentChildren
  action?: ComponentChildren
}) {
  return (
    <div class="empty">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** Stands in place of a page that somebody's role in the hotel does not open. */
export const NotYours = () => (
  <Empty isPage title={t('sign.wrongRole')}>
    {problemText(new Problem(403, { code: 'role_missing' }))}
  </Empty>
)

/** How grave what a badge or a note says is. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'

/** A state in a word, in the colour of its tone. */
export const Badge = (props: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${props.tone ?? 'neutral'}`}>{props.children}</span>
)

/** Whether a hotel or room type is on sale. */
export const SaleBadge = (props: { isOn: boolean; off?: WordKey }) => (
  <Badge tone={props.isOn ? 'good' : 'neutral'}>
    {t(props.isOn ? 'rooms.active' : (props.off ?? 'hotels.inactive'))}
  </Badge>
)
