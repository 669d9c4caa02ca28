const quoted = text => `'${text.replaceAll("'", "'\\''")}'`

const written = parameter => encodeURIComponent(String(parameter.example ?? parameter.name))

function addressOf(server, operation) {
  const path = operation.parameters
    .filter(parameter => parameter.in === 'path')
    .reduce((at, parameter) => at.replace(`{${parameter.name}}`, written(parameter)), operation.path)
  const query = operation.parameters
    .filter(parameter => parameter.in === 'query' && parameter.required)
    .map(parameter => `${parameter.name}=${written(parameter)}`)
  return `${server}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/**
 * The operation's example as a command for a POSIX shell. A plugin's token comes from the variable TOKEN; the console's
 * session is kept in the file `cookies`, and its writes name their origin.
 */
export function curlOf(server, operation) {
  const method = operation.method === 'get' ? '' : `-X ${operation.method.toUpperCase()} `
  const ofStaff = operation['x-access'] !== undefined
  const login = ofStaff ? '-b cookies -c cookies' : '-H "Authorization: Bearer $TOKEN"'
  const lines = [`curl ${method}${quoted(addressOf(server, operation))}`, login]
  if (ofStaff && operation.method !== 'get') lines.push(`-H ${quoted(`Origin: ${new URL(server).origin}`)}`)
  if (!ofStaff && operation.method === 'post') lines.push('-H "Idempotency-Key: $(uuidgen)"')
  if (operation.body) {
    lines.push("-H 'Content-Type: application/json'")
    lines.push(`-d ${quoted(JSON.stringify(operation.body.example, null, 2))}`)
  }
  return lines.join(' \\\n  ')
}
