import type { ComponentChildren } from 'preact'

/** The head of a card: its title, and its button at the end. */
export const CardHead = ({ title, action }: { title: string; action?: ComponentChildren }) => (
  <div class="card-head">
    <h2>{title}</h2>
    {action}
  </div>
)
