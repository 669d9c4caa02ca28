import type { EventDeclaration, Method, Operation } from './kernel.ts'

/** What is exported by the modules of some families is what these families promise. */
type Families = Readonly<Record<string, object>>
type ExportsOf<Family> = Family extends unknown ? Family[keyof Family] : never

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isOperation = (value: unknown): value is Operation => isObject(value) && 'access' in value && 'path' in value

const isEvent = <Value>(value: Value): value is Extract<Value, EventDeclaration> =>
  isObject(value) && 'neverSent' in value

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Documentation lists a family's shortest path first, and what reads before what writes. */
const byRoute = (one: Operation, other: Operation): number =>
  one.path.length - other.path.length ||
  one.path.localeCompare(other.path) ||
  METHODS.indexOf(one.method) - METHODS.indexOf(other.method)

/** The operations that families declare, family by family. */
export const operationsOf = (families: Families): Operation[] =>
  Object.values(families).flatMap(family =>
    Object.values<unknown>({ ...family })
      .filter(isOperation)
      .sort(byRoute),
  )

/** The events that families declare, family by family. */
export const eventsOf = <All extends Families>(families: All) =>
  Object.values(families)
    .flatMap((family): ExportsOf<All[keyof All]>[] => Object.values(family))
    .filter(isEvent)

/** The operations of some families by their ids, which they are exported under. */
export type OperationsOf<All extends Families> = {
  [Id in OperationIds<All[keyof All]>]: Exported<All[keyof All], Id>
}
type NamesIn<Family> = Family extends unknown ? keyof Family & string : never
type Exported<Family, Name extends string> = Family extends Readonly<Record<Name, infer Value>> ? Value : never
type OperationIds<Family> = {
  [Name in NamesIn<Family>]: Exported<Family, Name> extends Operation ? Name : never
}[NamesIn<Family>]
