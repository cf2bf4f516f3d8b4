/** What the binary's start is measured against: Elysia with one route and nothing else. */
import { Elysia } from 'elysia'

new Elysia()
  .get('/v1/health', () => ({ status: 'ok' }))
  .listen({ hostname: '127.0.0.1', port: Number(process.env.PORT) })
