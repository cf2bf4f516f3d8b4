import type { ButtonHTMLAttributes } from 'preact'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` is the main action of the page, `danger` removes something, `quiet` has no frame. */
  kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** True while the action runs: the button takes no second press but keeps the focus. */
  isBusy?: boolean
}

/** A button; `type="submit"` sends the form around it. */
export function Button({ kind = 'plain', isBusy = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${kind}`}
      aria-busy={isBusy}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  )
}
