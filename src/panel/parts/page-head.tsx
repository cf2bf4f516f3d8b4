import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { isLive } from '../lib/live.ts'
import { href, type Target } from '../lib/router.ts'
import { useStore } from '../lib/store.ts'
import { Badge } from './note.tsx'

/** What every page's head has before its action, given by the frame: the search over everything. */
export const HeadSlot = createContext<ComponentChildren>(null)

/** The head of a page: its title, what belongs to it, and at its end the one thing to do here. */
export function PageHead({
  title,
  follows = false,
  action,
  children,
}: {
  title: ComponentChildren
  /** What happens to the hotel shows at once: it is worked in all day, and its controls can be skipped. */
  follows?: boolean
  /** The primary button; rarer ones stand quiet before it. */
  action?: ComponentChildren
  /** Stands beside the title. */
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

/** The way back to where a page is reached from, above its head. */
export const Back = (props: { to: Target; children: string }) => (
  <p class="back">
    <a href={href(props.to)}>← {props.children}</a>
  </p>
)

/** Goes on to what the page is about: the cell of its grid, the first of its lists. */
function skip(event: Event): void {
  const page = (event.currentTarget as HTMLElement).closest('main')
  page?.querySelector<HTMLElement>('.cell[tabindex="0"], .guest-row a, tbody a')?.focus()
}

/** Says whether what happens is shown at once. */
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
