import type { ComponentChildren } from 'preact'

/** A fact of a thing: what it is called, and what it is; one that is null or empty is not there. */
export type Pair = readonly [name: ComponentChildren, value: ComponentChildren]

/** A thing's facts by name; on a card of their own when `isCard`. */
export function Facts({ pairs, isCard }: { pairs: readonly Pair[]; isCard?: boolean }) {
  const there = pairs.filter(([, value]) => value != null && value !== '')
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

/** Two lines of a cell, what it is over what explains it. */
export function Two({ over, children }: { over: ComponentChildren; children: ComponentChildren }) {
  return (
    <span class="two">
      <span>{over}</span>
      <span class="dim">{children}</span>
    </span>
  )
}
