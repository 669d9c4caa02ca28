/** The OpenAPI document as its readers get it: what the pages ask of it. */

export interface Schema {
  readonly type?: string | readonly string[]
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly 'x-expects'?: string
  readonly 'x-resource'?: string
  readonly 'x-required-scope'?: string
  readonly 'x-masked-without-scope'?: string
  readonly 'x-replaced-without-scope'?: string
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

export interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Content {
  readonly $ref?: string
  readonly content?: { readonly 'application/json'?: Media }
}

export interface DescribedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content>>
  readonly 'x-required-scopes'?: Asked
  readonly 'x-access'?: string
  readonly 'x-emits'?: readonly string[]
  readonly 'x-step-up'?: boolean
  readonly 'x-window-days'?: number
  readonly 'x-never-sent'?: boolean
}

export interface Asked {
  readonly mode: string
  readonly scopes: readonly string[]
}

interface Schemes {
  readonly pluginToken?: { readonly 'x-scopes': Readonly<Record<string, string>> }
  readonly session?: {
    readonly 'x-permissions': Readonly<Record<string, { readonly sentence: string; readonly roles: readonly string[] }>>
  }
}

export interface Described {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: DescribedOperation }>>
  readonly 'x-error-codes': Readonly<Record<string, { readonly status: number; readonly message: string }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Content>>
    readonly securitySchemes: Schemes
  }
}
