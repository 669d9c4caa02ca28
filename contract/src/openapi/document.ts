/** The shape of the OpenAPI 3.1 document, as far as this interface uses it. */
import type { ByScopes } from '../access.ts'

export type Json = Record<string, unknown>
export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Json
  readonly example?: unknown
}

export interface Example {
  readonly summary?: string
  readonly value: unknown
}

export interface MediaType {
  readonly schema: Json
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example>>
}

export interface Body {
  readonly description?: string
  readonly required: boolean
  readonly content: { readonly 'application/json': MediaType }
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: { readonly 'application/json': MediaType }
}

export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly security?: readonly Json[]
  /** The scopes an installation needs: all of them, or any one. */
  readonly 'x-required-scopes'?: Omit<ByScopes, 'by'>
  /** There in sandbox clinics alone. */
  readonly 'x-sandbox-only'?: true
  /** Event types that the operation may cause. */
  readonly 'x-emits'?: readonly string[]
  readonly 'x-rate-limit-class'?: string
  /** Longest span of from..to in days. */
  readonly 'x-window-days'?: number
  /** Who may do it, on the console's own surface. */
  readonly 'x-access'?: string
  /** The right that a key needs, on the publishers' surface. */
  readonly 'x-key-right'?: string
  /** Whether the session must have given its password or second factor within the last minutes. */
  readonly 'x-step-up'?: boolean
  /** An event that is accepted in subscriptions and never sent. */
  readonly 'x-never-sent'?: boolean
}

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', OperationObject>>

export interface OpenApiDocument {
  readonly openapi: string
  readonly jsonSchemaDialect: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly contact: { readonly name: string; readonly url: string }
    readonly license: { readonly name: string; readonly identifier: string }
  }
  /** Every code that the surface refuses with, its status and its sentence. */
  readonly 'x-error-codes': Readonly<Record<string, { readonly status: number; readonly message: string }>>
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly security: readonly Json[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Json>>
    readonly responses: Readonly<Record<string, Response>>
    readonly securitySchemes: Readonly<Record<string, Json>>
  }
}
