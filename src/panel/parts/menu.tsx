import type { ComponentChildren, RefObject } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** An item of a menu. */
export type MenuItem = { text: string; run: () => void; isDanger?: boolean }

/** A button that opens a menu of actions; Escape and a click elsewhere close it. */
export function Menu({
  name,
  items,
  look,
}: {
  name: string
  items: readonly MenuItem[]
  /** The look of the button; default: a quiet one. */
  look?: string
}) {
  return (
    <Popover name={name} face={<Icon name="more" />} {...(look && { look })}>
      {(close) =>
        items.map(({ text, run, isDanger }) => (
          <Button
            key={text}
            kind={isDanger ? 'danger' : 'quiet'}
            onClick={() => {
              close()
              run()
            }}
          >
            {text}
          </Button>
        ))
      }
    </Popover>
  )
}

type PopoverProps = {
  /** The button's accessible name, which contains its visible text. */
  name: string
  face: ComponentChildren
  /** The look of the button; default: a quiet one. */
  look?: string
  /** The element that opens it by a key and gets the focus back; Tab then skips the button. */
  home?: RefObject<HTMLElement | null>
  children: (close: () => void) => ComponentChildren
}

/** A button that opens a small panel below it. */
export function Popover({ name, face, look = 'button quiet', home, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    ;(home ?? button).current?.focus()
  }
  // At once, since a key may follow the press that opened it.
  useLayoutEffect(() => {
    if (!isOpen) return
    const elsewhere = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // A dialog or panel around it stays open.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    document.addEventListener('keydown', onEscape, true)
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('keydown', onEscape, true)
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [isOpen])
  return (
    <div class="menu" ref={root}>
      <button
        ref={button}
        type="button"
        class={look}
        tabIndex={home && -1}
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && (
        <div class="menu-body" id={id}>
          {children(close)}
        </div>
      )}
    </div>
  )
}
