import { DOCUMENT, FAMILIES, inputOf, type Named, pagingOf } from './declared.ts'
import { familyName, inputName } from './names.ts'
import { comment, typeOf } from './types.ts'

/** What the answer holds under `data`; of lists, one of the records. */
function answerType({ operation, documented }: Named): string {
  const answer = documented.responses[operation.status]
  const schema = answer && 'content' in answer ? answer.content?.['application/json'].schema : undefined
  const { properties } = { properties: {}, ...schema }
  const data = Object(properties).data
  return typeOf(operation.answer === 'one' ? data : data.items, 'service')
}

function returnType(named: Named): string {
  const type = answerType(named)
  if (named.operation.answer === 'page') return `List<${type}>`
  if (named.operation.answer === 'all') return `Call<${type}[]>`
  return named.operation.method === 'DELETE' ? `Call<${type} | null>` : `Call<${type}>`
}

function scopesOf({ documented: { 'x-required-scopes': required, 'x-sandbox-only': sandbox } }: Named): string {
  const { scopes = [], mode } = { ...required }
  const needed = scopes.length === 0 ? 'Any token.' : `Scope: ${scopes.join(mode === 'any' ? ' or ' : ' and ')}.`
  return sandbox ? `${needed} In sandbox clinics alone.` : needed
}

function method(named: Named): string {
  const { operation, verb } = named
  const fields = inputOf(named)
  const given = fields.some(({ required }) => required) ? 'input' : 'input?'
  const input = fields.length === 0 ? 'input?: Record<string, never>' : `${given}: ${inputName(operation.id)}`
  const words = comment(
    `${operation.summary}. ${operation.description ?? ''}`.trim(),
    `${scopesOf(named)} \`${operation.method} ${operation.path}\``,
  )
  return `${words}${verb}(${input}, options?: CallOptions): ${returnType(named)}`
}

/** What the SDK adds to a family beside its operations. */
const ADDED: Readonly<Record<string, string>> = { files: 'FileUploads', events: 'EventFollowing' }

function family(name: string, operations: readonly Named[]): string {
  const list = operations.find(({ verb, operation }) => verb === 'list' && pagingOf(operation) === 'delta')
  const sync = list && `Sync<${answerType(list)}, ${inputName(list.operation.id)}>`
  const bases = [...(sync ? [sync] : []), ...(ADDED[name] ? [ADDED[name]] : [])]
  const base = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`
  const tag = operations[0]?.operation.tag ?? ''
  const words = DOCUMENT.tags.find(({ name: known }) => known === tag)?.description
  return `${comment(words)}export interface ${familyName(name)}${base} {\n${operations.map(method).join('\n')}\n}\n`
}

/** One interface for each family, and one that holds them all. */
export function printedClinic(): string {
  const families = FAMILIES.map(([name, operations]) => family(name, operations))
  const members = FAMILIES.map(([name]) => `${name}: ${familyName(name)}`)
  const whole = `/** Every family of operations. */\nexport interface Families {\n${members.join('\n')}\n}\n`
  return [...families, whole].join('\n')
}
