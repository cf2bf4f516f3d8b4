import type { ComponentChildren } from 'preact'

/** A thing's facts by name; on a card of their own when `isCard`. */
export function Facts({ isCard, children }: { isCard?: boolean; children: ComponentChildren }) {
  return <dl class={isCard ? 'card pairs' : 'pairs'}>{children}</dl>
}

/** One fact among those of a thing. */
export function Fact(props: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
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
