import { t } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { say, sayWrong } from './toast.tsx'

/** A button that copies a text. */
export function Copy({ text }: { text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => say(t('action.copied')),
      () => sayWrong(t('channel.copyByHand')),
    )
  }
  return <Button onClick={copy}>{t('action.copy')}</Button>
}
