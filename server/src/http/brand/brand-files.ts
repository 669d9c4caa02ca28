import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MARK } from '@clinic/contract/brand.ts'
import type { FastifyPluginAsync } from 'fastify'
import { serveStatic } from '../static-answer.ts'
import { BRAND_STYLE, FONT_FILES } from './brand-style.ts'

const PACKAGE = '@fontsource/ibm-plex-sans-arabic'
const FONTS = join(dirname(fileURLToPath(import.meta.resolve(`${PACKAGE}/400.css`))), 'files')

/** What all pages look alike by, `/brand/*`: the style sheet of tokens, the mark, and the font, each from here alone. */
export const brandFiles: FastifyPluginAsync = async app => {
  await serveStatic(app, '/brand/brand.css', {}, BRAND_STYLE)
  for (const paper of ['receipt.css', 'offer.css'])
    await serveStatic(app, `/brand/${paper}`, {}, await readFile(join(import.meta.dirname, paper), 'utf8'))
  await serveStatic(app, '/brand/icon.svg', {}, MARK)
  for (const name of FONT_FILES) {
    // Read when first asked for, so that a start costs nothing, and then kept.
    let font: Promise<Buffer> | undefined
    app.get(`/brand/${name}`, { config: { kept: 'month' } }, async (_request, reply) => {
      font ??= readFile(join(FONTS, name))
      return reply.type('font/woff2').send(await font)
    })
  }
}
