import { create } from 'xmlbuilder2'
import { stripControl } from '../../kernel/values/strip-control.ts'

/** An element as xmlbuilder2 takes it: attributes begin with `@`, its text is `#`. */
export type Xml = { [name: string]: Xml | Xml[] | string }

/** In canonical form (C14N 1.1): no declaration, no empty-element tags. */
export const xmlText = (root: Xml): string =>
  create({ invalidCharReplacement: '' }, root).end({ headless: true, allowEmptyTags: true })

/** On one line, without characters that are not seen. */
export const plain = (text: string): string => stripControl(text).replace(/\s+/g, ' ').trim()
