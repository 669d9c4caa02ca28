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

/** The operation's example as a command for a POSIX shell; the token comes from the variable TOKEN. */
export function curlOf(server, operation) {
  const method = operation.method === 'get' ? '' : `-X ${operation.method.toUpperCase()} `
  const lines = [`curl ${method}${quoted(addressOf(server, operation))}`, '-H "Authorization: Bearer $TOKEN"']
  if (operation.method === 'post') lines.push('-H "Idempotency-Key: $(uuidgen)"')
  if (operation.body) {
    lines.push("-H 'Content-Type: application/json'")
    lines.push(`-d ${quoted(JSON.stringify(operation.body.example, null, 2))}`)
  }
  return lines.join(' \\\n  ')
}
