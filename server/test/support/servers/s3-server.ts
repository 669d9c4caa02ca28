import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { listen } from './listen.ts'
import { ACCESS_KEY, Denied, deny, hex, requireSignature, SECRET_KEY, signature } from './s3-signature.ts'

export interface S3Server {
  settings: Record<string, string>
  /** What lies in the bucket. */
  objects: Map<string, { body: Buffer; contentType: string }>
  /** Parts of uploads that were neither completed nor given up. */
  parts: Map<string, { key: string; contentType: string; bodies: Map<number, Buffer> }>
  close(): Promise<void>
}

const BUCKET = 'clinic-files'
/** What the bucket's own rule says to browsers: files may be sent from pages of any origin. */
const FROM_ANYWHERE = { 'access-control-allow-origin': '*' }
/** Every part but the last one has at least so many bytes. */
const LEAST_PART = 5 * 1_048_576

/**
 * A bucket in memory, behind the part of Amazon S3's REST interface that the product uses: it checks signatures (version 4,
 * in headers and in addresses) and the policies of forms as Amazon describes them, independently of its SDK.
 */
export async function startS3(): Promise<S3Server> {
  const bucket: Bucket = { objects: new Map(), parts: new Map() }
  const server = createServer((request, response) => {
    answer(bucket, request)
      .catch(error =>
        xml(error instanceof Denied ? 403 : 500, 'Error', `<Code>Refused</Code><Message>${error.message}</Message>`),
      )
      .then(({ status, headers, body }) => response.writeHead(status, { ...headers, ...FROM_ANYWHERE }).end(body))
  })
  const port = await listen(server)
  return {
    ...bucket,
    settings: {
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_S3_REGION: 'me-south-1',
      FILES_S3_ACCESS_KEY_ID: ACCESS_KEY,
      FILES_S3_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Bucket = Pick<S3Server, 'objects' | 'parts'>
type Objects = S3Server['objects']
interface Reply {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

const xml = (status: number, name: string, inner: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<${name}>${inner}</${name}>`,
})
const MISSING = xml(404, 'Error', '<Code>NoSuchKey</Code><Message>There is nothing.</Message>')

const ENCRYPTION = xml(
  200,
  'ServerSideEncryptionConfiguration',
  `<Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>aws:kms</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule>`,
)

/** What is not to be sealed by the bucket is not taken, as a bucket's own policy would have it. */
const requireSealing = (algorithm: unknown) => {
  if (algorithm !== 'aws:kms') deny('AccessDenied: not encrypted with aws:kms')
}

async function answer({ objects, parts }: Bucket, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://s3')
  if (request.method === 'OPTIONS') return { status: 200, headers: { 'access-control-allow-methods': 'POST' } }
  const body = await buffer(request)
  const [, bucket, ...rest] = url.pathname.split('/')
  if (bucket !== BUCKET) deny('no such bucket')
  const key = decodeURIComponent(rest.join('/'))
  if (key === '' && url.searchParams.has('encryption')) return ENCRYPTION
  const inParts = url.searchParams.has('uploads') || url.searchParams.has('uploadId')
  if (request.method === 'POST' && !inParts) return post(objects, request, body)
  requireSignature(request, url, body)
  if (inParts) return answerParts({ objects, parts }, request, url, key, body)
  if (request.method === 'PUT') return put(objects, request, key, body)
  if (request.method === 'GET') return get(objects, request, url, key)
  objects.delete(key)
  return { status: 204 }
}

/** An upload in parts: it is begun, takes parts by their number, and is completed or given up. */
function answerParts({ objects, parts }: Bucket, request: IncomingMessage, url: URL, key: string, body: Buffer): Reply {
  const id = url.searchParams.get('uploadId')
  if (id === null) {
    requireSealing(request.headers['x-amz-server-side-encryption'])
    const begun = `upload-${parts.size + 1}`
    parts.set(begun, { key, contentType: request.headers['content-type'] ?? '', bodies: new Map() })
    return xml(200, 'InitiateMultipartUploadResult', `<UploadId>${begun}</UploadId>`)
  }
  const upload = parts.get(id)
  if (upload?.key !== key) return MISSING
  if (request.method === 'PUT') {
    const number = Number(url.searchParams.get('partNumber'))
    upload.bodies.set(number, body)
    return { status: 200, headers: { etag: `"${hex(body)}"` } }
  }
  parts.delete(id)
  if (request.method === 'DELETE') return { status: 204 }
  const named = [...String(body).matchAll(/<ETag>(?:&quot;|")(\w+)(?:&quot;|")<\/ETag><PartNumber>(\d+)/g)]
  const bodies = named.map(([, tag, number]) => {
    const part = upload.bodies.get(Number(number))
    return part && hex(part) === tag ? part : deny('InvalidPart')
  })
  if (bodies.length !== upload.bodies.size) deny('InvalidPart')
  if (bodies.slice(0, -1).some(part => part.length < LEAST_PART)) deny('EntityTooSmall')
  objects.set(key, { body: Buffer.concat(bodies), contentType: upload.contentType })
  return xml(200, 'CompleteMultipartUploadResult', '<ETag>"1"</ETag>')
}

function put(objects: Objects, request: IncomingMessage, key: string, body: Buffer): Reply {
  const source = request.headers['x-amz-copy-source']
  requireSealing(request.headers['x-amz-server-side-encryption'])
  if (typeof source !== 'string') {
    objects.set(key, { body, contentType: request.headers['content-type'] ?? '' })
    return { status: 200 }
  }
  const found = objects.get(decodeURIComponent(source).replace(`${BUCKET}/`, ''))
  if (!found) return MISSING
  objects.set(key, found)
  return xml(200, 'CopyObjectResult', '<ETag>"1"</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified>')
}

function get(objects: Objects, request: IncomingMessage, url: URL, key: string): Reply {
  const found = objects.get(key)
  if (!found) return MISSING
  const { body, contentType } = found
  const headers = {
    'content-type': url.searchParams.get('response-content-type') ?? contentType,
    'content-disposition': url.searchParams.get('response-content-disposition') ?? 'inline',
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (!range) return { status: 200, headers, body }
  const [from, to] = [Number(range[1]), Math.min(Number(range[2]), body.length - 1)]
  const contentRange = { 'content-range': `bytes ${from}-${to}/${body.length}` }
  return { status: 206, headers: { ...headers, ...contentRange }, body: body.subarray(from, to + 1) }
}

/** POST of a form: fields up to the file, of which all must be allowed by the signed policy. */
async function post(objects: Objects, request: IncomingMessage, body: Buffer): Promise<Reply> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = [...(await new Response(new Uint8Array(body), { headers }).formData())]
  const place = form.findIndex(([name]) => name === 'file')
  const fields = new Map(form.slice(0, place).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const file = form[place]?.[1]
  if (!(file instanceof File)) return deny('no file')
  const field = (name: string) => fields.get(name) ?? deny(`no ${name}`)
  if (field('x-amz-signature') !== signature(field('x-amz-credential'), field('policy'))) deny('SignatureDoesNotMatch')
  const policy: unknown = JSON.parse(Buffer.from(field('policy'), 'base64').toString())
  if (!isRecord(policy) || !Array.isArray(policy.conditions)) return deny('no policy')
  if (Date.now() >= Date.parse(String(policy.expiration))) deny('Policy expired')
  const allowed = new Set(['policy', 'x-amz-signature'])
  for (const condition of policy.conditions) allowed.add(requireCondition(condition, fields, file.size))
  for (const name of fields.keys()) if (!allowed.has(name)) deny(`Extra input field ${name}`)
  requireSealing(fields.get('x-amz-server-side-encryption'))
  objects.set(field('key'), {
    body: Buffer.from(await file.arrayBuffer()),
    contentType: fields.get('content-type') ?? '',
  })
  return { status: 204 }
}

/** The name of the field that the condition is about. */
function requireCondition(condition: unknown, fields: Map<string, string>, size: number): string {
  const rule = Array.isArray(condition) ? condition : ['eq', ...Object.entries(condition as object).flat()]
  const [operator, subject, value] = rule
  if (operator === 'content-length-range') {
    if (size < subject || size > value) deny('EntityTooLarge')
    return ''
  }
  const name = String(subject).replace('$', '').toLowerCase()
  if (name === 'bucket' ? value !== BUCKET : fields.get(name) !== value) deny(`Policy condition failed: ${name}`)
  return name
}
