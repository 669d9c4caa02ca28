import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MARK } from '@clinic/contract/brand.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sendStatic, staticAnswer } from '../static-answer.ts'
import { BRAND_STYLE, FONT_FILES } from './brand-style.ts'

const PACKAGE = '@fontsource/ibm-plex-sans-arabic'
const FONTS = join(dirname(fileURLToPath(import.meta.resolve(`${PACKAGE}/400.css`))), 'files')

const HEADERS = { 'x-content-type-options': 'nosniff' }
/** A font under a name is that font for good; a month bounds what a mistake would cost. */
const FONT_HEADERS = { ...HEADERS, 'content-type': 'font/woff2', 'cache-control': 'public, max-age=2592000, immutable' }

/** What all pages look alike by, `/brand/*`: the style sheet of tokens, the mark, and the font, each from here alone. */
export const brandFiles: FastifyPluginAsync = async app => {
  const files = {
    'brand.css': await staticAnswer('text/css; charset=utf-8', BRAND_STYLE),
    'icon.svg': await staticAnswer('image/svg+xml', MARK),
  }
  for (const [name, answer] of Object.entries(files))
    app.get(`/brand/${name}`, (request, reply) => sendStatic(request, reply.headers(HEADERS), answer))
  for (const name of FONT_FILES) {
    // Read when first asked for, so that a start costs nothing, and then kept.
    let font: Promise<Buffer> | undefined
    app.get(`/brand/${name}`, async (_request, reply) => {
      font ??= readFile(join(FONTS, name))
      return reply.headers(FONT_HEADERS).send(await font)
    })
  }
}
