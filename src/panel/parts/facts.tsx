import type { ComponentChildren } from 'preact'

/** A fact: its name and its value; one that is null, false or empty is left out. */
export type Pair = readonly [name: ComponentChildren, value: ComponentChildren]

/** Facts by name, on a card of their own if `isCard`. */
export function Facts({ pairs, isCard }: { pairs: readonly Pair[]; isCard?: boolean }) {
  const there = pairs.filter(([, value]) => value != null && value !== '' && value !== false)
  return (
    <dl class={isCard ? 'card pairs' : 'pairs'}>
      {there.map(([name, value]) => (
        <div key={typeof name === 'string' ? name : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Two lines of a cell: the value over its explanation. */
export function Two({ over, children }: { over: ComponentChildren; children: ComponentChildren }) {
  return (
    <span class="two">
      <span>{over}</span>
      <span class="dim">{children}</span>
    </span>
  )
}
