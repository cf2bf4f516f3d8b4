/*
 * What the scripts of the guests' pages share. `source.ts` puts it before a script that imports it, so that each page
 * loads one file.
 */

/** After this time the browser itself asks, and shows its own error. */
export const ANSWER_MS = 20_000
export const DAY_MS = 86_400_000

export const readPage = async (answer: Response): Promise<Document> =>
  new DOMParser().parseFromString(
    // The policy of the page that is shown allows no style element of another, nor does a parser under it.
    (await answer.text()).replaceAll(/<(\/?)style>/g, '<$1template>'),
    'text/html',
  )

/** Puts a page in the place of the one that is shown. */
export function swapPage(next: Document): void {
  document.title = next.title
  document.documentElement.lang = next.documentElement.lang
  document.body.replaceWith(next.body)
  document.head.querySelector('style')?.remove()
  const colours = new CSSStyleSheet()
  colours.replaceSync(next.head.querySelector('template')?.innerHTML ?? '')
  document.adoptedStyleSheets = [colours]
}

/** Shows a page from its head, and moves the focus to its wrong field, else to its heading. */
export function goToHead(): void {
  scrollTo(0, 0)
  const head = document.querySelector('h1')
  if (head) head.tabIndex = -1
  ;(document.querySelector<HTMLElement>('[autofocus]') ?? head)?.focus()
}

export const fieldsOf = (data: FormData) => new URLSearchParams([...data] as [string, string][])

/** The buttons of a page that the browser keeps are pressed no more. */
export function freeButtons(): void {
  for (const busy of document.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy')
}

/** Adds the button to print, which only a script can do. */
export function addPrint(look: string, at: 'prepend' | 'append'): void {
  const place = document.getElementById('more')
  if (!place) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = look
  button.textContent = place.dataset.print ?? ''
  button.addEventListener('click', () => print())
  place[at](button)
}

/** Puts a button on each side of a number that names them. */
export function addSteps(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-less]')) {
    if (field.parentElement?.className === 'steps') continue
    const label = field.labels?.[0]?.textContent ?? ''
    const box = document.createElement('span')
    box.className = 'steps'
    field.replaceWith(box)
    const step = (sign: string, word = '', by: () => void) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = sign
      button.ariaLabel = `${word}: ${label}`
      button.addEventListener('click', () => {
        by()
        field.dispatchEvent(new Event('change', { bubbles: true }))
      })
      return button
    }
    const { less, more } = field.dataset
    box.append(
      step('−', less, () => field.stepDown()),
      field,
      step('+', more, () => field.stepUp()),
    )
  }
}
