import type { ComponentChildren } from 'preact'
import { Problem } from '../lib/api.ts'
import { problemText, t, type WordKey } from '../lib/i18n.ts'
import type { Loaded } from '../lib/load.ts'
import { Button } from './button.tsx'

/** Shows a problem and reads it out; draws nothing without one. */
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

/** Shown while data are read for the first time. */
export function Loading() {
  return (
    <p class="loading" role="status">
      {t('app.loading')}
    </p>
  )
}

/** The state of a read: its problem, its progress, or its data. */
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

/** Shown for an empty list, with the action that fills it. */
export function Empty({
  title,
  isPage = false,
  children,
  action,
}: {
  title: string
  /** True if nothing else is on the page, so that this is its heading. */
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

/** Replaces a page that the reader's role in the hotel does not open. */
export const NotYours = () => (
  <Empty isPage title={t('sign.wrongRole')}>
    {problemText(new Problem(403, { code: 'role_missing' }))}
  </Empty>
)

/** The severity of a badge or a note. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'

/** A state in a word, in the colour of its tone. */
export const Badge = (props: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${props.tone ?? 'neutral'}`}>{props.children}</span>
)

/** The badge of a hotel or room type that is on sale or not. */
export const SaleBadge = (props: { isOn: boolean; off?: WordKey }) => (
  <Badge tone={props.isOn ? 'good' : 'neutral'}>
    {t(props.isOn ? 'rooms.active' : (props.off ?? 'hotels.inactive'))}
  </Badge>
)
