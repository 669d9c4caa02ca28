import type { SampleCall } from './sample-call.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * The request as a command for a POSIX shell. The address of the service and the token come from the environment; a session
 * is kept in the file `cookies`, and its writes name their origin.
 */
export function curlOf({ method, path, keyed, body, by }: SampleCall): string {
  const lines = [
    // What a path may hold is encoded: nothing in it means anything to a shell.
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$CLINIC_URL${path}"`,
    by === 'token' ? '-H "Authorization: Bearer $CLINIC_TOKEN"' : '-b cookies -c cookies',
    by === 'session' && method !== 'GET' && '-H "Origin: $CLINIC_URL"',
    keyed && '-H "Idempotency-Key: $(uuidgen)"',
    body !== undefined && "-H 'Content-Type: application/json'",
    body !== undefined && `-d ${quoted(JSON.stringify(body, null, 2))}`,
  ]
  return lines.filter(line => line !== false).join(' \\\n  ')
}
