/** What the commands of the operations are made of, taken from the contract when plg is built: nothing of it is written twice. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { FAMILIES, type InputField, inputOf, type Named, pagingOf } from '../sdk/print/declared.ts'
import type { Field, Kind, Verb } from './src/verb.ts'

export const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** The schema without the alternative that says null. */
function bare(schema: Record<string, unknown>): Record<string, unknown> {
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : []
  const [one, ...others] = choices.filter(({ type }) => type !== 'null')
  return one && others.length === 0 ? one : schema
}

function kindOf(schema: Record<string, unknown>): Kind {
  const types = [bare(schema).type].flat().filter(type => type !== 'null')
  if (types.length !== 1) return 'json'
  if (types[0] === 'integer' || types[0] === 'number') return 'number'
  return types[0] === 'string' ? 'text' : types[0] === 'boolean' ? 'boolean' : 'json'
}

function fieldOf({ name, required, schema }: InputField): Field {
  const { description } = schema
  const items = isRecord(bare(schema).items) ? bare(schema).items : undefined
  const many = isRecord(items) && kindOf(items) !== 'json'
  const words = typeof description === 'string' ? description : ''
  return { name, flag: kebab(name), kind: many ? kindOf(items) : kindOf(schema), many, required, words }
}

function verbOf(named: Named): Verb {
  const { operation, verb } = named
  const inPath = [...operation.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name)
  const paging = pagingOf(operation)
  return {
    name: kebab(verb),
    route: [`${operation.method} ${operation.path}`, ...(operation.bodyKey ? [`=${operation.bodyKey}`] : [])].join(' '),
    answers: paging === 'delta' ? 'page' : paging,
    summary: operation.summary,
    words: operation.description ?? '',
    inPath,
    fields: inputOf(named)
      .filter(({ name }) => !inPath.includes(name))
      .map(fieldOf),
  }
}

/** One small file for each family, which its command reads when it is used. */
export async function writeFamilies(dir: string): Promise<void> {
  await mkdir(join(dir, 'families'), { recursive: true })
  for (const [family, verbs] of FAMILIES)
    await writeFile(join(dir, 'families', `${kebab(family)}.json`), JSON.stringify(verbs.map(verbOf)))
}
