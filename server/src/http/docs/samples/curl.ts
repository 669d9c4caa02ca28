import type { SampleCall } from './sample-call.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * The request as a command for a POSIX shell. A plugin's token comes from the variable TOKEN; the console's session is kept
 * in the file `cookies`, and its writes name their origin.
 */
export function curlOf({ method, url, keyed, body, origin }: SampleCall): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    origin === undefined ? '-H "Authorization: Bearer $TOKEN"' : '-b cookies -c cookies',
    origin !== undefined && method !== 'GET' && `-H ${quoted(`Origin: ${origin}`)}`,
    keyed && '-H "Idempotency-Key: $(uuidgen)"',
    body !== undefined && "-H 'Content-Type: application/json'",
    body !== undefined && `-d ${quoted(JSON.stringify(body, null, 2))}`,
  ]
  return lines.filter(line => line !== false).join(' \\\n  ')
}
