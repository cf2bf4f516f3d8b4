const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Keys of the list of rooms: up and down walk its rows and rates, right opens a row, left closes it, minus takes a room
 * out again. Enter presses what has the focus.
 */
export function onListKey(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { key, target, currentTarget: list } = event
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
  const stops = [...list.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.indexOf(target)
  if (at < 0) return
  const next = nextStop(stops, at, key)
  const press = buttonFor(key, target)
  if (!next && !press) return
  event.preventDefault()
  next?.focus()
  press?.click()
}

/** The stop that a key goes to; undefined for any other key. */
function nextStop(stops: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key in STEPS) return stops[Math.max(0, Math.min(stops.length - 1, at + STEPS[key]!))]
  if (key === 'Home') return stops[0]
  if (key === 'End') return stops.at(-1)
  const isRate = !stops[at]!.ariaExpanded
  if (key === 'ArrowLeft' && isRate)
    return stops.slice(0, at).findLast((stop) => stop.ariaExpanded !== null)
  return undefined
}

/** The button that a key presses on a stop; undefined for any other key. */
function buttonFor(key: string, stop: HTMLElement): HTMLElement | undefined {
  if (key === '+' && !stop.ariaExpanded) return stop
  if (key === '-' || key === 'Delete')
    return stop.parentElement?.querySelector<HTMLElement>('[data-less]') ?? undefined
  const isWrong = key === 'ArrowRight' ? 'false' : key === 'ArrowLeft' ? 'true' : undefined
  return isWrong && stop.ariaExpanded === isWrong ? stop : undefined
}
