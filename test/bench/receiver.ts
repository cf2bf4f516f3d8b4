/**
 * A receiver of webhooks in a process of its own: takes every POST, and on GET says how many came and how long it
 * took from the first to the last.
 */
let count = 0
let firstMs = 0
let lastMs = 0

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  async fetch(request) {
    if (request.method === 'GET') return Response.json({ count, ms: lastMs - firstMs })
    await request.text()
    lastMs = performance.now()
    if (count++ === 0) firstMs = lastMs
    return new Response(null, { status: 204 })
  },
})
