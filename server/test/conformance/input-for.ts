import { readdir } from 'node:fs/promises'
import type { Operation } from '@clinic/contract/kernel.ts'
import type { Fixture, Scene } from '../support/clinic/fixture.ts'

const folder = new URL('../fixtures/', import.meta.url)
const modules: { fixtures: Fixture[] }[] = await Promise.all(
  (await readdir(folder)).map(name => import(new URL(name, folder).href)),
)
const byOperation = new Map(modules.flatMap(({ fixtures }) => fixtures).map(made => [made.operation, made]))

/** Operations that something proves. Those without a fixture fail once, in answers.test.ts. */
export const proven = (operation: Operation): boolean => byOperation.has(operation)

/** An input with which the operation succeeds in the scene. */
export function inputFor(operation: Operation, scene: Scene): Promise<Record<string, unknown>> {
  const found = byOperation.get(operation)
  if (!found) throw new Error(`${operation.id} has no fixture.`)
  return found.input(scene)
}
