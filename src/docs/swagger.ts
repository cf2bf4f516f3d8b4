import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'

SwaggerUI({
  url: '/swagger/json',
  domNode: document.querySelector('#swagger'),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  // A key pasted at a front desk must not stay in that browser.
  persistAuthorization: false,
  // The validator badge would ask a server that is not ours.
  validatorUrl: null,
})
