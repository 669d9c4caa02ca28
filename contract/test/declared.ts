/** Everything that the contract declares, found by walking all of its files: also what no server implements yet. */
import { readdir } from 'node:fs/promises'
import { isRecord, type JsonSchema } from '../src/json-schema.ts'
import type { EventDeclaration, Operation } from '../src/kernel.ts'

const source = new URL('../src/', import.meta.url)
const names = (await readdir(source)).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const modules: unknown[] = await Promise.all(names.map(name => import(new URL(name, source).href)))
const exported = [...new Set(modules.filter(isRecord).flatMap(module => Object.values(module)))]

const isOperation = (value: unknown): value is Operation => isRecord(value) && 'path' in value && 'returns' in value
const isEvent = (value: unknown): value is EventDeclaration => isRecord(value) && 'neverSent' in value
const isResource = (value: unknown): value is JsonSchema & { 'x-resource': string } =>
  isRecord(value) && 'x-resource' in value

export const declaredOperations = exported.filter(isOperation)
export const declaredEvents = exported.filter(isEvent)
export const declaredResources = exported.filter(isResource)
