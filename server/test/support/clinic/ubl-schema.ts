import attachments from 'ubl-builder/lib/ubl21/CommonAggregateComponents/Attachment.js'
import aggregates from 'ubl-builder/lib/ubl21/CommonAggregateComponents/index.js'
import documents from 'ubl-builder/lib/ubl21/schemaDocuments/ChildrenMap.js'
import { type Element, readUbl } from '../../../src/providers/einvoice/read-ubl.ts'

/** What an element may hold: its children in the order of the schema, and how often each may be there. */
interface Part {
  order: number
  name: string
  min: number
  /** Undefined is any number of times. */
  max: number | undefined
}

const components: object = { ...aggregates, ...attachments }
/** Where the package falls short of UBL 2.1: it has no allowances of a line, and one line alone. */
const LINE = 'cac:InvoiceLine'
const ALLOWANCE: Part = { order: 21, name: 'cac:AllowanceCharge', min: 0, max: undefined }
const INVOICE: readonly Part[] = Object.values(documents.INVOICE_CHILDREN_MAP).map(
  ({ order, childName: name, min, max }) => ({
    order,
    name,
    ...(name === LINE ? { min: 1, max: undefined } : { min, max }),
  }),
)

/**
 * Where an invoice or credit note departs from the schema of UBL 2.1, as another implementation of it has that: elements
 * that are not allowed where they stand, or stand in another order or number. Nothing where it is valid.
 */
export const ublViolations = (xml: string): string[] => violations(readUbl(xml), INVOICE)

function violations(element: Element, parts: readonly Part[]): string[] {
  const children = [...element.childNodes].filter(({ nodeName }) => !nodeName.startsWith('#'))
  const orders = children.map(({ nodeName }) => parts.find(({ name }) => name === nodeName)?.order)
  const misplaced = children.filter((_, i) => {
    const [order, before] = [orders[i], i === 0 ? 0 : orders[i - 1]]
    return order === undefined || order < (before ?? 0)
  })
  const miscounted = parts.filter(({ name, min, max }) => {
    const count = children.filter(({ nodeName }) => nodeName === name).length
    return count < min || count > (max ?? count)
  })
  const within = children.filter(({ nodeName }) => nodeName.startsWith('cac:'))
  return [
    ...misplaced.map(({ nodeName }) => `${element.nodeName}: ${nodeName} does not belong here`),
    ...miscounted.map(
      ({ name, min, max }) => `${element.nodeName}: ${name} has to be there ${min} to ${max ?? 'n'} times`,
    ),
    ...within.flatMap(child => violations(child, partsOf(child.nodeName))),
  ]
}

function partsOf(name: string): Part[] {
  const component: unknown = Reflect.get(components, name.slice('cac:'.length))
  if (typeof component !== 'function') throw new Error(`The package does not know ${name}.`)
  const { paramsMap } = Reflect.construct(component, [{}])
  const parts = Object.values<{ order: number; attributeName: string; min: number; max?: number }>(paramsMap).map(
    ({ order, attributeName, min, max }) => ({ order, name: attributeName, min, max }),
  )
  return name === LINE ? [...parts, ALLOWANCE] : parts
}
