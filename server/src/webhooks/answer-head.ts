import type { AnswerHead } from '../egress/outcome.ts'

/** How an answer began, as it is kept: in it is nothing that could be used in the receiver's name. */
export interface KeptHead {
  headers: { name: string; value: string }[]
  body: string
  cut: boolean
}

const MASK = '••••'
/** Names of headers and of fields whose value is a credential. */
const SECRET_NAME = /cookie|auth|token|secret|passw|credential|api[-_]?key|signature|session/i
/** Of a text: a field with such a name, in JSON or a form, and what follows a scheme of HTTP authentication. */
const SECRET_FIELD =
  /("?[\w-]{0,40}(?:cookie|auth|token|secret|passw|credential|api[-_]?key|signature|session)[\w-]{0,40}"?\s{0,4}[:=]\s{0,4})("(?:[^"\\]|\\.){0,2048}"?|[^\s&,;}<]{1,2048})/gi
const SCHEME = /\b(Bearer|Basic|Digest)\s+[\w+/=.~-]{4,}/gi

const masked = (text: string): string => text.replace(SCHEME, `$1 ${MASK}`).replace(SECRET_FIELD, `$1${MASK}`)

/** What is kept of how an answer began; what is no text is told from its size alone. */
export function keptHead({ headers, body, cut }: AnswerHead): KeptHead {
  const pairs = Object.entries(headers).flatMap(([name, value = '']) =>
    (Array.isArray(value) ? value : [value]).map(one => ({
      name,
      value: SECRET_NAME.test(name) ? MASK : masked(one),
    })),
  )
  // A character that the cut went through is left out, and so is what no database takes.
  const text = body
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD{1,3}$/, '')
  return { headers: pairs, body: masked(text), cut }
}
