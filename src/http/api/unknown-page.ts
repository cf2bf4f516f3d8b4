import { isForPerson, languageOf, plainPage } from './plain-page.ts'

const WORDS = {
  en: {
    title: 'Page not found',
    text: 'There is nothing at this address. It may be mistyped, or the page was removed.',
    panel: 'Hotel sign-in',
    agency: 'Agency sign-in',
    docs: 'API reference',
  },
  tr: {
    title: 'Böyle bir sayfa yok',
    text: 'Bu adreste bir şey yok. Yanlış yazılmış ya da kaldırılmış olabilir.',
    panel: 'Otel girişi',
    agency: 'Acente girişi',
    docs: 'API belgeleri',
  },
}

/**
 * Returns the 404 page for people.
 *
 * @returns undefined for programs: the answer is a problem instead
 */
export function unknownPage(request: Request, requestId: string): Response | undefined {
  if (!isForPerson(request)) return undefined
  const { title, text, panel, agency, docs } = WORDS[languageOf(request.headers)]
  const body = `<p>${text}</p><p><a href="/panel">${panel}</a> · <a href="/acenta">${agency}</a> · <a href="/swagger">${docs}</a></p>`
  return plainPage(request, { status: 404, requestId, title, body })
}
