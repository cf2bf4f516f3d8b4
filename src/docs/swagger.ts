import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'

const SPEC_PATH = '/swagger/json'

SwaggerUI({
  url: SPEC_PATH,
  domNode: document.querySelector('#swagger'),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  // A key pasted at a front desk must not stay in that browser.
  persistAuthorization: false,
  // The validator badge would ask a server that is not ours.
  validatorUrl: null,
  responseInterceptor: serveHere,
})

/**
 * Calls go where the page came from, whatever address the document names: the page may be reached by another, and its
 * policy lets it call no other.
 */
function serveHere(response: { url: string; text: string }) {
  if (!response.url.endsWith(SPEC_PATH)) return response
  const document = JSON.parse(response.text)
  return { ...response, text: JSON.stringify({ ...document, servers: [{ url: location.origin }] }) }
}
