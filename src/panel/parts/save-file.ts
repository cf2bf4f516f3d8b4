import type { SentFile } from '../lib/http.ts'
import { t } from '../lib/i18n.ts'
import { say } from './toast.tsx'

/** Saves a file as a download of the browser; its address holds no token. */
export function saveFile({ name, content }: SentFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser may not have begun the download yet.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  say(t('sheets.exported', { name }))
}
