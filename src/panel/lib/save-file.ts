import { say } from '../parts/toast.tsx'
import type { SentFile } from './http.ts'
import { t } from './i18n.ts'

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
