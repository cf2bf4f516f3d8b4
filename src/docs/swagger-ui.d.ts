declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Draws Swagger UI into a node (swagger-ui's configuration reference). */
  export default function SwaggerUI(options: Record<string, unknown>): void
}
