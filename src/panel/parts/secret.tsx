import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Copy } from './copy.tsx'
import { Dialog } from './dialog.tsx'

type ShownOnceProps = {
  title: string
  /** The note that it is not shown again. */
  note: string
  label: string
  secret: string
  onClose: () => void
  /** The actions for it. */
  children: ComponentChildren
}

/**
 * A secret that is shown once, with a button that copies it; only the button that confirms its safekeeping closes it.
 */
export function ShownOnce({ title, note, label, secret, onClose, children }: ShownOnceProps) {
  // The second click of a double click on the creating button may land here.
  const keep = (event: MouseEvent) => event.detail < 2 && onClose()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isWide
      isKept
      actions={
        <Button kind="primary" onClick={keep}>
          {t('channel.kept')}
        </Button>
      }
    >
      <p class="note warn">{note}</p>
      <div class="secret">
        <span class="sr-only">{label}</span>
        <code>{secret}</code>
        <Copy text={secret} />
      </div>
      {children}
    </Dialog>
  )
}

/** A code sample to copy, one programming language at a time. */
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
      <pre>{snippets[shown]}</pre>
      <Copy text={snippets[shown]!} />
    </div>
  )
}
