import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MARK } from '@clinic/contract/brand.ts'
import type { FastifyPluginAsync } from 'fastify'
import { serveStatic } from '../static-answer.ts'
import { BRAND_STYLE, FONT_FILES } from './brand-style.ts'

const PACKAGE = '@fontsource/ibm-plex-sans-arabic'
const FONTS = join(dirname(fileURLToPath(import.meta.resolve(`${PACKAGE}/400.css`))), 'files')

const HEADERS = { 'x-content-type-options': 'nosniff' }
/** A font under a name is that font for good; a month bounds what a mistake would cost. */
const FONT_HEADERS = { ...HEADERS, 'content-type': 'font/woff2', 'cache-control': 'public, max-age=2592000, immutable' }

/** What all pages look alike by, `/brand/*`: the style sheet of tokens, the mark, and the font, each from here alone. */
export const brandFiles: FastifyPluginAsync = async app => {
  await serveStatic(app, '/brand/brand.css', HEADERS, BRAND_STYLE)
  await serveStatic(app, '/brand/icon.svg', HEADERS, MARK)
  for (const name of FONT_FILES) {
    // Read when first asked for, so that a start costs nothing, and then kept.
    let font: Promise<Buffer> | undefined
    app.get(`/brand/${name}`, async (_request, reply) => {
      font ??= readFile(join(FONTS, name))
      return reply.headers(FONT_HEADERS).send(await font)
    })
  }
}
