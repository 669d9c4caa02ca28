import { create } from 'xmlbuilder2'

/** An element of a document: its text, and what is in it. */
export interface Element {
  name: string
  text: string
  children: Element[]
}

interface DomNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<DomNode>
}

const ELEMENT = 1

/** Reads a document; throws for what is no XML. */
export function readUbl(xml: string): Element {
  return elementOf(create(xml).root().node)
}

const elementOf = (node: DomNode): Element => ({
  name: node.nodeName,
  text: node.textContent ?? '',
  children: [...node.childNodes].filter(({ nodeType }) => nodeType === ELEMENT).map(elementOf),
})

/** All elements that the path of names leads to. */
export const allAt = (from: Element, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(each => each.children.filter(child => child.name === name)),
      [from],
    )

export const textAt = (from: Element, path: string): string | undefined => allAt(from, path)[0]?.text
