import { create } from 'xmlbuilder2'

/** An element of a document, or a text in it; the name of a text is `#text`. */
export interface Element {
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<Element>
}

/** Reads a document; throws for what is no XML. */
export const readUbl = (xml: string): Element => create(xml).root().node

/** All elements that the path of names leads to. */
export const allAt = (from: Element, path: string): Element[] =>
  path
    .split('/')
    .reduce(
      (found, name) => found.flatMap(each => [...each.childNodes].filter(child => child.nodeName === name)),
      [from],
    )

export const textAt = (from: Element, path: string): string | undefined =>
  allAt(from, path)[0]?.textContent ?? undefined
