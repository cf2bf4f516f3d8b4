import { h } from 'preact'
import { icons } from '../lib/i18n.ts'
import type { IconName } from '../words/icons.ts'

/** An icon of 16 px in the colour of the text beside it; screen readers read the text alone. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {icons()[name]?.map(([shape, attributes]) => h(shape, attributes))}
    </svg>
  )
}

/** The product's mark. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="7" />
      <path d="M8.5 19V8h5.2a3.4 3.4 0 0 1 0 6.8H8.5m4.6 0 3.4 3.2" />
      <circle cx="18" cy="19" r="1.8" />
    </svg>
  )
}
