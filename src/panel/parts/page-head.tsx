import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { isLive } from '../lib/live.ts'
import { href, type Target } from '../lib/router.ts'
import { useStore } from '../lib/store.ts'
import { Badge } from './note.tsx'

/** The part of every page's head before its action, set by the frame: the global search. */
export const HeadSlot = createContext<ComponentChildren>(null)

/** The head of a page: its title, what belongs to the title, and the main action at the end. */
export function PageHead({
  title,
  follows = false,
  action,
  children,
}: {
  title: ComponentChildren
  /** True for a page of daily use, which shows changes live and whose controls can be skipped. */
  follows?: boolean
  /** The primary button; rarer ones stand before it as quiet buttons. */
  action?: ComponentChildren
  /** The content beside the title. */
  children?: ComponentChildren
}) {
  return (
    <div class="view-head">
      {follows && (
        <button type="button" class="button skip" onClick={skip}>
          {t('app.skipHead')}
        </button>
      )}
      <h1>{title}</h1>
      {children}
      {follows && <LiveMark />}
      {useContext(HeadSlot)}
      {action}
    </div>
  )
}

/** The link back to the parent page, above the head. */
export const Back = (props: { to: Target; children: string }) => (
  <p class="back">
    <a href={href(props.to)}>← {props.children}</a>
  </p>
)

/** Moves the focus to the content of the page: the cell of its grid, or the first of its lists. */
function skip(event: Event): void {
  const page = (event.currentTarget as HTMLElement).closest('main')
  page?.querySelector<HTMLElement>('.cell[tabindex="0"], .guest-row a, tbody a')?.focus()
}

/** The indicator of live updates. */
function LiveMark() {
  return (
    <span role="status">
      {useStore(isLive) ? (
        <span class="live">{t('app.live')}</span>
      ) : (
        <Badge tone="warn">{t('calendar.notLive')}</Badge>
      )}
    </span>
  )
}
