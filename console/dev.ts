import { PRODUCT } from '@clinic/contract/brand.ts'
import { createServer } from 'vite'
import { operations } from './operations.ts'

/** The platform that the pages speak to; `npm start` serves it here. */
const { API = 'http://localhost:4000' } = process.env
const OWN = { target: API, headers: { origin: new URL(API).origin } }

const server = await createServer({
  configFile: false,
  root: import.meta.dirname,
  plugins: [
    operations,
    {
      name: 'page',
      transformIndexHtml: html =>
        html
          .replace('{{nonce}}', '')
          .replace('{{product}}', PRODUCT.en)
          .replace('{{returnOrigins}}', new URL(API).origin)
          .replace('{{development}}', 'on')
          .replace('{{assistantAddress}}', 'http://localhost:4001/mcp'),
    },
  ],
  server: {
    // Changes are taken from the platform's own pages alone, so that is where these say they come from.
    proxy: { '/staff': OWN, '/publisher/v1': OWN, '/platform/v1': OWN, '/brand': API },
  },
})
await server.listen()
server.printUrls()
