import { readFile } from 'node:fs/promises'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { InvalidArgumentError } from 'commander'

/** A mistake of the person at the terminal, told in one line. */
export class UsageError extends Error {}

export interface TemplateUrl {
  template: number
  url: string
}

/** Collects an option that may be given several times. */
export const several = (value: string, earlier: string[] = []): string[] => [...earlier, value]

/** Reads an option that is a JSON map. */
export function jsonMap(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Falls through to the same complaint.
  }
  throw new InvalidArgumentError('must be a JSON map such as {"reminderHours": 24}')
}

/** A webhook of a manifest, counted from 1, and where its events go: `1=https://example.com/hooks`. Collects several. */
export function webhookAddresses(text: string, earlier: TemplateUrl[] = []): TemplateUrl[] {
  const [, template, url = ''] = /^([1-9]\d?)=(.+)$/.exec(text) ?? []
  if (template === undefined) throw new InvalidArgumentError('must be such as 1=https://example.com/hooks')
  return [...earlier, { template: Number(template), url }]
}

export function decimal(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('must be a number')
}

/** The JSON value that a file holds. */
export async function jsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code})`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not JSON`)
  }
}
