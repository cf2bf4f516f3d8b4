import { useEffect } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { SignFrame } from './sign-in.tsx'

/** What came of a link, and where to go on; without `home` nowhere. The link is not in the address any more. */
export function Said({
  title,
  text,
  home,
}: {
  title: string
  text: string
  home?: string | undefined
}) {
  useEffect(() => history.replaceState(null, '', location.pathname), [])
  return (
    <SignFrame title={title}>
      <p role="status">{text}</p>
      {home !== undefined && (
        // Another page, or this one from its beginning.
        <a class="button primary" href={home || location.pathname}>
          {t('sign.title')}
        </a>
      )}
    </SignFrame>
  )
}
