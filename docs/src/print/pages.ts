import { type Page, referencePages } from './reference.ts'
import { otherModels, pluginModel } from './surfaces.ts'
import type { Facts } from './written.ts'
import { readPages, writtenPage } from './written.ts'

/** Every page of the documentation: what people wrote, and what is printed from the contract. */
export function allPages(facts: Facts): Page[] {
  const model = pluginModel()
  const written = readPages(facts).map(page => writtenPage(page, model))
  const others = otherModels().flatMap(([name, other]) =>
    referencePages(other, '').map(page => ({ ...page, path: page.path === '' ? name : `${name}/${page.path}` })),
  )
  return [...written, ...referencePages(model, 'reference'), ...others]
}
