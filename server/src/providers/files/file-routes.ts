import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExportLives } from '../../domain/exports/export-lives.ts'
import type { AnnouncedFile } from '../../domain/files/file-storage.ts'
import type { TokenLives } from '../../domain/files/token-lives.ts'
import type { RecordAudit, RecordBearer } from '../../kernel/audit.ts'
import { refuse } from '../../kernel/errors.ts'
import { kindOfId } from '../../kernel/values/id-prefixes.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { type DownloadLink, openLink } from './download-link.ts'
import type { HandOut } from './hand-out.ts'
import { receiveForm, SenderGone, type TakeFile } from './receive-form.ts'

export interface FileRoutesDeps {
  /** Takes what is uploaded, where it is not sent to a bucket. */
  takeFile: TakeFile | undefined
  handOut: HandOut
  box: SecretBox
  recordAudit: RecordAudit
  recordBearer: RecordBearer
  tokenLives: TokenLives
  exportLives: ExportLives
  clinicOfHolder(companyId: string): Promise<unknown>
  /** Where a request came from, proxies considered. */
  addressOf: (request: FastifyRequest) => string
}

/** Browsers of any origin may use both routes: what opens them is in the form and in the address, never a cookie. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'service-request-id' }
const PREFLIGHT = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': '*' }

/** A file is data: it is saved, never shown as a page of ours, whatever is in it. */
const INERT = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
}

/** How long the rest of a refused upload is read and thrown away, so that its sender gets to read the refusal. */
const DRAIN_MS = 5_000

/** The downloads, and the upload target of the disk storage. */
export async function fileRoutes(app: FastifyInstance, deps: FileRoutesDeps): Promise<void> {
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(CORS)
  })
  app.get<{ Params: { link: string } }>('/files/:link', (request, reply) =>
    download(deps, request, reply, request.params.link),
  )
  const { takeFile } = deps
  if (!takeFile) return
  app.options('/uploads', async (_request, reply) => reply.code(204).headers(PREFLIGHT).send())
  app.post('/uploads', { config: { slowBody: true } }, (request, reply) => upload(deps, takeFile, request, reply))
}

async function upload(deps: FileRoutesDeps, takeFile: TakeFile, request: FastifyRequest, reply: FastifyReply) {
  const address = deps.addressOf(request)
  try {
    await receiveForm(request.raw, takeFile, async file => {
      const upload = uploadOf(file, request.id, address)
      if (!(await deps.clinicOfHolder(upload.companyId))) refuse('not_found', { resource: 'file' })
      // Nothing is kept that could not be recorded.
      await deps.recordBearer(upload)
    })
  } catch (error) {
    if (error instanceof SenderGone) return reply.hijack()
    drain(request.raw)
    throw error
  }
  return reply.code(204).send()
}

function drain(request: IncomingMessage): void {
  request.resume()
  const timer = setTimeout(() => request.destroy(), DRAIN_MS)
  request.once('close', () => clearTimeout(timer))
}

async function download(deps: FileRoutesDeps, request: FastifyRequest, reply: FastifyReply, text: string) {
  const link = openLink(deps.box, text)
  if (!link) return refuse('not_found', { resource: 'file' })
  request.asker = { clinic: { id: link.companyId } }
  if (!(await deps.clinicOfHolder(link.companyId))) return refuse('not_found', { resource: 'file' })
  if (!(await isGood(deps, link))) return refuse('not_found', { resource: 'file', reason: 'expired' })
  const found = await deps.handOut(link, request.raw)
  if (!found) return refuse('not_found', { resource: 'file' })
  // Nothing is served that could not be recorded (contract section 4).
  await deps.recordAudit(auditOf(link, request.id, deps.addressOf(request)))
  return reply
    .code(found.status)
    .headers({ ...found.headers, ...INERT })
    .send(found.stream)
}

/** A link ends with its time, or before that with the token that it was given to, or with the export that it leads to. */
async function isGood({ tokenLives, exportLives }: FileRoutesDeps, link: DownloadLink): Promise<boolean> {
  const { expiresAt, companyId, tokenId, fileId, caller } = link
  if (Date.now() >= expiresAt) return false
  if (kindOfId(fileId) === 'export_job') return exportLives(companyId, fileId, caller)
  return tokenId === null || tokenLives(companyId, tokenId)
}

/** The bytes may come from elsewhere: who asked for the form has handed it on. */
function uploadOf({ key, caller, tokenId, patientId }: AnnouncedFile, requestId: string, address: string) {
  const [companyId = '', fileId = ''] = key.split('/')
  return {
    ...{ companyId, requestId, caller, tokenId, operation: 'uploadFile', address },
    ...{ resourceIds: [fileId], patientIds: [patientId], throughIds: [], fieldScopes: [] },
  }
}

const auditOf = (link: DownloadLink, requestId: string, address: string) => ({
  companyId: link.companyId,
  requestId,
  caller: link.caller,
  tokenId: link.tokenId,
  operation: 'downloadFile',
  resourceIds: [link.fileId],
  patientIds: link.patientId === '' ? [] : [link.patientId],
  throughIds: [],
  fieldScopes: [],
  address,
})
