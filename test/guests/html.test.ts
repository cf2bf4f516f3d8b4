import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import {
  type Children,
  Fragment,
  type Html,
  htmlOf,
  jsx,
} from '../../src/guests/html/jsx-runtime.ts'

// The JSX of the guests' pages writes what Preact's server renderer writes.

type Value = string | number | boolean | null | undefined
type Tree = { type: string; attributes: Record<string, Value>; inner: Node[] }
type Node = Value | Tree | Node[]

const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'"&<>\' aé₺') }))
const value: fc.Arbitrary<Value> = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined),
)
const NAMES = ['class', 'href', 'id', 'title', 'hidden', 'open', 'data-swap', 'aria-hidden']
const { tree } = fc.letrec<{ tree: Tree; node: Node }>((tie) => ({
  tree: fc.record({
    type: fc.constantFrom('a', 'p', 'li', 'span', 'br', 'img', 'input', 'fragment'),
    attributes: fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 3 }),
    inner: fc.array(tie('node'), { maxLength: 3 }),
  }),
  node: fc.oneof({ maxDepth: 4 }, value, tie('tree'), fc.array(tie('node'), { maxLength: 2 })),
}))
const VOID = ['br', 'img', 'input']

const isTree = (node: Node): node is Tree =>
  typeof node === 'object' && node !== null && 'type' in node

function asPreact(node: Node): VNode | Value | unknown[] {
  if (Array.isArray(node)) return node.map(asPreact)
  if (!isTree(node)) return node
  const { type, attributes, inner } = node
  if (type === 'fragment') return h('div', {}, inner.map(asPreact) as never)
  return h(
    type,
    attributes as never,
    ...(VOID.includes(type) ? [] : (inner.map(asPreact) as never[])),
  )
}

function asHtml(node: Node): Children {
  if (Array.isArray(node)) return node.map(asHtml)
  if (!isTree(node)) return node
  const { type, attributes, inner } = node
  if (type === 'fragment')
    return jsx('div', { children: jsx(Fragment, { children: inner.map(asHtml) }) })
  return jsx(type, { ...attributes, ...(!VOID.includes(type) && { children: inner.map(asHtml) }) })
}

test('elements are written as Preact writes them, whatever stands in them', () => {
  fc.assert(
    fc.property(tree, (each) => {
      const ours = htmlOf(asHtml(each) as Html)
      expect(ours).toBe(renderToString(asPreact(each) as VNode))
    }),
    { numRuns: 300 },
  )
})

test('text that came as JSON never passes for an element', () => {
  const element = jsx('b', { children: 'x' })
  const copied = JSON.parse(JSON.stringify(element)) as Html
  expect(htmlOf(jsx('p', { children: copied }))).not.toContain('<b>')
  expect(htmlOf(jsx('p', { children: '<b>' }))).toBe('<p>&lt;b></p>')
})
