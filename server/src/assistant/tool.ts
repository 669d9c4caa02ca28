import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation, TObject } from '@clinic/contract/kernel.ts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { Connection } from './connection.ts'
import type { Reading } from './reader.ts'
import type { Schema } from './schemas.ts'
import type { Visibility } from './visibility.ts'

export type JsonObject = Record<string, unknown>

/** One call of a tool, of one connection. */
export interface Call extends Reading {
  connection: Connection
  visibility: Visibility
  box: SecretBox
  /** Runs a read operation of the plugin API and answers as it does, with what else the record holds. */
  read: ReadOperation
  /** The same over all branches of the clinic. */
  readAllBranches: ReadOperation
}

type ReadOperation = (operation: Operation, input: JsonObject) => Promise<unknown>

/** What a call answers, and whose records that shows. */
export interface ToolAnswer {
  content: JsonObject
  resourceIds: string[]
  patientIds: string[]
}

/** A tool as it is shown to connections of one visibility. */
export interface BoundTool {
  /** Closed: a field that is not declared is never answered. */
  output: Schema
  run(call: Call, input: JsonObject): Promise<ToolAnswer>
}

/** A read-only tool. Titles and descriptions are fixed texts: nothing that a person typed gets into them. */
export interface Tool {
  name: string
  title: string
  description: string
  /** All of these are needed. */
  scopes: readonly AssistantScope[]
  /** In snake case, closed. */
  input: TObject
  meta?: JsonObject
  bind(visibility: Visibility): BoundTool
}

/** An answer that shows no records of patients. */
export const answerWithoutRecords = (content: JsonObject): ToolAnswer => ({ content, resourceIds: [], patientIds: [] })

const idsAmong = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter(value => typeof value === 'string')),
]

/** Which records an answer shows, and of which patients, read off what the operation answered. */
export function answerAbout(content: JsonObject, records: readonly JsonObject[]): ToolAnswer {
  const patients = records.map(({ object, id, patientId }) => (object === 'patient' ? id : patientId))
  return { content, resourceIds: idsAmong(records.map(({ id }) => id)), patientIds: idsAmong(patients) }
}

/** The record of an operation that answers one. */
export function oneOf(answer: unknown): JsonObject {
  const data = isRecord(answer) ? answer.data : undefined
  if (isRecord(data)) return data
  throw new TypeError('The operation did not answer with a record.')
}

/** The records of a page, and where the next one begins. */
export function pageOf(answer: unknown): { records: JsonObject[]; nextCursor: string | undefined } {
  const { data, nextCursor } = isRecord(answer) ? answer : {}
  if (!Array.isArray(data)) throw new TypeError('The operation did not answer with a list.')
  return { records: data.filter(isRecord), nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined }
}

/** What comes of a call: content with its JSON as text, or without content a sentence that the model can act on. */
export interface ToolResult {
  text: string
  content?: JsonObject
  outcome: 'ok' | 'refused' | 'failed'
  /** Whether what was given is as the tool declares it. */
  valid: boolean
  answer?: ToolAnswer
}

export const refused = (text: string, valid = true): ToolResult => ({ text, outcome: 'refused', valid })
export const failed = (text: string): ToolResult => ({ text, outcome: 'failed', valid: true })

/** A result in the protocol's terms: the same JSON as structured content and as text, or `isError` with the sentence. */
export const callToolResult = ({ text, content }: ToolResult): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(content ? { structuredContent: content } : { isError: true }),
})
