import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVENT_READS } from '@clinic/contract/event-reads.ts'
import { type EventType as DeclaredType, events } from '@clinic/contract/event-types.ts'
import { type families, operations } from '@clinic/contract/index.ts'
import type { EventData, Input, Returned } from '@clinic/contract/kernel.ts'
import type { OPERATION_NAMES } from '@clinic/contract/operation-names.ts'
import type { recordFamilies } from '@clinic/contract/record-families.ts'
import type { OperationsOf } from '@clinic/contract/registry.ts'
import { NAMED, readOf } from '../print/declared.ts'
import { printedFiles } from '../print/files.ts'
import type { List } from '../src/calls.ts'
import type { Families } from '../src/printed/clinic.generated.ts'
import type { ClinicEvent, EventType } from '../src/printed/events.generated.ts'

const FOLDER = join(import.meta.dirname, '../src/printed')

test('what is printed of the contract is what the contract says now', async () => {
  const printed = printedFiles()
  assert.deepEqual((await readdir(FOLDER)).sort(), Object.keys(printed).sort())
  for (const [name, text] of Object.entries(printed))
    assert.equal(await readFile(join(FOLDER, name), 'utf8'), text, `${name}: npm run sdk:print`)
})

test('every operation has one family and one verb, and the list of a family is that of its records', () => {
  const named = NAMED.map(({ operation }) => operation.id)
  assert.deepEqual(named.toSorted(), operations.map(({ id }) => id).sort())
  for (const { family, verb, operation } of NAMED) {
    assert.match(`${family}.${verb}`, /^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/)
    if (operation.answer === 'one') assert.doesNotMatch(verb, /^list/)
    else assert.match(verb, /^list/)
  }
})

test('what an event tells of is read by an operation that is there, with data that the event has', () => {
  for (const event of events) {
    const [name, input] = readOf(event) ?? []
    if (name === undefined || input === undefined) continue
    const read = NAMED.find(({ family, verb }) => `${family}.${verb}` === name)
    assert.ok(read, `${event.type} is read by ${name}`)
    assert.deepEqual(Object.keys(Object(read.operation.input).properties ?? {}).sort(), Object.keys(input).sort(), name)
    for (const field of Object.values(input)) assert.ok(field in event.data.properties, `${event.type}: ${field}`)
  }
  const objects = new Set(events.map(({ example }) => example.object))
  assert.deepEqual(
    Object.keys(EVENT_READS).filter(object => !objects.has(object)),
    [],
  )
})

/** What follows is held by the compiler: where a printed type and the contract part, `npm run types` names them. */
type Names = typeof OPERATION_NAMES
type Declared = OperationsOf<typeof families>
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

/** As it is sent: what a caller may give as a Date goes as text. */
type Wire<Type> = Type extends Date
  ? never
  : Type extends readonly (infer Item)[]
    ? Wire<Item>[]
    : Type extends object
      ? { [Key in keyof Type]: Wire<Type[Key]> }
      : Type
/** As it is read: words may grow, save the kind of a record, and what scopes hide may be left out. */
type Read<Type> = Type extends string
  ? Type | (string & {})
  : Type extends readonly (infer Item)[]
    ? Read<Item>[]
    : Type extends object
      ? { [Key in keyof Type]-?: Key extends 'object' ? Whole<Type[Key]> : Read<Type[Key]> }
      : Type
type Whole<Type> = Type extends string ? Type : Read<Type>
type Everything<Type> = Type extends string
  ? Type
  : Type extends readonly (infer Item)[]
    ? Everything<Item>[]
    : Type extends object
      ? { [Key in keyof Type]-?: Everything<Type[Key]> }
      : Type

type Taken<Method> = Method extends (input: infer Given, ...rest: never[]) => unknown
  ? Exclude<Given, undefined>
  : never
type Answered<Method> = Method extends (...given: never[]) => infer Result
  ? Result extends List<infer Item>
    ? Item
    : Awaited<Result> extends (infer Item)[]
      ? Item
      : Exclude<Awaited<Result>, null>
  : never

/** What takes no input takes no key. */
type InputOf<Id> =
  Input<Declared[Id & keyof Declared]> extends infer Given
    ? keyof Given extends never
      ? Record<string, never>
      : Wire<Given>
    : never

type PartingInputs = {
  [Family in keyof Names]: {
    [Verb in keyof Names[Family]]: Verb extends keyof Families[Family]
      ? Same<Wire<Taken<Families[Family][Verb]>>, InputOf<Names[Family][Verb]>> extends true
        ? never
        : [Family, Verb]
      : [Family, Verb]
  }[keyof Names[Family]]
}[keyof Names]

type PartingAnswers = {
  [Family in keyof Names]: {
    [Verb in keyof Names[Family]]: Verb extends keyof Families[Family]
      ? Same<
          Everything<Answered<Families[Family][Verb]>>,
          Read<Returned<Declared[Names[Family][Verb] & keyof Declared]>>
        > extends true
        ? never
        : [Family, Verb]
      : [Family, Verb]
  }[keyof Names[Family]]
}[keyof Names]

type Exports<All> = { [Family in keyof All]: All[Family][keyof All[Family]] }[keyof All]
type DeclaredEvent = Extract<Exports<typeof recordFamilies>, { readonly neverSent: boolean }>
type PartingEvents = {
  [Type in EventType]: Same<
    Everything<Extract<ClinicEvent, { type: Type }>['data']>,
    Read<EventData<Extract<DeclaredEvent, { readonly type: Type }>>>
  > extends true
    ? never
    : Type
}[EventType]

/** Compiles where nothing parts, and names what does where something does. */
const none = <Parting extends never>(...parting: Parting[]): void => assert.deepEqual(parting, [])

test('printed inputs, answers and events have the types of the contract, both ways', () => {
  none<PartingInputs>()
  none<PartingAnswers>()
  none<PartingEvents>()
  none<Same<EventType, DeclaredType> extends true ? never : EventType>()
})
