import type { JSX as Preact } from 'preact'

// The JSX of the guests' pages: an element becomes its text at once. A page has a thousand elements, is written once and
// forgotten, so the tree that Preact builds and walks first has no reader; a page is written in a third of the time.

/** Marks text that is HTML already. No JSON has a symbol, so nothing that a guest or hotel wrote passes for it. */
const HTML = Symbol('html')

/** An element as text: what it was made of is escaped. */
export type Html = { readonly [HTML]: string }

/** All that may stand within an element. */
export type Children =
  | Html
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Children[]

type Props = Record<string, unknown> & { children?: Children }
type Component = (props: Props) => Children

export declare namespace JSX {
  type Element = Html
  type ElementType = keyof Preact.IntrinsicElements | ((props: never) => Children)
  interface IntrinsicElements extends Preact.IntrinsicElements {}
  interface ElementChildrenAttribute {
    children: unknown
  }
}

/** Elements without an end (HTML, *void elements*). */
const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta'])
const SPECIAL = /["&<]/

/** Writes an element, or calls a component; the transpiler writes a call of it for each element of JSX. */
export function jsx(type: string | Component, props: Props): Html {
  if (typeof type !== 'string') return { [HTML]: textOf(type(props)) }
  let text = `<${type}`
  let inner = ''
  for (const name in props) {
    const value = props[name]
    if (name === 'children') inner = textOf(props.children)
    else if (name === 'dangerouslySetInnerHTML') inner = (value as { __html: string }).__html
    else if (value !== undefined && value !== null) text += attribute(name, value)
  }
  return { [HTML]: VOID.has(type) ? `${text}/>` : `${text}>${inner}</${type}>` }
}

export { jsx as jsxDEV, jsx as jsxs }

/** Elements without one around them. */
export const Fragment = ({ children }: { children?: Children }): Children => children

/** Returns the text of an element. */
export const htmlOf = (element: Html): string => element[HTML]

/** Escapes a text as the content of an element or the value of an attribute within double quotes. */
const escapeText = (text: string): string =>
  SPECIAL.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    : text

function textOf(children: Children): string {
  if (typeof children === 'string') return escapeText(children)
  if (children === null || children === undefined || typeof children === 'boolean') return ''
  if (typeof children !== 'object') return String(children)
  if (!Array.isArray(children)) return (children as Html)[HTML]
  let text = ''
  for (const child of children) text += textOf(child)
  return text
}

/** Writes an attribute. A switch is there or not, but `data-` and `aria-` have the words `true` and `false`. */
function attribute(name: string, value: unknown): string {
  const isWord = name[4] === '-'
  if (value === false && !isWord) return ''
  if (value === '' || (value === true && !isWord)) return ` ${name}`
  return ` ${name}="${escapeText(String(value))}"`
}
