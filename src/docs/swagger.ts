import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'

SwaggerUI({
  url: '/swagger/json',
  domNode: document.querySelector('#swagger'),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  // Lives in this browser only, so that a reload does not ask for the key again.
  persistAuthorization: true,
  // The validator badge would ask a server that is not ours.
  validatorUrl: null,
})
