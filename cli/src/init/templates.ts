/** What a template is put together from, the later over the earlier, and where in it events arrive. */
export interface Template {
  readonly words: string
  readonly layers: readonly string[]
  readonly entry: string
  /** What its README says beyond the others. */
  readonly more?: string
}

export const TEMPLATES: Readonly<Record<string, Template>> = {
  node: { words: 'the http server of Node', layers: ['common', 'http', 'server', 'node'], entry: '`src/server.js`' },
  express: { words: 'Express', layers: ['common', 'http', 'server', 'express'], entry: '`src/server.js`' },
  fastify: { words: 'Fastify', layers: ['common', 'http', 'fastify'], entry: '`src/server.js`' },
  next: { words: 'a route of Next', layers: ['common', 'next'], entry: '`app/webhooks/route.js`' },
  workers: {
    words: 'Cloudflare Workers',
    layers: ['common', 'workers'],
    entry: '`src/worker.js`',
    more: '\n\nDeployed, the worker has the three values of `.env` as secrets: `npx wrangler secret bulk .env`.',
  },
}
