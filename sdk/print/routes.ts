import { FAMILIES, type Named, pagingOf } from './declared.ts'

/** What a verb that begins with `list` answers unless its route says otherwise, and what every other does. */
const usual = (verb: string): string => (verb.startsWith('list') ? 'delta' : 'one')

function route({ operation, verb }: Named): string {
  const paging = pagingOf(operation)
  return [
    `${operation.method} ${operation.path}`,
    ...(paging === usual(verb) ? [] : [paging]),
    ...(operation.bodyKey ? [`=${operation.bodyKey}`] : []),
  ].join(' ')
}

/** Family, verb, and where it leads. */
export function printedRoutes(): string {
  const families = FAMILIES.map(([family, operations]) => {
    const verbs = operations.map(named => `${named.verb}: '${route(named)}'`)
    return `${family}: { ${verbs.join(', ')} },`
  })
  return `/**
 * Family, verb, and where it leads: the method and path, then \`=key\` where one key of the input is the whole body. What
 * is called \`list\` answers pages that can be asked for what changed; \`page\` says that it cannot, \`all\` that it has none.
 */
export const ROUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {\n${families.join('\n')}\n}\n`
}
