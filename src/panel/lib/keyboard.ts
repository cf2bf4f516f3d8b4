/** What the keyboard can stand on. */
const STOPS =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled)'

/**
 * Keeps the place of who uses the keyboard: when what has the focus goes away or is switched off, what stands next to it
 * has it, or else the nearest thing around it. Enter at a choice sends its form.
 */
export function startKeyboard(): void {
  let path: Node[] = []
  let isByKey = false
  document.addEventListener(
    'keydown',
    ({ key, target }) => {
      isByKey = true
      // As in a field: browsers do nothing at it.
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
      // A page that is new altogether is begun as one that was gone to.
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
    // The browser takes the focus from what is switched off when it draws next.
    if (gone) restore(beside)
    else requestAnimationFrame(() => restore(beside))
  }).observe(document.body, {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ['disabled', 'hidden'],
  })
}
