/** Elements that can have the focus. */
const STOPS =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled)'

/**
 * Keeps the keyboard's place: if the focused element is removed or disabled, its neighbour gets the focus, or else the
 * nearest element around it. Enter in a select sends its form.
 */
export function startKeyboard(): void {
  let path: Node[] = []
  let isByKey = false
  document.addEventListener(
    'keydown',
    ({ key, target }) => {
      isByKey = true
      // Enter works as in a text field: browsers do nothing in a select.
      if (key === 'Enter' && target instanceof HTMLSelectElement) target.form?.requestSubmit()
    },
    true,
  )
  document.addEventListener('pointerdown', () => (isByKey = false), true)
  document.addEventListener('focusin', ({ target }) => {
    path = []
    for (let at = target as Node | null; at; at = at.parentNode) path.push(at)
  })
  const restore = (beside: readonly (Node | null)[]) => {
    if (!isByKey || document.activeElement !== document.body) return
    if (path[0]?.isConnected && !(path[0] as Element).matches(':disabled')) return
    for (const near of [...beside, ...path]) {
      if (!(near instanceof HTMLElement && near.isConnected)) continue
      const stops = near.matches(STOPS) ? [near] : near.querySelectorAll<HTMLElement>(STOPS)
      // A page that was redrawn as a whole starts at its beginning.
      const stop =
        near.querySelector<HTMLElement>('main') ?? [...stops].find((each) => each.checkVisibility())
      if (stop) return stop.focus()
    }
  }
  new MutationObserver((records) => {
    const gone = records.find(({ removedNodes }) =>
      [...removedNodes].some((node) => path.includes(node)),
    )
    const beside = gone ? [gone.nextSibling, gone.previousSibling] : []
    // The browser takes the focus from a disabled element at the next frame.
    if (gone) restore(beside)
    else requestAnimationFrame(() => restore(beside))
  }).observe(document.body, {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ['disabled', 'hidden'],
  })
}
