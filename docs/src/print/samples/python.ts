import { literal, type Notation } from './literal.ts'
import type { SampleCall } from './sample-call.ts'

const text = (value: string): string => JSON.stringify(value)

const PYTHON: Notation = { indent: '    ', true: 'True', false: 'False', null: 'None', text, key: text }

/** The request as a module of Python, with nothing but its standard library; address and token come from the environment. */
export function pythonOf({ method, path, keyed, body }: SampleCall): string {
  const lines = [
    `import json, os, urllib.request${keyed ? ', uuid' : ''}`,
    '',
    'request = urllib.request.Request(',
    `    os.environ["CLINIC_URL"] + ${text(path)},`,
    method !== 'GET' && `    method=${text(method)},`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["CLINIC_TOKEN"],',
    keyed && '        "Idempotency-Key": str(uuid.uuid4()),',
    body !== undefined && '        "Content-Type": "application/json",',
    '    },',
    body !== undefined && `    data=json.dumps(${literal(body, PYTHON, 1)}).encode(),`,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ]
  return lines.filter(line => line !== false).join('\n')
}
