import { useState } from 'preact/hooks'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../parts/button.tsx'
import { say } from '../../parts/toast.tsx'

/** Something that is shown this once, with a button that copies it. */
export function Secret({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => say(t('action.copied')),
      () => say(t('channel.copyByHand'), { tone: 'bad' }),
    )
  }
  return (
    <div class="secret">
      <span class="sr-only">{label}</span>
      <code>{text}</code>
      <Button onClick={copy}>{t('action.copy')}</Button>
    </div>
  )
}

/** Code to be copied, one language at a time. */
export function Snippets({ snippets }: { snippets: Record<string, string> }) {
  const names = Object.keys(snippets)
  const [shown, setShown] = useState(names[0]!)
  return (
    <div class="snippets">
      {names.length > 1 && (
        <div class="buttons">
          {names.map((name) => (
            <Button key={name} aria-pressed={name === shown} onClick={() => setShown(name)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      <pre class="code">{snippets[shown]}</pre>
    </div>
  )
}
