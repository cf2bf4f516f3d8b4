import type { Section } from './render.ts'

/** A section that has every word of a query, and an excerpt around the first. */
export type SearchHit = { section: Section; excerpt: string }

const FOUND_MAX = 30
const EXCERPT_CHARS = 160

/** Finds the sections with every word of a query, those with a word in their title first. An empty query finds none. */
export function searchGuide(sections: readonly Section[], query: string): SearchHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = sections.flatMap((section) => {
    const title = section.title.toLowerCase()
    const text = section.text.toLowerCase()
    if (!words.every((word) => title.includes(word) || text.includes(word))) return []
    const titled = words.filter((word) => title.includes(word)).length
    return [{ section, titled, excerpt: excerptOf(section.text, text.indexOf(words[0]!)) }]
  })
  return found.toSorted((a, b) => b.titled - a.titled).slice(0, FOUND_MAX)
}

function excerptOf(text: string, at: number): string {
  const begin = Math.max(0, at - EXCERPT_CHARS / 2)
  const piece = text.slice(begin, begin + EXCERPT_CHARS).trim()
  return `${begin > 0 ? '…' : ''}${piece}${begin + EXCERPT_CHARS < text.length ? '…' : ''}`
}
