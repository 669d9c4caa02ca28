import { FAMILIES, type Named, pagingOf } from './declared.ts'

/** `METHOD /path`, then `page`, `delta` or `all` where it is a list, then `=key` where one key of the input is the body. */
function route({ operation }: Named): string {
  const paging = pagingOf(operation)
  return [
    `${operation.method} ${operation.path}`,
    ...(paging === 'one' ? [] : [paging]),
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
 * Family, verb, and where it leads: the method and path, then \`page\`, \`delta\` or \`all\` where it answers a list, then
 * \`=key\` where one key of the input is the whole body.
 */
export const ROUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {\n${families.join('\n')}\n}\n`
}
