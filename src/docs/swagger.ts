import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'

const SPEC_PATH = '/swagger/json'

SwaggerUI({
  url: SPEC_PATH,
  domNode: document.querySelector('#swagger'),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  // A key that was pasted at a front desk must not stay in that browser.
  persistAuthorization: false,
  // The validator badge would call a foreign server.
  validatorUrl: null,
  responseInterceptor: serveHere,
})

/**
 * Directs calls to the page's own origin, not the document's address: the page may have another address, and its policy
 * allows no other. An answer's only example is shown without a list to choose from.
 */
function serveHere(response: { url: string; text: string }) {
  if (!response.url.endsWith(SPEC_PATH)) return response
  const document: Document = JSON.parse(response.text)
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  for (const { responses } of [...operations, document.components])
    for (const { content = {} } of Object.values(responses))
      for (const media of Object.values(content)) showExample(media)
  return { ...response, text: JSON.stringify({ ...document, servers: [{ url: location.origin }] }) }
}

type Media = { example?: unknown; examples?: Record<string, { value: unknown }> }
type AnswerList = { responses: Record<string, { content?: Record<string, Media> }> }
type Document = { paths: Record<string, Record<string, AnswerList>>; components: AnswerList }

function showExample(media: Media): void {
  const [only, ...others] = Object.values(media.examples ?? {})
  if (!only || others.length > 0) return
  media.example = only.value
  delete media.examples
}
