import type { ButtonHTMLAttributes } from 'preact'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary`: the one thing to do here; `danger`: takes something away; `quiet`: without a frame. */
  kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** Shows that it is at work; it takes no second press meanwhile, yet keeps the focus. */
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
