import type { Language } from '../../domain/kernel/language.ts'

/** Styles of the light and dark themes, without scripts, images or fonts. */
const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;background:light-dark(#f7f7f5,#131417);color:light-dark(#1c1d20,#ececea)}main{max-width:32rem;margin:20vh auto 0;padding:0 1.5rem}h1{font-size:1.4rem}a{color:light-dark(#0f6b5c,#4cc2ac)}`

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

const HASH = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * Returns the 404 page for people, in the first supported language of the browser.
 *
 * @returns undefined for programs, and below `/v1/`, which has no pages: the answer is a problem instead
 */
export function unknownPage(request: Request, requestId: string): Response | undefined {
  const { method, headers, url } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const isPerson = /\btext\/html\b/.test(headers.get('accept') ?? '')
  if (!isRead || !isPerson || /^\/v1(\/|$)/.test(URL.parse(url)?.pathname ?? '')) return undefined
  return new Response(method === 'HEAD' ? null : pageIn(languageOf(headers)), {
    status: 404,
    headers: {
      'content-type': 'text/html;charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      vary: 'accept, accept-language',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    },
  })
}

/** Returns the first supported language of a browser; English if it names none. */
export function languageOf(headers: Headers): Language {
  const asked = headers.get('accept-language')?.match(/\b(tr|en)\b/i)?.[1]
  return asked?.toLowerCase() === 'tr' ? 'tr' : 'en'
}

function pageIn(language: keyof typeof WORDS): string {
  const { title, text, panel, agency, docs } = WORDS[language]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${text}</p><p><a href="/panel">${panel}</a> · <a href="/acenta">${agency}</a> · <a href="/swagger">${docs}</a></p></main></html>`
}
